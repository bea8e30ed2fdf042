// Where the parts of a source file begin, by rules of one line for each family of languages. No grammar: a part is only named where a line
// that is not indented says plainly what it declares; what the rules do not see stays with what stands above it.
import type { CodeFamily } from '../core/corpus/documents/code-languages.ts';
import { normaliseProse } from '../core/corpus/documents/normalise-text.ts';

/** `line` is 0-based. `name`: what is declared (`def parse_row`), or null for code that follows a declaration. */
export type CodePart = { readonly line: number; readonly name: string | null; readonly level: number };

type Rule = {
  /** Its first group is the name of the part. */
  readonly declaration: RegExp;
  /** True where what belongs to a declaration is indented or bracketed below it; else it goes on up to the next. */
  readonly isIndented: boolean;
  /** Between these nothing is a declaration. */
  readonly prose?: readonly [open: string, close: string];
};

const blockComment = ['/*', '*/'] as const;
const modifiers =
  '(?:(?:public|private|protected|internal|static|final|abstract|sealed|partial|open|data|override|inline|suspend|case|async|readonly|fileprivate|indirect|unsafe|base|mixin)\\s+)*';

const rules: Readonly<Partial<Record<CodeFamily, Rule>>> = {
  python: { declaration: /^(?:async\s+)?((?:def|class)\s+\w+)/, isIndented: true, prose: ['"""', '"""'] },
  script: {
    declaration:
      /^(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?((?:function\s*\*?|class|interface|type|enum|namespace|const|let|var)\s+[\w$]+)/,
    isIndented: true,
    prose: blockComment,
  },
  types: {
    declaration: new RegExp(
      `^${modifiers}((?:class|interface|enum|record|struct|object|trait|protocol|extension|actor|namespace|function|func|fun|def|mixin)\\s+[\\w.\\\\]+)`,
    ),
    isIndented: true,
    prose: blockComment,
  },
  // A definition, not a call or a prototype: nothing after the bracket ends it with a semicolon.
  c: {
    declaration:
      /^(?!(?:if|for|while|switch|return|else|do|case|typedef|using|extern)\b)((?:(?:class|struct|union|enum|namespace|function)\s+\w+(?=[^;(]*$)|@(?:interface|implementation|protocol)\s+\w+|(?:function\s+)?[A-Za-z_][\w\s:*&<>,~]*?[\w>*&\s][\w:~]+(?=\s*\([^;]*$)))/,
    isIndented: true,
    prose: blockComment,
  },
  rust: {
    declaration:
      /^(?:pub(?:\([^)]*\))?\s+)?(?:default\s+|const\s+|async\s+|unsafe\s+|extern\s+(?:"[^"]*"\s+)?)*((?:fn|struct|enum|trait|mod|union)\s+\w+|impl\b[^{]*|macro_rules!\s*\w+)/,
    isIndented: true,
    prose: blockComment,
  },
  go: { declaration: /^(func\s+(?:\([^)]*\)\s*)?\w+|type\s+\w+)/, isIndented: true, prose: blockComment },
  ruby: { declaration: /^((?:class|module|def|defmodule)\s+[\w.:?!]+)/, isIndented: true, prose: ['=begin', '=end'] },
  shell: { declaration: /^((?:function|sub|package)\s+[\w:-]+|[\w:-]+(?=\s*\(\)))/i, isIndented: true },
  r: { declaration: /^([\w.]+)\s*(?:<-|=)\s*function\b/, isIndented: true },
  lua: { declaration: /^(?:local\s+)?((?:function|struct|module|macro)\s+[\w.:!]+)/, isIndented: true },
  sql: {
    declaration:
      /^\s*(create\s+(?:or\s+replace\s+)?(?:temp(?:orary)?\s+|unique\s+|materialized\s+)*(?:table|view|function|procedure|trigger|index|type|schema)\s+(?:if\s+not\s+exists\s+)?[\w."`[\]]+)/i,
    isIndented: false,
    prose: blockComment,
  },
  tex: {
    declaration: /^\s*\\((?:part|chapter|(?:sub){0,2}section|paragraph)\*?(?:\[[^\]]*\])?\{.*)/,
    isIndented: false,
  },
  yaml: { declaration: /^([\w."'/-]+):\s*(?:#.*)?$/, isIndented: true },
  sections: { declaration: /^\s*\[+([^\][]+)\]+\s*(?:[#;].*)?$/, isIndented: false },
};

/** Longer lines declare nothing; the rules would be slow on the one line of a packed script. */
const maxDeclarationChars = 300;

/** Parts in order; the lines before the first belong to none. */
export function codeParts(lines: readonly string[], family: CodeFamily): readonly CodePart[] {
  const rule = rules[family];
  if (!rule) return [];
  const parts: CodePart[] = [];
  let isProse = false;
  for (const [index, line] of lines.entries()) {
    const wasProse = isProse;
    if (rule.prose) isProse = isProseAfter(line, isProse, rule.prose);
    if (wasProse) continue;
    const [, declared] = (line.length > maxDeclarationChars ? null : rule.declaration.exec(line)) ?? [];
    if (declared !== undefined && (!rule.isIndented || hasBody(lines, index))) {
      const start = withComments(lines, index, parts.at(-1)?.line ?? -1);
      parts.push({
        line: start,
        ...(family === 'tex' ? texHeading(declared) : { name: normaliseProse(declared), level: 1 }),
      });
    } else if (rule.isIndented && parts.length > 0 && parts.at(-1)?.name !== null && isOutside(lines, index)) {
      parts.push({ line: index, name: null, level: 1 });
    }
  }
  return parts.filter((part, index) => part.line !== parts[index + 1]?.line);
}

function isProseAfter(line: string, isProse: boolean, [open, close]: readonly [string, string]): boolean {
  let inside = isProse;
  for (let at = 0; at >= 0; ) {
    const mark = inside ? close : open;
    const found = line.indexOf(mark, at);
    if (found < 0) return inside;
    inside = !inside;
    at = found + mark.length;
  }
  return inside;
}

/** True where the next line is indented or opens a bracket: a declaration of one line is no part of its own. */
function hasBody(lines: readonly string[], index: number): boolean {
  const next = lines.slice(index + 1, index + 3).find((line) => line.trim() !== '');
  return next !== undefined && /^(?:\s|[{(|)]|- )/.test(next);
}

/** Comments, decorators and attributes that stand directly above belong to what is declared. */
function withComments(lines: readonly string[], index: number, after: number): number {
  let start = index;
  while (start - 1 > after && attached.test(lines[start - 1] ?? '')) start--;
  return start;
}

const attached =
  /^\s?(?:\/\/|\/\*|\*|#(?!include|define|if|endif|pragma)|--|@|\[|%|;|template\b|(?:static|extern|inline|const|unsigned|void|int|char|long|bool)\b[\w\s*]*$)/;

/** Code that is not indented and not the end of what is above: after an empty line, no bracket, no label. */
function isOutside(lines: readonly string[], index: number): boolean {
  const line = lines[index] ?? '';
  if (lines[index - 1]?.trim() !== '' || attached.test(line)) return false;
  return /^[^\s})\]{(|>;,:-]/.test(line) && !/^(?:end|else|public|private|protected)\b/i.test(line);
}

const texLevels: readonly string[] = ['part', 'chapter', 'section', 'subsection', 'subsubsection', 'paragraph'];

/** `section*{On rent}`: the heading as it is printed, commands in it taken off. */
function texHeading(declared: string): { readonly name: string; readonly level: number } {
  const [, command = '', title = ''] =
    /^([a-z]+)\*?(?:\[[^\]]*\])?\{(.*?)\}?\s*(?:\\label\{.*)?(?:%.*)?$/s.exec(declared) ?? [];
  const name = normaliseProse(title.replace(/\\[a-z]+\*?|[{}]/gi, ' '));
  return { name: name || command, level: Math.max(1, texLevels.indexOf(command) + 1) };
}
