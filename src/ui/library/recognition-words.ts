import { type RecognitionLanguage, recognitionLanguages } from '../../core/domain/recognition.ts';

export function isRecognitionLanguage(code: string): code is RecognitionLanguage {
  return Object.hasOwn(recognitionLanguages, code);
}

/** The first of the person's languages (BCP 47) that can be read; else English. */
export function likelyLanguage(tags: readonly string[]): RecognitionLanguage {
  for (const tag of tags) {
    const main = tag.toLowerCase().split('-')[0];
    const [code] = Object.entries(recognitionLanguages).find((entry) => entry[1].tag === main) ?? [];
    if (code !== undefined && isRecognitionLanguage(code)) return code;
  }
  return 'eng';
}
