import { describe, expect, it } from 'vitest';
import { texts } from './fixtures/legacy-encodings.json' with { type: 'json' };
import { decodeText } from './text-decoding.ts';

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

describe('decodeText', () => {
  it.each(texts)('finds out that $language text is in $encoding', ({ text, base64 }) => {
    const { text: read, warnings } = decodeText(bytesOf(base64));
    expect(read).toBe(text);
    expect(warnings.map(({ code }) => code)).toEqual(['encoding-guessed']);
  });

  it('finds it behind a long beginning without such letters', () => {
    const [russian] = texts;
    const head = new TextEncoder().encode('A long English preface. '.repeat(10_000));
    const bytes = new Uint8Array([...head, ...bytesOf(russian?.base64 ?? '')]);
    expect(decodeText(bytes).text.endsWith(russian?.text ?? '?')).toBe(true);
  });

  it('reads a few letters as Western European', () => {
    expect(decodeText(bytesOf(btoa('déjà vu, café noir'))).text).toBe('déjà vu, café noir');
  });

  it('believes what the file itself declares', () => {
    expect(decodeText(Uint8Array.of(0xe4, 0xf6), 'koi8-r').text).toBe('ДЖ');
  });
});
