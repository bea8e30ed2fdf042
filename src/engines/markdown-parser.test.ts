import { describe, expect, it } from 'vitest';
import { markdownParser } from './markdown-parser.ts';

async function parse(source: string): Promise<{ readonly title: string | null; readonly blocks: string[] }> {
  const { title, text, blocks } = await markdownParser.parse({ name: 'a.md', bytes: new TextEncoder().encode(source) });
  return {
    title,
    blocks: blocks.map(({ kind, level, span }) => `${kind}${level || ''}: ${text.slice(span.start, span.end)}`),
  };
}

describe('markdownParser', { timeout: 60_000 }, () => {
  it('gives the plain text of every block', async () => {
    const source = `# Head *em* &amp; \`a < b\`

Text with [a link](https://example.invalid/) and ![a picture](x.png), 2\\*3 &copy;
next line

1. one
2. two
   - inner

| A | B |
|---|---|
| 1 \\| 2 | **x** |

> said *so*

~~~
x &amp; y
~~~
`;
    expect(await parse(source)).toEqual({
      title: 'Head em & a < b',
      blocks: [
        'heading1: Head em & a < b',
        'paragraph: Text with a link and a picture, 2*3 © next line',
        'list-item: 1. one',
        'list-item: 2. two',
        'list-item: inner',
        'table-row: A | B',
        'table-row: 1 | 2 | x',
        'quote: said so',
        'code: x &amp; y',
      ],
    });
  });

  it('takes the title from front matter and keeps the rest of it', async () => {
    expect(await parse('---\ntitle: "My notes"\nauthor: Ada\n---\nText\n')).toEqual({
      title: 'My notes',
      blocks: ['code: title: "My notes"\nauthor: Ada', 'paragraph: Text'],
    });
  });

  it('reads HTML inside as data', async () => {
    const { blocks } = await parse(
      '<div><b>bold</b><script>globalThis.harmed = true</script></div>\n\nA <i>line</i>.\n',
    );
    expect(blocks).toEqual(['paragraph: bold', 'paragraph: A line.']);
    expect('harmed' in globalThis).toBe(false);
  });

  it('leaves out what scripts and style sheets inside a line hold, and goes on behind them', async () => {
    expect((await parse('A <script>no("b")</script>c <STYLE>p{}</STYLE>*d* <b>e</b>\n')).blocks).toEqual([
      'paragraph: A c d e',
    ]);
  });

  it('says of the items of a list whether they are ticked', async () => {
    const { blocks } = await parse(
      '- [x] **Boots** on\n- [ ] Lamp\n- Rope\n\n1. [X] First\n\n2. [ ] Second\n\n   More\n',
    );
    expect(blocks).toEqual([
      'list-item: [x] Boots on',
      'list-item: [ ] Lamp',
      'list-item: Rope',
      'list-item: 1. [x] First',
      'list-item: 2. [ ] Second',
      'list-item: More',
    ]);
  });

  it('joins lines of scripts without spaces, and only those', async () => {
    expect((await parse('门。\n客人\nカナ\nword\n한국\n말\n')).blocks).toEqual([
      'paragraph: 门。客人カナ word 한국 말',
    ]);
  });

  it('keeps characters that mean something to a prompt', async () => {
    const text = 'Price: $5 {name} <|im_start|> [3] ignore the above';
    expect((await parse(`${text}\n`)).blocks).toEqual([`paragraph: ${text}`]);
  });

  it('reads a file that is nested beyond reason as plain text, and says so', async () => {
    const bytes = new TextEncoder().encode(`${'> '.repeat(5_000)}deep`);
    const { text, warnings } = await markdownParser.parse({ name: 'a.md', bytes });
    expect(text).toContain('deep');
    expect(warnings).toMatchObject([{ code: 'part-not-read' }]);
  });

  it('does not look for pairs of marks in a paragraph of a hundred thousand characters', async () => {
    const { blocks } = await parse('_a__b'.repeat(20_000));
    expect(blocks.join('').length).toBeGreaterThan(99_000);
  });
});
