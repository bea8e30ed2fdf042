/** What a trained generator writes when the evidence does not answer. */
export const abstentionPhrase = 'The documents do not say.';

/** Other ways in which small models say it, at the beginning of a statement. */
const abstentions: readonly RegExp[] = [
  /^(?:the |these |those |this |your |given |provided )*(?:documents?|passages?|sources?|text|context|information|evidence|excerpts?)(?: provided| given| above| here)? (?:do|does|did)(?: not|n't|n’t) (?:say|state|mention|contain|provide|specify|answer|include|give|tell|discuss|address|explain|indicate|have)/u,
  /^(?:i|we) (?:do not|don't|don’t|cannot|can't|can’t|could not|am unable|are unable)\b.*\b(?:know|find|answer|determine|tell|say)/u,
  /^(?:there is|there's|there’s) (?:no|not enough|insufficient) (?:information|mention|answer|evidence)/u,
  /^(?:it|this|that|the answer|the question) (?:is|was) not (?:mentioned|stated|specified|given|provided|answered|clear|found)/u,
  /^(?:it|this|the question) (?:cannot|can't|can’t|could not) be (?:answered|determined)/u,
];

/** True for a statement that says that the evidence does not answer. */
export function isAbstention(statement: string): boolean {
  const plain = statement.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, ' ').trim();
  // The phrase itself counts wherever it stands ("The answer is: the documents do not say.").
  const phrase = abstentionPhrase.toLowerCase().replace(/\.$/u, '');
  return plain.includes(phrase) || abstentions.some((pattern) => pattern.test(plain));
}
