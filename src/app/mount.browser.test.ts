import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { WinnowState } from '../state/winnow-state.ts';
import { mount } from './mount.tsx';
import { watchRequests } from './watch-requests.ts';
import { wireWinnow } from './wiring.ts';

// The whole page over the real workers; only the model is scripted: it keeps the first two passages and cites the first.
let winnow: WinnowState;
let unmount: () => void;

beforeEach(async () => {
  await page.viewport(1440, 900);
  performance.clearResourceTimings();
  winnow = wireWinnow({ engine: 'auto', modelId: 'scripted' });
  watchRequests(winnow.privacy);
  const root = document.createElement('div');
  document.body.replaceChildren(root);
  unmount = mount(root, winnow);
  await expect.poll(() => winnow.library.getState().phase).toBe('ready');
  await winnow.libraryActions.clear();
});

afterEach(() => unmount());

const rules = `# House rules

## Quiet hours

Quiet hours begin at ten in the evening. They end at seven in the morning.

## Bicycles

Bicycles stand in the cellar. Quiet repairs of bicycles are allowed in the yard.

## Laundry

The laundry room is open from Monday to Saturday. It is closed in quiet hours.
`;

const hostile = `# <img src=x onerror="document.title='owned'">

Quiet <script>document.title = 'owned'</script> hours {question} $& <|im_end|> [2] and ![x](https://example.com/x.png).
`;

const add = (name: string, text: string) => winnow.libraryActions.addFiles([{ name, data: new Blob([text]) }]);

async function ask(question: string): Promise<void> {
  await userEvent.fill(page.getByRole('textbox', { name: 'Your question' }), question);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => winnow.query.getState().run?.phase).toBe('ended');
}

const focused = (): string => document.activeElement?.textContent ?? '';

test('an empty library shows the welcome alone; a document brings the columns, deleting everything the welcome back', async () => {
  await expect.element(page.getByRole('heading', { name: 'Ask your own documents' })).toBeVisible();
  await add('rules.md', rules);
  await expect.element(page.getByRole('textbox', { name: 'Your question' })).toBeVisible();
  await expect.element(page.getByText('rules.md')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Delete everything' }));
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Delete everything' }));
  await expect.element(page.getByRole('heading', { name: 'Ask your own documents' })).toBeVisible();
});

test('citations and sentences lead to each other by keyboard alone', async () => {
  await add('rules.md', rules);
  await ask('When do quiet hours begin?');
  await userEvent.keyboard('n');
  const citation = page.getByRole('button', { name: /^Citation 1/u });
  await expect.element(citation).toHaveFocus();
  await expect.poll(() => document.querySelectorAll('.lit[data-lit]').length).toBeGreaterThan(0);
  expect(document.querySelectorAll('.statement[data-lit]')).toHaveLength(1);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => document.activeElement?.closest('.lit') !== null).toBe(true);
  const { run } = winnow.query.getState();
  const cited = run?.view.citations[0];
  expect(cited).toBeDefined();
  const document_ = await winnow.source.getState().texts.get(cited?.documentId ?? '');
  expect(document_?.status).toBe('ready');
  if (document_?.status !== 'ready' || cited === undefined) return;
  expect(focused()).toBe(document_.document.text.slice(cited.sentence.start, cited.sentence.end));
  await userEvent.keyboard('{Enter}');
  await expect.element(citation).toHaveFocus();
});

test('the strip has a mark for every candidate, its counts add up, and the arrow keys walk it', async () => {
  await add('rules.md', rules);
  await ask('Where do bicycles stand in quiet hours?');
  const strip = page.getByRole('toolbar', { name: 'Candidates, best first' });
  const marks = strip.getByRole('button').elements();
  const { counts, candidates } = winnow.query.getState().run?.view ?? { counts: null, candidates: [] };
  expect(candidates.length).toBeGreaterThan(1);
  expect(marks).toHaveLength(candidates.length);
  expect(counts).toMatchObject({ pending: 0 });
  for (const fate of ['kept', 'dropped', 'not-read', 'near-duplicate']) {
    const shown = marks.filter((mark) => mark.getAttribute('data-fate') === fate).length;
    expect(shown).toBe(candidates.filter((entry) => entry.decision?.kind === fate).length);
  }
  expect(marks.filter((mark) => mark.getAttribute('tabindex') === '0')).toHaveLength(1);
  (marks[0] as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(marks[1]);
  await userEvent.keyboard('{End}');
  expect(document.activeElement).toBe(marks.at(-1));
  await userEvent.keyboard('{Enter}');
  expect(winnow.source.getState().passageId).toBe(candidates.at(-1)?.candidate.passage.id);
  await expect.element(page.getByRole('article').filter({ hasText: 'rules.md' }).last()).toBeVisible();
});

test('a question that cannot be asked says why and stays in the box', async () => {
  await add('rules.md', rules);
  const box = page.getByRole('textbox', { name: 'Your question' });
  await userEvent.click(page.getByRole('button', { name: 'Ask', exact: true }));
  await expect.element(page.getByText('Type a question first.')).toBeVisible();
  const long = 'word '.repeat(5000);
  await box.fill(long);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('This question is too long for the model.')).toBeVisible();
  await expect.element(box).toHaveValue(long);
  expect(winnow.model.getState().model.status).not.toBe('failed');
});

test('files that cannot be read each say why, and the others go in', async () => {
  await winnow.libraryActions.addFiles([
    { name: 'empty.txt', data: new Blob([]) },
    {
      name: 'photo.pdf',
      data: new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1])]),
    },
    { name: 'film.pdf', data: new Blob(['\0\0\0\x20ftypisom']) },
    { name: 'rules.md', data: new Blob([rules]) },
    { name: 'again.md', data: new Blob([rules]) },
  ]);
  await expect.element(page.getByText('This file is empty.', { exact: true })).toBeVisible();
  await expect.element(page.getByText('This file is a picture, and holds no text by itself.')).toBeVisible();
  await expect.element(page.getByText('Winnow cannot read this kind of file.', { exact: true })).toBeVisible();
  await expect.element(page.getByText('You already have this file.', { exact: true })).toBeVisible();
  expect(winnow.library.getState().documents.map((document) => document.name)).toEqual(['rules.md']);
});

test('hostile text stays text: nothing of it becomes an element, a style, a title or a request', async () => {
  const title = document.title;
  await add('<b>bold</b>.md', hostile);
  await ask('What about quiet hours <img src=x>?');
  await userEvent.keyboard('n');
  expect(document.querySelectorAll('#root script, body > div script, body img, body b, body iframe')).toHaveLength(0);
  expect(document.title).toBe(title);
  await expect.element(page.getByRole('heading', { name: 'What about quiet hours <img src=x>?' })).toBeVisible();
  expect(winnow.privacy.getState().foreignOrigins).toEqual([]);
  await expect.element(page.getByText('0 requests to other sites')).toBeVisible();
});

test('nothing on the page carries an inline style, which its policy would refuse', async () => {
  await add('rules.md', rules);
  await ask('When do quiet hours begin?');
  expect(document.querySelectorAll('body [style]')).toHaveLength(0);
});

test('a request to another site is counted and named, also one that failed', async () => {
  const image = new Image();
  image.src = 'https://elsewhere.invalid/pixel.png';
  await expect.element(page.getByText('1 request to other sites')).toBeVisible();
  expect(winnow.privacy.getState().foreignOrigins).toEqual(['https://elsewhere.invalid']);
});
