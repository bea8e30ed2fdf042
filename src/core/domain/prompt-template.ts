// Prompt text as data: templates with placeholders, checked when loaded, filled part by part.
// Nothing is ever replaced inside a string, so `$&`, `{question}` or `<|im_end|>` in a document are just text.
import { WinnowError } from './errors.ts';
import type { Prompt, PromptPart } from './prompt.ts';

/**
 * `{question}` and `{passages}` in `user`; `{label}`, `{title}` and `{text}` in `passage`. Each at least once.
 * `passage` may have `{mark}`, and `{slot}` for the control token at which a trained ranker is asked to keep or drop it.
 */
export type PromptTemplateSource = {
  /** Name and number, such as `zero-shot-adaptive/1`. Any change of the words is a new version. */
  readonly version: string;
  /** Words of the system turn; '' for none. */
  readonly system: string;
  readonly user: string;
  readonly passage: string;
};

export type PromptPassage = {
  readonly label: number;
  readonly title: string;
  readonly text: string;
  /** What the ranker is told of the passage beside its text; '' or absent for nothing. */
  readonly mark?: string;
};

/** One that the base model never met in text: training alone gives it its sense. */
const slotToken = '<file_sep>';
/** Keep, drop: what a trained ranker says at a slot. */
const slotClasses = [' yes', ' no'] as const;

export type PromptTemplate = {
  readonly version: string;
  /** A whole ChatML prompt, up to where the assistant's reply begins. */
  readonly fill: (question: string, passages: readonly PromptPassage[]) => Prompt;
  /** One passage as it stands in the prompt. Parts are encoded one by one, so tokens of parts add up. */
  readonly fillPassage: (passage: PromptPassage) => Prompt;
};

type Segment = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'slot'; readonly name: string };

function parseSegments(
  source: string,
  required: readonly string[],
  version: string,
  optional: readonly string[] = [],
): readonly Segment[] {
  const names = [...required, ...optional];
  const segments: Segment[] = [];
  let end = 0;
  for (const match of source.matchAll(/\{(\w*)\}/g)) {
    const name = match[1] ?? '';
    if (!names.includes(name)) {
      throw new WinnowError(
        'internal',
        `Prompt ${version} has an unknown placeholder {${name}}; use {${names.join('}, {')}}.`,
      );
    }
    if (match.index > end) segments.push({ kind: 'text', text: source.slice(end, match.index) });
    segments.push({ kind: 'slot', name });
    end = match.index + match[0].length;
  }
  if (end < source.length) segments.push({ kind: 'text', text: source.slice(end) });
  for (const name of required) {
    if (segments.some((segment) => segment.kind === 'slot' && segment.name === name)) continue;
    throw new WinnowError('internal', `Prompt ${version} lacks the placeholder {${name}}.`);
  }
  return segments;
}

/**
 * Takes bracketed numbers (`[3]`, `[1, 2]`, `[4-6]`) out of untrusted text for the prompt, where they would look like
 * labels: the brackets become round. Text shown to people is never touched.
 */
export function neutraliseLabels(text: string): string {
  return text.replaceAll(
    /[[［【]\s*(\p{Nd}[\p{Nd}\s,;–—-]*)[\]］】]/gu,
    (_, numbers: string) => `(${numbers.trimEnd()})`,
  );
}

function fillSegments(segments: readonly Segment[], slots: Readonly<Record<string, Prompt>>): PromptPart[] {
  return segments.flatMap(
    (segment): Prompt =>
      segment.kind === 'text' ? [{ kind: 'template', text: segment.text }] : (slots[segment.name] ?? []),
  );
}

function turn(role: string, content: Prompt): Prompt {
  return [
    { kind: 'control', token: '<|im_start|>' },
    { kind: 'template', text: `${role}\n` },
    ...content,
    { kind: 'control', token: '<|im_end|>' },
    { kind: 'template', text: '\n' },
  ];
}

/** @throws WinnowError `internal` for a missing or unknown placeholder */
export function createPromptTemplate(source: PromptTemplateSource): PromptTemplate {
  const userSegments = parseSegments(source.user, ['question', 'passages'], source.version);
  const passageSegments = parseSegments(source.passage, ['label', 'title', 'text'], source.version, ['mark', 'slot']);
  const systemTurn = source.system === '' ? [] : turn('system', [{ kind: 'template', text: source.system }]);

  const fillPassage = (passage: PromptPassage): Prompt =>
    fillSegments(passageSegments, {
      label: [{ kind: 'template', text: String(passage.label) }],
      title: [{ kind: 'document', text: neutraliseLabels(passage.title) }],
      text: [{ kind: 'document', text: neutraliseLabels(passage.text) }],
      mark: [{ kind: 'template', text: passage.mark ?? '' }],
      slot: [{ kind: 'control', token: slotToken, probe: slotClasses }],
    });

  return {
    version: source.version,
    fillPassage,
    fill: (question, passages) => {
      const user = fillSegments(userSegments, {
        question: [{ kind: 'question', text: neutraliseLabels(question) }],
        passages: passages.flatMap(fillPassage),
      });
      return [
        ...systemTurn,
        ...turn('user', user),
        { kind: 'control', token: '<|im_start|>' },
        { kind: 'template', text: 'assistant\n' },
      ];
    },
  };
}
