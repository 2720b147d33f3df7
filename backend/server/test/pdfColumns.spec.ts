import type { InvoiceDetail, TimelineEntry } from '@portal/contract';
import type { Day } from '@portal/domain/values';
import type { OrderRow } from '@portal/projections';
import { describe, expect, it } from 'vitest';
import { type Evidence, evidencePaper } from '../src/modules/audit/evidence.ts';
import { invoicePaper, invoicesPaper } from '../src/modules/invoices/invoicePaper.ts';
import { statementPaper } from '../src/modules/invoices/statements.ts';
import { receiptContent } from '../src/modules/orders/receipt.ts';
import { reportPaper } from '../src/modules/reports/pdf.ts';
import { type PdfDocument, renderPdf } from '../src/platform/pdf/renderPdf.ts';
import { pdfPlaces } from './support/pdfText.ts';

const letterhead = { name: 'Harbor Access', address: '1 Main St', phone: '555', email: 'hello@example.com' };
const MADE_AT = '2026-12-01T05:02:00.000Z';
const AMOUNT = '$12,345.65';
const render = (paper: PdfDocument) => renderPdf(paper, letterhead);

const day = '2026-12-01' as Day;

const invoiceOf = (word: string): InvoiceDetail => ({
  today: '2026-12-02',
  id: 'a_2026-12',
  account_id: 'a',
  user_id: null,
  company_name: word,
  invoice_number: 'INV-202612-0001',
  period: '2026-12',
  invoice_date: '2026-12-01',
  due_date: '2026-12-16',
  payment_date: null,
  status: 'pending',
  total_amount: 12_345.65,
  paid_amount: 0,
  open_amount: 12_345.65,
  refunded_amount: 0,
  credited_amount: 0,
  written_off_amount: 0,
  is_overdue: false,
  days_overdue: 0,
  can_pay: false,
  payment_kind: null,
  dispute: null,
  credit_moves: [],
  unused_credit_amount: 0,
  is_demo: false,
  created_at: MADE_AT,
  user: { company: word, name: word, address: word, city: word, state: 'NY', zip: '12345', email: word },
  items: ['1', '2'].map((id) => ({
    id,
    description: `${id === '1' ? word : 'Harbor'} – monthly fee per reader`,
    quantity: 10,
    unit_price: 12_345.65,
    amount: 12_345.65,
    site_id: 's1',
    site: { site_name: word },
    rate_source: 'account' as const,
  })),
  payments: [],
  credit_to_repay_amount: 0,
  corrections: [],
  line_count: 2,
  payment_reference: null,
  credit_spent_amount: 0,
  refunds: [],
  replaces: null,
  replaced_by: null,
  carried_to: null,
});

const statementOf = (word: string) =>
  statementPaper(
    {
      company: word,
      dealerId: 'KS1001',
      from: day,
      to: day,
      rows: [
        { day, text: 'Balance brought forward', charge: null, payment: null, balance: 1_234_565 },
        {
          day,
          text: `Payment of INV-202612-0001 by check (${word})`,
          charge: 1_234_565,
          payment: 1_234_565,
          balance: 1_234_565,
        },
        { day, text: 'Balance', charge: 1_234_565, payment: 1_234_565, balance: 1_234_565 },
      ],
    },
    MADE_AT,
  );

const receiptOf = (word: string): PdfDocument => {
  const order = {
    order_number: 'ORD-1',
    test_mode: true,
    placed_on: day,
    paid_on: day,
    card_brand: null,
    card_last4: null,
    items: [{ name: word, cents: 1_234_565 }],
    total_cents: 1_234_565,
    refunded_cents: 0,
    kind: 'site',
    entries: [{ name: word, cents: 1_234_565, outcome: 'waiting' }],
  } as unknown as OrderRow;
  const buyer = {
    company_name: word,
    company_address: word,
    company_city: word,
    company_state: 'NY',
    company_zip: '12345',
    company_email: word,
  };
  return { title: 'Receipt', heading: 'RECEIPT', madeAt: MADE_AT, content: receiptContent(order, buyer) };
};

const REPORT = ['Month', 'Company', 'Dealer ID', 'Invoices', 'Invoiced', 'Paid', 'Refunded', 'Open'];
const reportOf = (word: string) => {
  const row = (name: string) => ['2026-12', name, word, '1', AMOUNT, AMOUNT, AMOUNT, AMOUNT];
  return render(
    reportPaper({
      layout: { title: 'Revenue by company', header: REPORT },
      rows: [row(word), row('Doe Security')],
      total: ['Total', '', '', '2', AMOUNT, AMOUNT, AMOUNT, AMOUNT],
      scope: word,
      madeAt: MADE_AT,
    }),
  );
};

const evidenceOf = (word: string) => {
  const entry = {
    seq: 7,
    at: MADE_AT,
    text: word,
    reason: word,
    actor: { kind: 'user', id: 'u', name: word },
  } as unknown as TimelineEntry;
  const figures = { name: word, readers: 1, rate_cents: 1_234_565, source: 'account' };
  const totals = { total_cents: 1_234_565, lines: [{ ...figures, amount_cents: 1_234_565 }] };
  const line = { ...figures, why: [{ text: word }] };
  const replay = { cutSeq: 9, issued: totals, replayed: totals, equal: true, lines: [line] };
  const evidence = {
    invoiceNumber: 'INV-202612-0001',
    madeAt: MADE_AT,
    replay,
    timeline: [entry, { ...entry, text: 'Paid', reason: null }],
    chain: { seq: 9, hash: 'a'.repeat(64) },
    events: [],
  } as unknown as Evidence;
  return render(evidencePaper(evidence, 'America/New_York'));
};

const PAPERS: readonly [string, (word: string) => Promise<Buffer>][] = [
  ['an invoice', (word) => render(invoicePaper(invoiceOf(word), letterhead))],
  [
    'a year of invoices',
    (word) => render(invoicesPaper(word, [invoiceOf(word), invoiceOf(word)], letterhead, MADE_AT)),
  ],
  ['a statement', (word) => render(statementOf(word))],
  ['a receipt', (word) => render(receiptOf(word))],
  ['a report', reportOf],
  ['evidence', evidenceOf],
];

// Proves I35-32
describe.each(PAPERS)('%s with a word of 200 letters', (_, print) => {
  it.each([
    ['W', 200],
    ['X', 60],
    ['i', 200],
    ['𝐖', 100],
  ])('of %s keeps all texts on the page, apart from each other, and whole', async (letter, count) => {
    const word = letter.repeat(count);
    const places = await pdfPlaces(await print(word));
    for (const place of places) {
      expect(place.left, place.text).toBeGreaterThanOrEqual(47);
      expect(place.right, place.text).toBeLessThanOrEqual(place.pageWidth - 47);
      const beside = places.find(
        (other) =>
          other !== place &&
          other.page === place.page &&
          Math.abs(other.y - place.y) < 3 &&
          other.left < place.right - 1 &&
          place.left < other.right - 1,
      );
      expect(beside, place.text).toBeUndefined();
    }
    const amounts = (all: typeof places) => all.filter(({ text }) => text === AMOUNT).length;
    expect(amounts(places)).toBe(amounts(await pdfPlaces(await print('Harbor'))));
    const shown = places.map(({ text }) => text.normalize('NFKC').replace(/[^WXi]/g, '')).join('');
    expect(shown.length).toBeGreaterThanOrEqual(count);
  });
});

/** The lines of a PDF as they stand on the page, from left to right. */
async function linesOf(pdf: Buffer): Promise<readonly string[]> {
  const places = await pdfPlaces(pdf);
  const keyOf = ({ page, y }: (typeof places)[number]) => `${page} ${Math.round(y)}`;
  const keys = [...new Set(places.map(keyOf))];
  return keys.map((key) =>
    places
      .filter((place) => keyOf(place) === key)
      .toSorted((a, b) => a.left - b.left)
      .map(({ text }) => text.trim())
      .join(' '),
  );
}

// Proves I35-32
describe('a name that runs from right to left', () => {
  const NAME = 'שער צפון';

  it('leaves the figures after it in their order', async () => {
    const lines = await linesOf(await evidenceOf(NAME));
    expect(lines.find((line) => line.includes('×'))).toMatch(/^\S+ \S+ : 1 × \$12,345\.65 \(default rate/);
  });

  it('leaves the figures of a correction in their order', async () => {
    const correction = { site_id: null, name: NAME, text: '12 readers instead of 8', reason: '3 were new' };
    const invoice = { ...invoiceOf('Harbor'), corrections: [correction] };
    const lines = await linesOf(await render(invoicePaper(invoice, letterhead)));
    expect(lines.find((line) => line.includes('instead'))).toMatch(
      /^\S+ \S+ : 12 readers instead of 8\. 3 were new$/,
    );
  });
});

// Proves I35-32
it('keeps a day on one line beside words of 200 letters', async () => {
  const [header, word] = [['Company', 'Site', 'Readers', 'Active since'], 'W'.repeat(200)];
  const layout = { title: 'Active Sites', header };
  const rows = [[word, word, 12, 'Oct 5, 2026']];
  const report = await linesOf(await render(reportPaper({ layout, rows, scope: 'All', madeAt: MADE_AT })));
  expect(report.some((line) => line.endsWith('Oct 5, 2026'))).toBe(true);
  const evidence = await linesOf(await evidenceOf(word));
  expect(evidence.some((line) => line.includes('Dec 1, 2026, 12:02 AM'))).toBe(true);
});
