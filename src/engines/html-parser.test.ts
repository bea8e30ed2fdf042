import { describe, expect, it } from 'vitest';
import { htmlParser } from './html-parser.ts';

async function blocksOf(html: string | Uint8Array): Promise<string[]> {
  const bytes = typeof html === 'string' ? new TextEncoder().encode(html) : html;
  const { text, blocks } = await htmlParser.parse({ name: 'page.html', bytes });
  return blocks.map(({ kind, level, span }) => `${kind}${level || ''}: ${text.slice(span.start, span.end)}`);
}

describe('htmlParser', { timeout: 60_000 }, () => {
  it('reads headings, text, lists, quotes and code', async () => {
    const html = `<h2>A<br>heading</h2><p>One <b>bo</b>ld<p>two
      <ol start="3"><li>third<ul><li>inner</ul> after<li>fourth</ol>
      <blockquote><p>said</blockquote><pre>if x:\n  y</pre><dl><dt>Term<dd>Meaning</dl>`;
    expect(await blocksOf(html)).toEqual([
      'heading2: A heading',
      'paragraph: One bold',
      'paragraph: two',
      'list-item: 3. third',
      'list-item: inner',
      'list-item: after',
      'list-item: 4. fourth',
      'quote: said',
      'code: if x:\n  y',
      'paragraph: Term',
      'list-item: Meaning',
    ]);
  });

  it('reads tables as rows, and tables for layout as text', async () => {
    const data = '<table><caption>Cap</caption><tr><th>A<th>B<tr><td>1<td><p>x</p><p>y</p></table>';
    expect(await blocksOf(data)).toEqual(['table-row: Cap', 'table-row: A | B', 'table-row: 1 | x y']);
    const layout = '<table><tr><td><h1>Title</h1><td>side<tr><td>left<td>right</table>';
    expect(await blocksOf(layout)).toEqual([
      'heading1: Title',
      'paragraph: side',
      'paragraph: left',
      'paragraph: right',
    ]);
  });

  it('reads nothing that a reader does not see, and runs nothing', async () => {
    const html = `<title>t</title><style>p{}</style><script>globalThis.harmed = true</script><template>no</template>
      <p hidden>no</p><p style="color:red; display : none">no</p><noscript>no</noscript><svg><text>no</text></svg>
      <iframe src="https://example.invalid/">no</iframe><img src="x" onerror="globalThis.harmed = true" alt="A red door">
      <p onclick="x()">yes</p>`;
    expect(await blocksOf(html)).toEqual(['paragraph: A red door', 'paragraph: yes']);
    expect('harmed' in globalThis).toBe(false);
  });

  it('says what it left out, and takes the title', async () => {
    const bytes = new TextEncoder().encode(
      '<html><head><title>A &amp; B</title></head><body><nav>menu</nav><p>x</p></body></html>',
    );
    const { title, warnings } = await htmlParser.parse({ name: 'page.html', bytes });
    expect(title).toBe('A & B');
    expect(warnings).toEqual([{ code: 'part-not-read', message: 'One navigation menu was left out.' }]);
  });

  it('follows the encoding that the page declares', async () => {
    const html = '<meta charset="windows-1251"><p>\xcf\xf0\xe8\xe2\xe5\xf2';
    const bytes = Uint8Array.from(html, (character) => character.charCodeAt(0));
    expect(await blocksOf(bytes)).toEqual(['paragraph: Привет']);
  });

  it('keeps the mark of a note apart from the word, and the numbers that a list gives itself', async () => {
    const html =
      '<p>Rain fell<sup><a href="#n1">1</a></sup>. See <a href="/a#b">the page</a>.<ol><li>a<li value="7">b<li>c</ol>';
    expect(await blocksOf(html)).toEqual([
      'paragraph: Rain fell [1]. See the page.',
      'list-item: 1. a',
      'list-item: 7. b',
      'list-item: 8. c',
    ]);
  });

  it('reads a page whose first tags are swallowed by a comment', async () => {
    expect(await blocksOf('<!-- <html><p>gone')).toEqual([]);
    expect(await blocksOf('<!-- <html> --><p>here')).toEqual(['paragraph: here']);
  });

  it('survives 20,000 nested elements', async () => {
    expect(await blocksOf(`${'<div>'.repeat(20_000)}deep`)).toEqual(['paragraph: deep']);
  });
});
