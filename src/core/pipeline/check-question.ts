import { wordsOf } from '../corpus/search-index/tokenise.ts';
import { WinnowError } from '../domain/errors.ts';

/** Longest question, in UTF-16 units: some 300 English words. A question is not a document. */
const maxQuestionChars = 2000;

/**
 * @returns the question without the white space around it
 * @throws WinnowError `question-empty`, `question-too-long`, `question-no-terms`
 */
export function checkQuestion(question: string): string {
  const text = question.trim();
  if (text === '') throw new WinnowError('question-empty', 'The question is empty; write what you want to know.');
  if (text.length > maxQuestionChars) {
    const wordCount = text.split(/\s+/u).length;
    throw new WinnowError(
      'question-too-long',
      `The question has ${text.length} characters (${wordCount} words), but at most ${maxQuestionChars} characters can be asked; shorten it, or add the text as a document.`,
      { chars: text.length, words: wordCount, limitChars: maxQuestionChars },
    );
  }
  if (wordsOf(text).length === 0) {
    throw new WinnowError(
      'question-no-terms',
      `The question "${text.slice(0, 40)}" has no letter or digit; ask in words.`,
      {
        chars: text.length,
      },
    );
  }
  return text;
}
