import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countUtf8, guessEncoding, looksLikeText } from './encoding.ts';

const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

describe('guessEncoding', () => {
  it('accepts every well-formed text as UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(countUtf8(new TextEncoder().encode(text)).bad).toBe(0);
      }),
    );
  });

  it('agrees with the platform on whether bytes are valid UTF-8', () => {
    const isValid = (bytes: Uint8Array): boolean => {
      try {
        // A sequence that is cut off at the very end is no fault for us.
        new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
        return true;
      } catch {
        return false;
      }
    };
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 12 }), (bytes) => {
        expect(countUtf8(bytes).bad === 0).toBe(isValid(bytes));
      }),
      { numRuns: 2_000 },
    );
  });

  it('reads old Western text as windows-1252 and says that it guessed', () => {
    expect(guessEncoding(latin1('Gr\xfc\xdfe aus K\xf6ln'))).toMatchObject({ encoding: 'windows-1252', guessed: true });
  });

  it('keeps UTF-8 that is damaged in one place', () => {
    const bytes = new Uint8Array([
      ...new TextEncoder().encode('Ärger über Öl und Äpfel, müde Füße, schöne Grüße'),
      0xff,
      0x41,
    ]);
    expect(guessEncoding(bytes)).toEqual({ encoding: 'utf-8', guessed: false, invalidSequences: 1 });
  });

  it('knows UTF-16 by its mark or its NULs', () => {
    expect(guessEncoding(new Uint8Array([0xfe, 0xff, 0, 65])).encoding).toBe('utf-16be');
    expect(guessEncoding(latin1('h\0e\0l\0l\0o\0')).encoding).toBe('utf-16le');
    expect(looksLikeText(latin1('h\0e\0l\0l\0o\0'))).toBe(true);
    expect(looksLikeText(latin1('\xff\xfeh\0e\0'))).toBe(true);
    expect(looksLikeText(latin1('\xff\xfe\0\0h\0\0\0e\0\0\0'))).toBe(false);
  });
});
