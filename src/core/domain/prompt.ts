/**
 * A prompt is a list of parts, each encoded by itself. Only a `control` part can become a control token:
 * every other part is encoded with special tokens switched off, so `<|im_end|>` in a document is just text.
 */
export type PromptPart =
  /**
   * Exactly one control token of the model's vocabulary, such as `<|im_start|>`. With `probe`, what the model would say
   * next is asked here: the probabilities of these texts among one another. Each is known by its last token.
   */
  | { readonly kind: 'control'; readonly token: string; readonly probe?: readonly string[] }
  /** Text of the template itself. */
  | { readonly kind: 'template'; readonly text: string }
  | { readonly kind: 'question'; readonly text: string }
  /** Text out of a document: untrusted. */
  | { readonly kind: 'document'; readonly text: string };

export type Prompt = readonly PromptPart[];
