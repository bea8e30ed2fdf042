import type { ListwiseSample } from './listwise-sample.ts';

/** Sources whose samples ask a question. The others state a claim or a hypothesis: there is nothing to answer. */
const questionSources: ReadonlySet<string> = new Set([
  '2wiki',
  'clapnq',
  'hotpotqa',
  'hotpotqa_fullwiki',
  'multihop_rag',
  'musique',
  'nq',
  'quotesum',
  'ramdocs',
  'squad1',
  'squad2',
]);
/** Sources that list several answers, all of them right: the question is ambiguous. Elsewhere a list holds wordings of one. */
const listSources: ReadonlySet<string> = new Set(['ramdocs', 'quotesum']);

/** True for samples that ask a question and say what is right: an answer, or that nothing helps. */
export function asksQuestion({ source, answers, rightSets }: ListwiseSample): boolean {
  return questionSources.has(source) && (answers.length > 0 || rightSets[0]?.length === 0);
}

/** What a full answer names, each in all its wordings. */
export function answerGroups({ source, answers }: ListwiseSample): readonly (readonly string[])[] {
  if (listSources.has(source)) return answers.map((answer) => [answer]);
  return answers.length === 0 ? [] : [answers];
}
