const lineFeed = 0x0a;
const mark = 0x3e;
const from = new TextEncoder().encode('From ');

/** A message as it was sent: without the mailbox's line `From …` ahead of it, and `>From ` in its text is `From ` again. */
export function messageOf(bytes: Uint8Array): Uint8Array {
  const begins = isAt(bytes, 0);
  const head = bytes.indexOf(lineFeed);
  return unescaped(begins ? bytes.subarray(head < 0 ? bytes.length : head + 1) : bytes);
}

/** Takes one `>` from each line of `>`s and `From `: programs put it there so that the line begins no message. */
function unescaped(bytes: Uint8Array): Uint8Array {
  const marks: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    if (bytes[at] === mark) {
      let word = at;
      while (bytes[word] === mark) word++;
      if (isAt(bytes, word)) marks.push(at);
    }
    const end = bytes.indexOf(lineFeed, at);
    if (end < 0) break;
    at = end + 1;
  }
  if (marks.length === 0) return bytes;
  const out = new Uint8Array(bytes.length - marks.length);
  let read = 0;
  let written = 0;
  for (const at of [...marks, bytes.length]) {
    const part = bytes.subarray(read, at);
    out.set(part, written);
    written += part.length;
    read = at + 1;
  }
  return out;
}

function isAt(bytes: Uint8Array, at: number): boolean {
  return from.every((byte, place) => bytes[at + place] === byte);
}
