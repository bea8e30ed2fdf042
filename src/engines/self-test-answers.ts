import type { WeightSet } from '../core/domain/token-model.ts';

/** What a model must say to a fixed prompt, token for token. */
export type SelfTestAnswer = { readonly promptIds: readonly number[]; readonly replyIds: readonly number[] };

export type SelfTestAnswers = Readonly<Record<WeightSet, SelfTestAnswer>>;

// <|im_start|>user\nName the days of the week, then the months of the year, then count from one to ten.<|im_end|>\n
// <|im_start|>assistant\nMonday, Tuesday, …, Sunday. January, …, December. One, two, three, four,
const daysMonthsNumbers: readonly number[] = [
  1, 4093, 198, 5820, 260, 2009, 282, 260, 2605, 28, 965, 260, 2704, 282, 260, 713, 28, 965, 985, 429, 582, 288, 3772,
  30, 2, 198, 1, 520, 9531, 198, 32210, 28, 14801, 28, 15083, 28, 14963, 28, 11655, 28, 14986, 28, 10528, 30, 4450, 28,
  5096, 28, 3903, 28, 4124, 28, 2405, 28, 4019, 28, 4185, 28, 4053, 28, 4448, 28, 4451, 28, 4745, 28, 4645, 30, 1963,
  28, 827, 28, 1296, 28, 1876, 28,
];

// <|im_start|>user\nQuestion: When does the library open on Sunday?\n[1]96\nOpening hours\nOn Sunday the library opens …
// <file_sep>[2]02\nBicycles\nBicycles must not be left at the gate.<file_sep>Question: …<|im_end|>\n
// <|im_start|>assistant\n
const openingHours: readonly number[] = [
  1, 4093, 198, 17872, 42, 216, 2427, 1072, 260, 4971, 1440, 335, 10528, 47, 198, 75, 33, 77, 41, 38, 198, 20091, 1994,
  2737, 198, 3280, 10528, 260, 4971, 10573, 418, 3772, 284, 29508, 418, 1876, 30, 5, 75, 34, 77, 32, 34, 198, 50, 8744,
  3042, 198, 50, 8744, 3042, 1251, 441, 325, 2049, 418, 260, 10166, 30, 5, 17872, 42, 216, 2427, 1072, 260, 4971, 1440,
  335, 10528, 47, 2, 198, 1, 520, 9531, 198,
];

/**
 * By model id. Greedy replies of the same weights in float32 on PyTorch 2.13 (transformers 5.24). The prompts were
 * chosen so that the best token leads the second by a wide margin, which rounding cannot turn round:
 * at least 3.7 for SmolLM2 (` five, six, seven, eight,`), 1.3 for its ranker (`[1]`, where the base begins a sentence),
 * 0.1 for the random weights of the test model.
 */
export const selfTestAnswers: Readonly<Record<string, SelfTestAnswers>> = {
  'smollm2-135m-instruct-q4': {
    base: { promptIds: daysMonthsNumbers, replyIds: [2531, 28, 2976, 28, 4962, 28, 4475, 28] },
    ranker: { promptIds: openingHours, replyIds: [75, 33, 77] },
  },
  'tiny-test': {
    base: { promptIds: daysMonthsNumbers, replyIds: [34091, 42015, 33880, 30137, 27041, 42253, 36873, 10023] },
    ranker: { promptIds: daysMonthsNumbers, replyIds: [11956, 40132, 41844, 42819, 38822, 15329, 811, 23498] },
  },
};
