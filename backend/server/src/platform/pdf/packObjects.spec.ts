import { expect, it } from 'vitest';
import { pdfStreams } from '../../../test/support/pdfTags.ts';
import { renderPdf } from './renderPdf.ts';

const letterhead = { name: 'Harbor Access', address: '1 Main St', phone: '555', email: 'hello@example.com' };
const printed = (rows: number) => {
  const body = Array.from({ length: rows }, (_, row) => [`${row}`, 'One', 'Two', 'Three']);
  const madeAt = '2026-12-01T05:00:00.000Z';
  return renderPdf({ title: 'T', heading: 'REPORT', madeAt, content: [{ table: { body } }] }, letterhead);
};

it('compresses the elements: a long table needs little more than its text', async () => {
  const pdf = await printed(1_000);
  expect(pdfStreams(pdf).filter((text) => text.includes('/S /TD')).length).toBeGreaterThan(8);
  expect(pdf.length).toBeLessThan(300_000);
});

it('says where each object is', async () => {
  const pdf = await printed(120);
  const text = pdf.toString('latin1');
  const [start = 0] = (text.match(/startxref\n(\d+)\n%%EOF/) ?? []).slice(1).map(Number);
  expect(text.slice(start)).toMatch(/^\d+ 0 obj\n<< \/Type \/XRef /);
  const streamAt = (place: number) =>
    pdfStreams(pdf.subarray(place, text.indexOf('\nendobj', place)))[0] ?? '';
  const rows = Buffer.from(streamAt(start), 'latin1');
  const found = { alone: 0, packed: 0 };
  for (let id = 1; id * 7 < rows.length; id += 1) {
    const place = rows.readUInt32BE(id * 7 + 1);
    if (rows[id * 7] === 1) {
      found.alone += 1;
      expect(text.slice(place)).toMatch(new RegExp(`^${id} 0 obj\n`));
      continue;
    }
    found.packed += 1;
    const objects = streamAt(rows.readUInt32BE(place * 7 + 1));
    expect(objects.split(' ')[rows.readUInt16BE(id * 7 + 5) * 2]).toBe(`${id}`);
  }
  expect(found.alone).toBeGreaterThan(30);
  expect(found.packed).toBeGreaterThan(600);
});
