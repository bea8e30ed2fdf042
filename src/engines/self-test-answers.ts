/** What a model must say to a fixed prompt, token for token. */
export type SelfTestAnswer = { readonly promptIds: readonly number[]; readonly replyIds: readonly number[] };

// <|im_start|>user\nName the days of the week, then the months of the year, then count from one to ten.<|im_end|>\n
// <|im_start|>assistant\nMonday, Tuesday, …, Sunday. January, …, December. One, two, three, four,
const daysMonthsNumbers: readonly number[] = [
  1, 4093, 198, 5820, 260, 2009, 282, 260, 2605, 28, 965, 260, 2704, 282, 260, 713, 28, 965, 985, 429, 582, 288, 3772,
  30, 2, 198, 1, 520, 9531, 198, 32210, 28, 14801, 28, 15083, 28, 14963, 28, 11655, 28, 14986, 28, 10528, 30, 4450, 28,
  5096, 28, 3903, 28, 4124, 28, 2405, 28, 4019, 28, 4185, 28, 4053, 28, 4448, 28, 4451, 28, 4745, 28, 4645, 30, 1963,
  28, 827, 28, 1296, 28, 1876, 28,
];

/**
 * By model id. Greedy replies of the same 4-bit weights in float32 on PyTorch 2.13 (transformers 5.24). The prompt was
 * chosen so that the best token leads the second by a wide margin, which rounding cannot turn round:
 * at least 3.7 for SmolLM2 (` five, six, seven, eight,`), 0.1 for the random weights of the test model.
 */
export const selfTestAnswers: Readonly<Record<string, SelfTestAnswer>> = {
  'smollm2-135m-instruct-q4': {
    promptIds: daysMonthsNumbers,
    replyIds: [2531, 28, 2976, 28, 4962, 28, 4475, 28],
  },
  'tiny-test': {
    promptIds: daysMonthsNumbers,
    replyIds: [11956, 40132, 41844, 42819, 38822, 15329, 811, 23498],
  },
};
