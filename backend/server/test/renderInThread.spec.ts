import { expect, it } from 'vitest';
import { renderInThread } from '../src/app/renderInThread.ts';
import { type PdfDocument, renderPdf } from '../src/platform/pdf/renderPdf.ts';

const letterhead = { name: 'Harbor Access', address: '1 Main St', phone: '555', email: 'hello@example.com' };
const document = (rows = 1): PdfDocument => ({
  title: 'T',
  heading: 'REPORT',
  madeAt: '2026-12-01T05:00:00.000Z',
  content: [{ table: { body: Array.from({ length: rows }, (_, row) => [`${row}`, '株式会社', 'Two']) } }],
});

it('makes the same PDF as without a thread', async () => {
  const pdf = await renderInThread(document(), letterhead);
  expect(pdf.equals(await renderPdf(document(), letterhead))).toBe(true);
});

it('makes the same PDF after one in other fonts', async () => {
  const first = await renderPdf(document(), letterhead);
  await renderPdf({ ...document(), content: ['Ωμέγα ≤ 한국 中国 नमस्ते'] }, letterhead);
  expect(first.equals(await renderPdf(document(), letterhead))).toBe(true);
});

// Proves I35-14
it('leaves the portal free meanwhile', async () => {
  let turns = 0;
  const count = setInterval(() => {
    turns += 1;
  }, 5);
  await renderInThread(document(1_500), letterhead);
  clearInterval(count);
  expect(turns).toBeGreaterThan(40);
});

it('says why a document fails, and makes the next one', async () => {
  const broken = { ...document(), content: [{ svg: '<svg width="1" height="1"></svg>' }] };
  await expect(renderInThread(broken, letterhead)).rejects.toThrow('Nothing tags svg');
  expect((await renderInThread(document(), letterhead)).length).toBeGreaterThan(1_000);
});

it('stops work that nobody waits for', async () => {
  const gone = new AbortController();
  const long = renderInThread(document(60_000), letterhead, gone.signal);
  gone.abort(new Error('The caller is gone'));
  await expect(long).rejects.toThrow('The caller is gone');
  expect((await renderInThread(document(), letterhead)).length).toBeGreaterThan(1_000);
});
