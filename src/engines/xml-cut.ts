// Cuts the elements of a long list (rows, shared strings) out of XML one by one: a tree of the whole takes some forty times its memory.

/** What stands before, in, and after the first element with this local name; undefined where there is none. */
export function cutAround(
  xml: string,
  name: string,
): { readonly outside: string; readonly inside: string } | undefined {
  const opening = openingTag(name).exec(xml);
  if (!opening) return undefined;
  const [tag, prefix = ''] = opening;
  const start = opening.index + tag.length;
  const before = xml.slice(0, opening.index);
  if (tag.endsWith('/>')) return { outside: before + xml.slice(start), inside: '' };
  const closing = `</${prefix}${name}>`;
  const end = xml.lastIndexOf(closing);
  // Cut off in the middle: the rows that are there are tried, and the last one says what is wrong.
  if (end < start) return { outside: before, inside: xml.slice(start) };
  return { outside: before + xml.slice(end + closing.length), inside: xml.slice(start, end) };
}

/** The source of every element with this local name, in order. They hold none of their own kind. */
export function* cutElements(xml: string, name: string): Generator<string> {
  const openings = openingTag(name);
  for (let opening = openings.exec(xml); opening; opening = openings.exec(xml)) {
    const [tag, prefix = ''] = opening;
    const closing = `</${prefix}${name}>`;
    const found = tag.endsWith('/>') ? opening.index + tag.length : xml.indexOf(closing, openings.lastIndex);
    const end = tag.endsWith('/>') ? found : found < 0 ? xml.length : found + closing.length;
    yield xml.slice(opening.index, end);
    openings.lastIndex = end;
  }
}

/** The opening tag; its group is the prefix, with the colon. */
function openingTag(name: string): RegExp {
  return new RegExp(`<([\\w.-]+:)?${name}(?=[\\s/>])(?:[^>"']|"[^"]*"|'[^']*')*>`, 'g');
}
