// Text recognition: what reads the text in pictures, and what it makes of one. An engine implements it.
import type { CancelSignal } from './cancel.ts';

/** Languages whose data ships with Winnow, by the recogniser's own codes. */
export const recognitionLanguages = {
  eng: { name: 'English', tag: 'en' },
  deu: { name: 'German', tag: 'de' },
  fra: { name: 'French', tag: 'fr' },
  spa: { name: 'Spanish', tag: 'es' },
  ita: { name: 'Italian', tag: 'it' },
  por: { name: 'Portuguese', tag: 'pt' },
  nld: { name: 'Dutch', tag: 'nl' },
} as const satisfies Readonly<Record<string, { readonly name: string; readonly tag: string }>>;

export type RecognitionLanguage = keyof typeof recognitionLanguages;

/** Asks a parser to read the text in pictures, too. */
export type Recognition = {
  readonly language: RecognitionLanguage;
  /** Pages that had their turn, of all whose pictures are read. */
  readonly onPage?: (donePages: number, totalPages: number) => void;
};

/** A picture to be read: a whole PNG, and what it shows. */
export type Picture = {
  readonly png: Uint8Array<ArrayBuffer>;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** 1 point is this many pixels; pages are laid out in points. */
  readonly pixelsPerPoint: number;
};

/** A word where the picture shows it. Coordinates in pixels, origin at the top left. */
type RecognisedWord = {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  /** How sure the recogniser is, 0..100. */
  readonly confidence: number;
};

export type RecognisedLine = {
  /** Left to right. */
  readonly words: readonly RecognisedWord[];
  /** Pixels from the picture's top to the line on which the letters stand, at its middle. */
  readonly baseline: number;
  /** From the lowest to the highest that its letters reach, in pixels: about the height of the font. */
  readonly height: number;
};

/** Reads pictures, one at a time. */
export type TextRecogniser = {
  /**
   * Lines in reading order; none where there is no text.
   * @throws Cancelled; WinnowError `recogniser-failed`: this one is then of no more use, open another
   */
  readonly recognise: (picture: Picture, signal?: CancelSignal) => Promise<readonly RecognisedLine[]>;
  /** Ends it, whatever it is doing. */
  readonly end: () => void;
};

/** @throws WinnowError `recogniser-unavailable` */
export type OpenRecogniser = (language: RecognitionLanguage, signal?: CancelSignal) => Promise<TextRecogniser>;
