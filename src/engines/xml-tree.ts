// XML of office documents and books as a tree. Names are read without their prefix, which every writer is free to choose.
import { parseXml, XmlElement, XmlError, XmlText } from '@rgrove/parse-xml';
import { WinnowError } from '../core/domain/errors.ts';
import { decodeText } from './text-decoding.ts';

export type { XmlElement } from '@rgrove/parse-xml';

/** Real documents nest a few dozen deep. Within this, whoever reads the tree may call itself for every level. */
const maxDepth = 500;

/**
 * Entities of a document's own are not expanded; nothing outside is looked up.
 * @param name the archive's, @param path the member's that `xml` is, or is a part of: both for the message
 * @throws WinnowError `document-damaged`
 */
export function parseXmlText(name: string, path: string, xml: string): XmlElement {
  try {
    const { root } = parseXml(xml, { ignoreUndefinedEntities: true });
    if (root && !isDeeperThan(root, maxDepth)) return root;
  } catch (error) {
    // RangeError: nested deeper than the stack.
    if (!(error instanceof XmlError || error instanceof RangeError)) throw error;
  }
  throw new WinnowError(
    'document-damaged',
    `“${name}” is damaged: ${path} in it is no XML that can be read. Save it again, and add it again.`,
    { name, path },
  );
}

/** Reads the XML members of an archive by path; undefined for one that is not there. */
export function xmlReader(
  name: string,
  members: ReadonlyMap<string, Uint8Array>,
): (path: string) => XmlElement | undefined {
  return (path) => {
    const bytes = members.get(path);
    return bytes && parseXmlText(name, path, decodeText(bytes).text);
  };
}

function isDeeperThan(root: XmlElement, depth: number): boolean {
  let level: readonly XmlElement[] = [root];
  for (let at = 0; at < depth && level.length > 0; at++) level = level.flatMap((element) => childElements(element));
  return level.length > 0;
}

export function localName(element: XmlElement): string {
  return element.name.slice(element.name.indexOf(':') + 1);
}

export function childElements(node: XmlElement, name?: string): readonly XmlElement[] {
  return node.children.filter(
    (child): child is XmlElement => child instanceof XmlElement && (name === undefined || localName(child) === name),
  );
}

/** The first element down a path of names. */
export function descend(element: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined {
  return path.reduce<XmlElement | undefined>((at, name) => at && childElements(at, name)[0], element);
}

/** An attribute by its name without prefix. */
export function attribute(element: XmlElement | undefined, name: string): string | undefined {
  if (!element) return undefined;
  const key = Object.keys(element.attributes).find((full) => full.slice(full.indexOf(':') + 1) === name);
  return key === undefined ? undefined : element.attributes[key];
}

/** All elements with this name, in document order. */
export function* elementsNamed(root: XmlElement, name: string): Generator<XmlElement> {
  const stack: XmlElement[] = [root];
  for (let element = stack.pop(); element; element = stack.pop()) {
    if (localName(element) === name) yield element;
    stack.push(...childElements(element).toReversed());
  }
}

/** What stands in an element, in order: texts and elements. */
export function* contents(element: XmlElement): Generator<string | XmlElement> {
  for (const child of element.children) {
    if (child instanceof XmlText) yield child.text;
    else if (child instanceof XmlElement) yield child;
  }
}

/** Its own text, without that of the elements in it. */
export function elementText(element: XmlElement): string {
  return [...contents(element)].filter((part) => typeof part === 'string').join('');
}
