import { expect, it } from 'vitest';
import { pdfInfo, pdfPages } from '../../../test/support/pdfText.ts';
import { type PdfDocument, renderPdf } from './renderPdf.ts';

const letterhead = {
  name: 'Harbor Access',
  address: '1 Main St, Albany',
  phone: '(718) 555-0100',
  email: 'hello@example.com',
};
const document = (more: Partial<PdfDocument> = {}): PdfDocument => ({
  title: 'Invoice INV-202612-0001',
  heading: 'INVOICE',
  madeAt: '2026-12-01T05:00:00.000Z',
  content: [{ text: 'Zażółć gęślą jaźń, Ελλάδα, €7.00' }],
  ...more,
});

it('renders selectable text in any European script, with the company’s header', async () => {
  const [page] = await pdfPages(await renderPdf(document(), letterhead));
  expect(page).toContain('Zażółć gęślą jaźń, Ελλάδα, €7.00');
  expect(page).toContain('Harbor Access');
  expect(page).toContain('1 Main St, Albany');
  expect(page).toContain('INVOICE');
  expect(page).toContain('Page 1 of 1');
});

it('has title, author and date in its metadata', async () => {
  const info = await pdfInfo(await renderPdf(document(), letterhead));
  expect(info).toMatchObject({
    Title: 'Invoice INV-202612-0001',
    Author: 'Harbor Access',
    Subject: 'INVOICE',
  });
  expect(info.CreationDate).toMatch(/^D:20261201050000/);
});

it('has a title with an & in both its metadata', async () => {
  const pdf = await renderPdf(document({ title: 'Doe & Sons <Albany>' }), letterhead);
  expect((await pdfInfo(pdf)).Title).toBe('Doe & Sons <Albany>');
  expect(pdf.toString('utf8')).toContain('>Doe &amp; Sons &lt;Albany&gt;</rdf:li>');
});

it('is PDF/A-3a, in English: it says so and holds fonts and colors', async () => {
  const pdf = await renderPdf(document({ watermark: 'CANCELED' }), letterhead);
  const text = pdf.toString('latin1');
  expect(text).toContain('<pdfaid:part>3</pdfaid:part>');
  expect(text).toContain('<pdfaid:conformance>A</pdfaid:conformance>');
  expect(text).toContain('/S /GTS_PDFA1');
  expect(text).toContain('/Lang (en-US)');
  expect(text.match(/\/Type \/FontDescriptor/g)).toHaveLength(text.match(/\/FontFile2 /g)?.length ?? 0);
});

// Proves S6-invoices-7
it('renders the same document to the same bytes, another to others', async () => {
  const first = await renderPdf(document(), letterhead);
  expect((await renderPdf(document(), letterhead)).equals(first)).toBe(true);
  expect((await renderPdf(document({ content: [{ text: 'Other' }] }), letterhead)).equals(first)).toBe(false);
});

it('loads no image that a text names, from file or server', async () => {
  const file = document({ content: [{ image: '/etc/hostname' }] });
  await expect(renderPdf(file, letterhead)).rejects.toThrow(/denied|policy/);
  const server = document({ content: [{ image: 'picture' }] });
  await expect(renderPdf(server, letterhead)).rejects.toThrow();
});

it('numbers the pages of a long document', async () => {
  const content = Array.from({ length: 120 }, (_, index) => ({ text: `line ${index}` }));
  const pages = await pdfPages(await renderPdf(document({ content }), letterhead));
  expect(pages.length).toBeGreaterThan(1);
  expect(pages.at(-1)).toContain(`Page ${pages.length} of ${pages.length}`);
});
