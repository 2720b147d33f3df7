import { expect, it } from 'vitest';
import { pdfPlaces, pdfText } from '../../../test/support/pdfText.ts';
import { renderPdf } from './renderPdf.ts';

const letterhead = { name: 'Harbor Access', address: '1 Main St', phone: '555', email: 'hello@example.com' };
const print = (text: string) =>
  renderPdf(
    { title: 'T', heading: 'INVOICE', madeAt: '2026-12-01T05:00:00.000Z', content: [{ text }] },
    letterhead,
  );
/** Texts of a line as they stand on the page, from left to right, without spaces. */
async function leftToRight(text: string): Promise<string> {
  const places = await pdfPlaces(await print(text));
  const line = places.filter(({ y }) => y < 700 && y > 60).toSorted((a, b) => a.left - b.left);
  return line.map((place) => place.text.trim()).join(' ');
}

// Proves I35-32
it.each([
  '株式会社セキュリティ',
  '北門 Tower',
  '한국 보안',
  'ｾｷｭﾘﾃｨ ＡＢＣ １２３',
  '𠮷野家',
  '🏢 Towers',
  '½ ⅓ ⅔ ⅛',
  'Café ﬁn',
  'Łódź Ελλάδα Київ Ấp Việt',
  'สวัสดี',
  'सुरक्षा',
  '★ ✓ → ∑ ♥',
])('prints %s', async (text) => {
  const plain = (of: string) => of.normalize('NFKC').replaceAll(/\s/g, '');
  const printed = plain(await pdfText(await print(text)));
  expect(printed).toContain(plain(text));
  expect(printed).not.toContain('?');
});

it('joins a letter and its mark, and leaves out what has no width', async () => {
  const printed = await pdfText(await print('Cafe\u0301 Za\u200bz \ufeffend ❤\ufe0f'));
  expect(printed).toContain('Café Zaz end ❤');
});

it('prints Hebrew and Arabic from right to left', async () => {
  const hebrew = await pdfText(await print('שער'));
  expect(hebrew).toContain('שער');
  expect(await leftToRight('שער צפון')).toBe('צפון שער');
  expect(await leftToRight('Gate שער צפון 12')).toMatch(/^Gate 12 צפון שער$|^Gate צפון שער 12$/);
  const arabic = await pdfText(await print('شركة'));
  expect(arabic).toContain('شركة');
  expect(await leftToRight('شركة الأمان')).toBe('الأمان شركة');
});

it('shows a plain letter for one that no font has, else a question mark', async () => {
  expect(await pdfText(await print('𝐖est \u{13000} end'))).toContain('West ? end');
});
