// Stemmers of fourteen languages, by Snowball's algorithms of its version 2.0; those of English and Arabic are in the core.
import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as hungarian } from '@orama/stemmers/hungarian';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as romanian } from '@orama/stemmers/romanian';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stemmer as turkish } from '@orama/stemmers/turkish';
import type { Stemmers } from '../core/domain/ports.ts';

const byLanguage: ReadonlyMap<string, (word: string) => string> = new Map([
  ['da', danish],
  ['de', german],
  ['es', spanish],
  ['fi', finnish],
  ['fr', french],
  ['hu', hungarian],
  ['it', italian],
  ['nl', dutch],
  ['no', norwegian],
  ['pt', portuguese],
  ['ro', romanian],
  ['ru', russian],
  ['sv', swedish],
  ['tr', turkish],
]);

/** A stem is never empty, and a word of another language comes back as it is. */
export const oramaStemmers: Stemmers = {
  id: '@orama/stemmers@3.1.18',
  languages: new Set(byLanguage.keys()),
  stem: (language, word) => byLanguage.get(language)?.(word) || word,
};
