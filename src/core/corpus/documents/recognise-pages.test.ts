import { describe, expect, it } from 'vitest';
import { Cancelled, WinnowError } from '../../domain/errors.ts';
import { writtenPicture, writtenRecogniser } from '../../domain/recogniser-fixture.ts';
import type { Picture } from '../../domain/recognition.ts';
import { recognisePages } from './recognise-pages.ts';

const pagesOf = (...pictures: readonly (Picture | Error)[]) =>
  pictures.map((picture, place) => ({
    number: place + 1,
    width: 595,
    height: 842,
    draw: async () => {
      if (picture instanceof Error) throw picture;
      return picture;
    },
  }));

function setUp(...pictures: readonly (Picture | Error)[]) {
  const { open, counts } = writtenRecogniser();
  const seen: string[] = [];
  const onPage = (done: number, total: number) => void seen.push(`${done} of ${total}`);
  const run = (signal?: { readonly aborted: boolean }) =>
    recognisePages(pagesOf(...pictures), open, { language: 'eng', onPage }, null, signal);
  return { run, open, counts, seen };
}

const told = (warnings: readonly { code: string; page?: number }[]) =>
  warnings.map(({ code, page }) => `${code} ${page}`);

describe('pages', () => {
  it('are read in order by one recogniser, which is ended, with progress before each and at the end', async () => {
    const { run, counts, seen } = setUp(writtenPicture('First'), writtenPicture('Second page'));
    const { pages, warnings } = await run();
    expect(pages.map(({ fragments }) => fragments.map(({ text }) => text))).toEqual([['First'], ['Second', 'page']]);
    expect(told(warnings)).toEqual(['recognised 1', 'recognised 2']);
    expect(seen).toEqual(['0 of 2', '1 of 2', '2 of 2']);
    expect(counts).toEqual({ opened: 1, open: 0, read: 2 });
  });

  it('say how sure the reading is: to be checked, left out, or nothing found', async () => {
    const { run } = setUp(writtenPicture('?62 Blurred words'), writtenPicture('?33 tAl1 w0rd5'), writtenPicture());
    const { pages, warnings } = await run();
    expect(pages.map(({ fragments }) => fragments.length)).toEqual([2, 0, 0]);
    expect(told(warnings)).toEqual(['recognised 1', 'hard-to-read 1', 'picture-not-read 2', 'picture-not-read 3']);
    expect(warnings[1]?.message).toBe('Page 1: hard to read (62 of 100 sure). Check it.');
    expect(warnings[2]?.message).toContain('33 of 100 sure');
    expect(warnings[3]?.message).toContain('no text was found');
  });

  it('that cannot be drawn, or at which the recogniser stops, are named, and the others go on with a new one', async () => {
    const broken = new WinnowError('document-damaged', 'Page 1 cannot be drawn.');
    const { run, counts } = setUp(broken, writtenPicture('!'), writtenPicture('Third'));
    const { pages, warnings } = await run();
    expect(pages.map(({ number }) => number)).toEqual([3]);
    expect(told(warnings)).toEqual(['picture-not-read 1', 'picture-not-read 2', 'recognised 3']);
    expect(warnings[0]?.message).toContain('picture is damaged');
    expect(warnings[1]?.message).toContain('stopped at it');
    expect(counts).toMatchObject({ opened: 2, open: 0 });
  });
});

describe('all of it ends', () => {
  it('when the recogniser stops at three pages in a row', async () => {
    const stopping = [writtenPicture('!'), writtenPicture('!'), writtenPicture('!')];
    const { run, counts } = setUp(writtenPicture('First'), ...stopping, writtenPicture('Fifth'));
    await expect(run()).rejects.toMatchObject({ code: 'recogniser-failed' });
    expect(counts).toMatchObject({ open: 0, read: 4 });
  });

  it('with the reason, when no page can be read', async () => {
    const tooLarge = new WinnowError('picture-too-large', 'Too many pixels.');
    await expect(setUp(tooLarge).run()).rejects.toBe(tooLarge);
  });

  it('at once when there is no recogniser, or something is wrong with Winnow itself', async () => {
    const unavailable = new WinnowError('recogniser-unavailable', 'Not there.');
    const open = async () => {
      throw unavailable;
    };
    const pages = pagesOf(writtenPicture('First'), writtenPicture('Second'));
    await expect(recognisePages(pages, open, { language: 'eng' }, null)).rejects.toBe(unavailable);
    const fault = new TypeError('x is undefined');
    await expect(setUp(fault, writtenPicture('Second')).run()).rejects.toBe(fault);
  });

  it('wherever it is cancelled, and no recogniser stays open', async () => {
    for (let looks = 0; looks < 12; looks++) {
      let left = looks;
      const signal = {
        get aborted() {
          return left-- <= 0;
        },
      };
      const { run, counts } = setUp(writtenPicture('First'), writtenPicture('Second'));
      const outcome = await run(signal).catch((error: unknown) => error);
      if (left < 0) expect(outcome).toBeInstanceOf(Cancelled);
      else expect(outcome).toMatchObject({ pages: [{ number: 1 }, { number: 2 }] });
      expect(counts.open).toBe(0);
    }
  });
});
