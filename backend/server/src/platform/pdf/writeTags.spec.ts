import type { Content } from 'pdfmake/interfaces.js';
import { expect, it } from 'vitest';
import { pdfMarks, pdfStreams, pdfTags } from '../../../test/support/pdfTags.ts';
import { pdfText } from '../../../test/support/pdfText.ts';
import { RULED, renderPdf } from './renderPdf.ts';
import { writeTags } from './writeTags.ts';

const letterhead = { name: 'Harbor Access', address: '1 Main St', phone: '555', email: 'hello@example.com' };
const head = ['P Harbor Access', 'P 1 Main St', 'P 555 · hello@example.com', 'H1 INVOICE'];
const printed = (content: Content[]) =>
  renderPdf(
    { title: 'T', heading: 'INVOICE', madeAt: '2026-12-01T05:00:00.000Z', watermark: 'CANCELED', content },
    letterhead,
  );
/** The lines after the letterhead, of a document of one page. */
async function tagsOf(...content: Content[]): Promise<readonly string[]> {
  const [first = []] = await pdfTags(await printed(content));
  expect(first.slice(0, head.length)).toEqual(head);
  return first.slice(head.length);
}

it('says that it is tagged, and in English', async () => {
  expect(await pdfMarks(await printed([]))).toEqual({ marked: true, language: 'en-US' });
});

it('tags headings, paragraphs and lists, and neither empty texts, the page footer nor the watermark', async () => {
  const content: Content[] = [
    { text: 'What happened', style: 'title' },
    {
      columns: [
        { stack: ['First', 'Second'] },
        { text: '' },
        { text: ['Third, ', { text: 'bold', bold: true }] },
      ],
    },
    { ul: ['One', { stack: ['Two', 'Three'] }, { ul: ['Four'] }] },
  ];
  expect(await tagsOf(...content)).toEqual([
    'H2 What happened',
    'P First',
    'P Second',
    'P Third, bold',
    'L',
    '  LI',
    '    LBody One',
    '  LI',
    '    LBody',
    '      P Two',
    '      P Three',
    '  LI',
    '    LBody',
    '      L',
    '        LI',
    '          LBody Four',
  ]);
});

it('tags tables with the cells of a header row as headers of their columns', async () => {
  const body = () => [
    [{ text: 'Item', style: 'tableHead' }, 'Amount'],
    [{ stack: ['Tower', { text: 'Your default rate', style: 'small' }] }, '$7.00'],
    [{ text: 'No more', colSpan: 2 }, ''],
  ];
  expect(
    await tagsOf({ layout: RULED, table: { headerRows: 1, dontBreakRows: true, body: body() } }),
  ).toEqual([
    'Table',
    '  TR',
    '    TH Item',
    '    TH Amount',
    '  TR',
    '    TD',
    '      P Tower',
    '      P Your default rate',
    '    TD $7.00',
    '  TR',
    '    TD No more',
  ]);
  const objects = (await printed([{ table: { headerRows: 1, body: body() } }])).toString('latin1');
  expect(objects.match(/\/Scope \/Column/g)).toHaveLength(2);
  expect(objects.match(/\/ColSpan 2/g)).toHaveLength(1);
});

it('tags the first cell of each row as its header in a table without a header row', async () => {
  const table = () => ({
    body: [
      ['Tax', { text: '$0.00' }],
      [{ text: 'Total' }, ''],
    ],
  });
  expect(await tagsOf({ layout: 'noBorders', unbreakable: true, table: table() })).toEqual([
    'Table',
    '  TR',
    '    TH Tax',
    '    TD $0.00',
    '  TR',
    '    TH Total',
    '    TD',
  ]);
  const objects = (await printed([{ table: table() }])).toString('latin1');
  expect(objects.match(/\/Scope \/Row/g)).toHaveLength(2);
});

it.each([
  ['whole rows', true],
  ['rows broken over pages', false],
])('tags a long table of %s once, and its repeated header row once', async (_, dontBreakRows) => {
  const rows = () =>
    Array.from({ length: 60 }, (_, row) => [`${row}`, `Row ${row}, ${'which is long, '.repeat(20)}end`]);
  const table = () => ({
    headerRows: 1,
    dontBreakRows,
    widths: [30, '*'],
    body: [['No', 'Text'], ...rows()],
  });
  const pages = await pdfTags(await printed([{ layout: RULED, table: table() }]));
  expect(pages.length).toBeGreaterThan(2);
  const lines = pages.flat().slice(head.length);
  expect(lines.filter((line) => /^ *(TH|untagged) ./.test(line))).toEqual(['    TH No', '    TH Text']);
  // a cell that goes on on the next page is on both; spaces at the end of a line are not kept
  const read = lines.map((line) => line.replace(/^ *\w+/, '')).join('');
  expect(read.replaceAll(' ', '')).toBe(['No', 'Text', ...rows().flat()].join('').replaceAll(' ', ''));
  const seen = await pdfText(await printed([{ layout: RULED, table: table() }]));
  expect(seen.match(/No Text/g)).toHaveLength(pages.length);
});

it.each<[string, Content]>([
  ['svg', { svg: '<svg width="1" height="1"></svg>' }],
  ['canvas', { canvas: [{ type: 'line', x1: 0, y1: 0, x2: 1, y2: 1 }] }],
  ['ol', { ol: ['First'] }],
  ['link', { text: ['See ', { text: 'the portal', link: 'https://example.com' }] }],
])('refuses %s, which nothing tags yet', async (kind, content) => {
  await expect(printed([content])).rejects.toThrow(`Nothing tags ${kind} in a PDF yet`);
});

it('changes pdfmake once only', async () => {
  await printed([]);
  writeTags({});
  expect(await tagsOf({ ul: ['One'] })).toEqual(['L', '  LI', '    LBody One']);
});

it('has no element for an empty text', async () => {
  const objects = (await printed([{ text: '' }])).toString('latin1');
  expect(objects.match(/\/S \/P\b/g)).toHaveLength(head.filter((line) => line.startsWith('P')).length);
});

it('writes a question mark for a character that the font lacks, and has a meaning for each glyph', async () => {
  const pdf = await printed([{ text: 'Ελ \u{13000}\u{13001} \u{12000} end' }]);
  expect(await pdfText(pdf)).toContain('Ελ ?? ? end');
  const maps = pdfStreams(pdf).filter((text) => text.includes('beginbfrange'));
  expect(maps.length).toBeGreaterThan(1);
  for (const map of maps) expect(map).toMatch(/beginbfrange\n<0000> <[0-9a-f]+> \[<fffd> /);
});
