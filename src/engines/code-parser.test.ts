import { describe, expect, it } from 'vitest';
import { codeExtensions } from '../core/corpus/documents/code-languages.ts';
import { splitPassages } from '../core/corpus/passages/split-passages.ts';
import { codeParser } from './code-parser.ts';

async function parse(source: string, name: string) {
  const parsed = await codeParser.parse({ name, bytes: new TextEncoder().encode(source) });
  const { text, blocks, mediaType } = parsed;
  const headings = blocks.flatMap(({ kind, level, span }) =>
    kind === 'heading' ? [`${level} ${text.slice(span.start, span.end)}`] : [],
  );
  return { parsed, headings, mediaType, text };
}

const python = `# Readers.
import re

LIMIT = 3


@cache
def read(path: str) -> str:
    """Reads.

def not_this(x):
    """
    return path


class Reader(Base):
    name: str

    def rows(self):
        return []


if __name__ == "__main__":
    print(read("x"))
`;

describe('codeParser', () => {
  it('keeps lines with their indentation, under what they declare', async () => {
    const { text, headings, mediaType } = await parse(python, 'a.py');
    expect(headings).toEqual(['1 def read (line 7)', '1 class Reader (line 16)', '1 line 23']);
    expect(mediaType).toBe('text/x-python');
    const body = text.split('\n').filter((line) => line !== '' && !/\(line \d+\)$|^line \d+$/.test(line));
    expect(body).toEqual(python.split('\n').filter((line) => line !== ''));
  });

  it.each([
    [
      'a.ts',
      'export const a = 1;\n\n/** Doc. */\nexport async function read<T>(\n  x: T,\n) {\n}\n\nexport type A = {\n  b: 1;\n};\n',
      ['1 function read (line 3)', '1 type A (line 9)'],
    ],
    [
      'A.java',
      'package a;\n\n/* class Old\n * {} */\npublic final class A {\n  void b() {\n  }\n}\n',
      ['1 class A (line 3)'],
    ],
    [
      'a.c',
      '#include <a.h>\nint f(int);\n\nstatic int\nadd(int a,\n    int b)\n{\n  return f(a);\n}\n\nint main(void) {\n  if (x) {\n  }\n}\n',
      ['1 add (line 4)', '1 int main (line 11)'],
    ],
    [
      'a.rs',
      '#[derive(A)]\npub struct P {\n  x: i32,\n}\n\nimpl<T> A for P {\n  fn b() {}\n}\n',
      ['1 struct P (line 1)', '1 impl<T> A for P (line 6)'],
    ],
    ['a.go', 'func (p *P) Run(x int) error {\n\treturn nil\n}\n', ['1 func (p *P) Run (line 1)']],
    ['a.rb', 'class A < B\n  def c\n  end\nend\n', ['1 class A (line 1)']],
    ['a.sh', 'set -e\n\nbuild() {\n  make\n}\n\nbuild\n', ['1 build (line 3)', '1 line 7']],
    [
      'a.sql',
      'CREATE TABLE IF NOT EXISTS rents (\n  city text\n);\n\nselect 1;\n',
      ['1 CREATE TABLE IF NOT EXISTS rents (line 1)'],
    ],
    ['a.r', 'mean2 <- function(x) {\n  x\n}\n', ['1 mean2 (line 1)']],
    ['a.lua', 'local function f(x)\n  return x\nend\n', ['1 function f (line 1)']],
    [
      'a.tex',
      '\\documentclass{a}\n\\section{On \\emph{rent}}\\label{s}\nText.\n\\subsection*{More}\n% x\nText.\n',
      ['3 On rent (line 2)', '4 More (line 4)'],
    ],
    ['a.yaml', 'name: x\njobs:\n  build:\n    run: y\n', ['1 jobs (line 2)']],
    ['a.toml', 'a = 1\n[project]\nname = "x"\n[[tool.x]]\n', ['1 project (line 2)', '1 tool.x (line 4)']],
    ['a.css', 'a {\n  color: red;\n}\n', []],
  ])('finds the parts of %s', async (name, source, headings) => {
    expect((await parse(source, name)).headings).toEqual(headings);
  });

  it('makes passages of whole lines', async () => {
    const source = Array.from(
      { length: 400 },
      (_, at) => `  value${at} = compute(alpha, beta, ${at}) + other_value * ${at}`,
    ).join('\n');
    const { parsed } = await parse(`def all():\n${source}\n`, 'a.py');
    const lines = new Set(parsed.text.split('\n').map((line) => line.trim()));
    const passages = splitPassages({ id: 'd', ...parsed });
    expect(passages.length).toBeGreaterThan(5);
    for (const { text } of passages) for (const line of text.split('\n')) expect(lines).toContain(line.trim());
  });

  it('reads a script of one endless line in time that grows with it', async () => {
    const startMs = performance.now();
    await parse(`int a b c ${'x * '.repeat(300_000)}`, 'a.c');
    expect(performance.now() - startMs).toBeLessThan(5_000);
  });

  it('reads other encodings and line ends', async () => {
    const bytes = Uint8Array.from([...'# stra\xdfe\r\nx = 1\r\n'].map((character) => character.charCodeAt(0)));
    const { text, warnings } = await codeParser.parse({ name: 'a.py', bytes });
    expect(text).toBe('# straße\nx = 1');
    expect(warnings).toMatchObject([{ code: 'encoding-guessed' }]);
  });

  it('reads every kind of code that it names, also without a line', async () => {
    for (const extension of codeExtensions) expect((await parse('\n', `a.${extension}`)).text).toBe('');
  });

  it('stops when it is told to', async () => {
    const file = { name: 'a.py', bytes: new TextEncoder().encode('x') };
    await expect(codeParser.parse(file, { signal: { aborted: true } })).rejects.toThrow();
  });
});
