import { type Collection, passagesOf } from './collection.ts';
import fixture from './fixtures/multilingual.json' with { type: 'json' };

/** One library of thirteen languages, a document of each; questions are counted by language. */
export function multilingualCollection(): Collection {
  const documents = fixture.languages.map(({ code, passages }) => {
    const texts = passages.map((text) => ({ title: '', text }));
    return { name: '', passages: passagesOf(code, texts) };
  });
  const questions = fixture.languages.flatMap(({ code, questions: ofLanguage }) =>
    ofLanguage.map(({ text, relevant }, position) => ({
      id: `${code}-${position}`,
      group: code,
      text,
      relevant: new Set(relevant.map((ordinal) => `${code}:${ordinal}`)),
    })),
  );
  return { name: 'multilingual', documents, questions };
}
