import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentsFolder, expect, type Trace, test, theEvent } from './support/winnow.ts';

type KnownQuestion = { id: string; document: string; question: string; answer: string[]; sentence: string };
const questions: { answerable: KnownQuestion[]; unanswerable: { id: string; question: string }[] } = JSON.parse(
  readFileSync(join(documentsFolder, 'questions.json'), 'utf8'),
);

type PoolCandidate = { documentName: string; passage: { text: string } };

/** Candidates of the pool whose text holds the sentence; spaces count as one. */
function candidatesWith(trace: Trace, sentence: string): readonly PoolCandidate[] {
  const pool = theEvent(trace, 'candidates')['pool'] as { candidates: PoolCandidate[] };
  return pool.candidates.filter(({ passage }) => flat(passage.text).includes(flat(sentence)));
}

const flat = (text: string): string => text.replace(/\s+/g, ' ').trim();

test.use({ address: 'engine=transformers' });

for (const { id, document, question, answer, sentence } of questions.answerable) {
  test(`${id}: the answer is cited and its sentence lit`, async ({ winnow }) => {
    await winnow.add('debian-history.pdf', 'tenancy-agreement.md', 'heat-pump-guide.html');
    const trace = await winnow.ask(question);

    const right = candidatesWith(trace, sentence);
    expect(right.map((candidate) => candidate.documentName)).toContain(document);
    expect(theEvent(trace, 'started')['model']).toMatchObject({ engine: 'transformers' });
    expect(theEvent(trace, 'done')['outcome']).toBe('answered');

    const article = winnow.page.getByRole('main');
    await expect(article).toContainText(new RegExp(answer.map(literal).join('|')));
    await winnow.page.getByRole('button', { name: /^Citation 1/ }).click();
    const lit = winnow.page.locator('mark.lit');
    await expect.poll(async () => (await lit.allInnerTexts()).map(flat).join('\n')).toContain(flat(sentence));
  });
}

for (const { id, question } of questions.unanswerable) {
  test(`${id}: ends without an answer`, async ({ winnow }) => {
    await winnow.add('debian-history.pdf', 'tenancy-agreement.md', 'heat-pump-guide.html');
    const trace = await winnow.ask(question);
    expect(['none', 'abstained']).toContain(theEvent(trace, 'done')['outcome']);
  });
}

test('the library is still there after a reload, and nothing is embedded twice', async ({ winnow }) => {
  await winnow.add('tenancy-agreement.md', 'heat-pump-guide.html');
  const { page } = winnow;
  const embedding = page.getByRole('progressbar', { name: 'Embedding passages' });
  await expect(embedding).toHaveCount(0, { timeout: 120_000 });
  const embedderFiles: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('embedder.onnx')) embedderFiles.push(request.url());
  });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Remove tenancy-agreement.md', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove heat-pump-guide.html', exact: true })).toBeVisible();
  // With every vector stored, opening the library asks for no embedder.
  await page.waitForTimeout(2000);
  expect(embedderFiles).toEqual([]);
});

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
