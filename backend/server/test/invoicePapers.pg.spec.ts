import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { INVOICE_CSV_HEADER } from '../src/modules/invoices/invoiceCsv.ts';
import { toCsv } from '../src/platform/csv/csv.ts';
import type { HttpClient } from './support/httpClient.ts';
import { decideInvoice, issueInvoice } from './support/invoices.ts';
import { readMetrics } from './support/metricValues.ts';
import { pdfTags } from './support/pdfTags.ts';
import { pdfInfo, pdfPages, pdfText } from './support/pdfText.ts';
import { startTestPortal, type TestPortal } from './support/testPortal.ts';

const NOW = new Date('2026-12-20T15:00:00.000Z');

let portal: TestPortal;
let admin: HttpClient;

beforeAll(async () => {
  portal = await startTestPortal({ now: () => NOW });
  admin = await portal.admin();
});
afterAll(() => portal.stop());

async function dealer(name: string) {
  const { client, user } = await portal.dealer(name);
  const issue = (period: string, more: object = {}) =>
    issueInvoice(portal, { accountId: user.account_id, userId: user.id, period, ...more }, NOW);
  return { client, userId: user.id, accountId: user.account_id, issue };
}
const payment = (paidOn: string) =>
  ({
    type: 'RecordInvoicePayment',
    recordId: 'm1',
    amountCents: null,
    isDemo: false,
    method: 'check',
    paidOn,
    reference: '1042',
    reason: null,
    today: paidOn,
  }) as const;
/** Keeps everybody from reading further lines of invoices. */
async function heldLines() {
  const { pool } = portal.portal.database;
  const { rows } = await pool.query(
    "SELECT oid::regclass AS view FROM pg_class WHERE relname LIKE 'invoice_lines%' AND relkind IN ('r', 'v')",
  );
  const client = await pool.connect();
  await client.query('BEGIN');
  for (const { view } of rows) await client.query(`LOCK TABLE ${view} IN ACCESS EXCLUSIVE MODE`);
  let released: Promise<void> | undefined;
  const release = async () => {
    await client.query('ROLLBACK');
    client.release();
  };
  return {
    release: () => {
      released ??= release();
      return released;
    },
  };
}
const dollars = (amount: number) => `${amount < 0 ? '-' : ''}$${Math.abs(amount).toFixed(2)}`;

describe('the PDF of an invoice', () => {
  // Proves S6-invoices-7
  it('shows what the page shows: Bill To, dates, lines with rates, totals, terms', async () => {
    const { client, issue } = await dealer('paper');
    const { id, number } = await issue('2026-12', {
      lines: [
        { readers: 12, rateCents: 650 },
        { readers: 3, rateCents: 425, source: 'promotional', name: '=SUM(A1) “Kraków” Gate' },
        { readers: 1, rateCents: 99, source: 'custom', siteId: null },
      ],
      adjustments: [
        {
          kind: 'credit',
          invoiceId: 'y',
          invoiceNumber: 'INV-202610-0002',
          creditId: 'c',
          amountCents: -500,
        },
      ],
      billTo: { address: null },
    });
    const { json } = await client.get(`/api/invoices/${id}`);
    const { status, headers, bytes } = await client.get(`/api/invoices/${id}/invoice.pdf`);
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'application/pdf',
      `attachment; filename="${number}.pdf"`,
    ]);
    const text = await pdfText(bytes);
    for (const item of json.items) {
      expect(text).toContain(item.description);
      expect(text).toContain(`${item.quantity} ${dollars(item.unit_price)} ${dollars(item.amount)}`);
    }
    const subtotal = json.items.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0);
    expect(text).toContain(`Subtotal ${dollars(subtotal)}`);
    expect(text).toContain('Tax $0.00');
    expect(text).toContain(`Total ${dollars(json.total_amount)}`);
    expect(json.total_amount).toBe(86.74);
    for (const part of [
      number,
      'Bill To Doe Security Ann Doe N/A Staten Island, NY 10311 ann@example.com',
      'Invoice date Dec 1, 2026',
      'Due date Dec 16, 2026',
      'Site Harbor Gate 1 and others',
      `Total due ${dollars(86.74)} Due on Dec 16, 2026 How to pay`,
      `By check payable to ${portal.settings.company.name}, ${portal.settings.company.address}.`,
      `Reference: ${number}`,
      'Promotional rate',
      'Rate agreed for this site',
      'Credit from INV-202610-0002',
      'Payment is due within 15 days of the invoice date.',
      portal.settings.company.name,
    ]) {
      expect(text).toContain(part);
    }
    expect(await pdfInfo(bytes)).toMatchObject({
      Title: `Invoice ${number}`,
      Author: portal.settings.company.name,
    });
    const again = await client.get(`/api/invoices/${id}/invoice.pdf`);
    expect(again.bytes.equals(bytes)).toBe(true);
    expect((await admin.get(`/api/admin/invoices/${id}/invoice.pdf`)).bytes.equals(bytes)).toBe(true);
  });

  // Proves S6-invoices-7
  it('marks a canceled invoice, and shows when and how one was paid', async () => {
    const { client, issue } = await dealer('marks');
    const canceled = await issue('2026-12');
    await decideInvoice(portal, canceled.id, { type: 'VoidInvoice', reason: null }, NOW);
    const paid = await issue('2026-11');
    await decideInvoice(portal, paid.id, payment('2026-11-20'), NOW);
    await decideInvoice(
      portal,
      paid.id,
      {
        type: 'RecordInvoiceRefund',
        refundId: 'r',
        method: 'check',
        amountCents: 850,
        refundedOn: '2026-11-25',
        reference: '7',
        reason: null,
      },
      NOW,
    );
    const textOf = async (id: string) => pdfText((await client.get(`/api/invoices/${id}/invoice.pdf`)).bytes);
    const canceledText = await textOf(canceled.id);
    expect(canceledText).toContain('CANCELED');
    expect(canceledText).toMatch(/Total \$78\.00 Canceled/);
    const paidText = await textOf(paid.id);
    expect(paidText).toContain('Paid on Nov 20, 2026');
    expect(paidText).toContain('Paid by check, reference 1042.');
    expect(paidText).toContain('$8.50 was refunded by check, reference 7, on Nov 25, 2026.');
    expect(paidText).not.toContain('CANCELED');
  });

  it("repeats the table's header on each page", async () => {
    const { client, issue } = await dealer('long');
    const { id } = await issue('2026-12', {
      lines: Array.from({ length: 70 }, () => ({ readers: 2, rateCents: 650 })),
    });
    const pages = await pdfPages((await client.get(`/api/invoices/${id}/invoice.pdf`)).bytes);
    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages.slice(0, -1)) expect(page).toContain('Description Quantity Rate Amount');
    expect(pages.at(-1)).toContain('Total $910.00');
  });
});

describe('many PDFs at once', () => {
  // Proves I35-14
  it('are refused beyond ten of one dealer, while others get theirs', async () => {
    const greedy = await dealer('greedy');
    const { id } = await greedy.issue('2026-12', {
      lines: Array.from({ length: 100 }, () => ({ readers: 2, rateCents: 650 })),
    });
    const modest = await dealer('modest');
    const { id: own } = await modest.issue('2026-12');
    const many = Array.from({ length: 40 }, () => greedy.client.get(`/api/invoices/${id}/invoice.pdf`));
    const one = await modest.client.get(`/api/invoices/${own}/invoice.pdf`);
    expect(one.status).toBe(200);
    const answers = await Promise.all(many);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(10);
    expect(answers.filter(({ status }) => status === 200).length).toBe(40 - refused.length);
    expect(refused[0]?.headers['retry-after']).toBe('2');
    expect(refused[0]?.json.error).toContain('several files');
  });
});

describe('PDFs whose callers leave', () => {
  // Proves I35-14
  it('leave the queue, count as 499, and later ones are made', async () => {
    const impatient = await dealer('impatient');
    const { id } = await impatient.issue('2026-12', {
      lines: Array.from({ length: 600 }, () => ({ readers: 2, rateCents: 650 })),
    });
    const { id: short } = await impatient.issue('2026-11');
    const path = `/api/invoices/${id}/invoice.pdf`;
    const Cookie = [...impatient.client.cookies].map((pair) => pair.join('=')).join('; ');
    const gone = new AbortController();
    const answersOf = () =>
      portal.logLines
        .map((line) => JSON.parse(line) as { path?: string; status?: number })
        .filter((line) => line.path === path)
        .map(({ status }) => status);
    const held = await heldLines();
    try {
      // one has its turn, ten wait, one is refused: all places are taken
      const left = Array.from({ length: 12 }, async () =>
        fetch(`${portal.url}${path}`, { headers: { Cookie }, signal: gone.signal }).catch(() => undefined),
      );
      await vi.waitFor(() => expect(answersOf()).toEqual([429]));
      gone.abort();
      await Promise.all(left);
      // the one that has its turn ends with it
      await vi.waitFor(() => expect(answersOf()).toEqual([429, ...Array(10).fill(499)]));
      const later = Array.from({ length: 10 }, () =>
        impatient.client.get(`/api/invoices/${short}/invoice.pdf`),
      );
      await held.release();
      const answers = await Promise.all(later);
      expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    } finally {
      await held.release();
    }
    await vi.waitFor(() => expect(answersOf()).toEqual([429, ...Array(11).fill(499)]));
    const found = readMetrics((await portal.client().get('/metrics')).text);
    const left = { route: '/api/invoices/:id/invoice.pdf', status: '499' };
    expect(found.value('portal_http_request_duration_seconds_count', left)).toBe(11);
  });
});

describe('many CSV files at once', () => {
  // Proves I35-14c
  it('read further lines as they are sent, and are refused beyond ten that wait', async () => {
    const greedy = await dealer('manycsv');
    const { id } = await greedy.issue('2026-12', {
      lines: Array.from({ length: 1_100 }, () => ({ readers: 2, rateCents: 650 })),
    });
    const path = `/api/invoices/${id}/invoice.csv`;
    const whole = (await greedy.client.get(path)).text;
    const held = await heldLines();
    try {
      const first = await fetch(`${portal.url}${path}`, {
        headers: { Cookie: [...greedy.client.cookies].map((pair) => pair.join('=')).join('; ') },
      });
      const begun = await first.body?.getReader().read();
      expect(new TextDecoder().decode(begun?.value).split('\r\n').length).toBeGreaterThan(500);
      const waiting = Array.from({ length: 11 }, () => greedy.client.get(path));
      const refused = await Promise.race(waiting);
      expect([refused.status, refused.headers['retry-after']]).toEqual([429, '2']);
      await held.release();
      const answers = await Promise.all(waiting);
      expect(answers.filter(({ status }) => status === 200).map(({ text }) => text === whole)).toEqual(
        Array(10).fill(true),
      );
    } finally {
      await held.release();
    }
  });
});

describe('GET /api/invoices-of-year', () => {
  // Proves S6-invoices-8
  it("returns only the year's invoices as one PDF, each on its own page", async () => {
    const { client, issue } = await dealer('yearly');
    const first = await issue('2026-01');
    const last = await issue('2026-12');
    const other = await issue('2025-12');
    const { headers, bytes } = await client.get('/api/invoices-of-year?year=2026');
    expect(headers['content-disposition']).toBe('attachment; filename="invoices-2026.pdf"');
    const pages = await pdfPages(bytes);
    expect(pages).toHaveLength(2);
    expect(pages[0]).toContain(first.number);
    expect(pages[1]).toContain(last.number);
    expect(pages.join()).not.toContain(other.number);
    const headings = (await pdfTags(bytes)).flat().filter((line) => /^H\d /.test(line));
    expect(headings).toEqual([
      'H1 INVOICES',
      expect.stringMatching(/^H2 .*2026$/),
      `H3 Invoice ${first.number}`,
      `H3 Invoice ${last.number}`,
    ]);
    expect(await pdfText((await client.get('/api/invoices-of-year?year=2024')).bytes)).toContain(
      'No invoices found',
    );
  });

  it('refuses a PDF of thousands of lines, never a CSV', async () => {
    const { client, issue } = await dealer('longyear');
    const lines = Array.from({ length: 2_001 }, () => ({ readers: 1, rateCents: 650 }));
    await issue('2026-11', { lines });
    await issue('2026-12', { lines });
    const refused = await client.get('/api/invoices-of-year?year=2026');
    expect([refused.status, refused.json.error]).toEqual([
      422,
      'The invoices of 2026 have 4,002 lines, too many for one PDF. Please download CSV.',
    ]);
    const csv = await client.get('/api/invoices-of-year?year=2026&format=csv');
    expect(csv.text.trim().split('\r\n')).toHaveLength(4_003);
  });

  // Proves S6-invoices-8
  it('returns a CSV whose amounts add up and whose formulas are text', async () => {
    const { client, issue } = await dealer('csvyear');
    const { number } = await issue('2026-12', {
      lines: [
        { readers: 12, rateCents: 650, name: '=HYPERLINK("http://evil")' },
        { readers: 200, rateCents: 1_000, siteId: null },
      ],
    });
    const { headers, bytes } = await client.get('/api/invoices-of-year?year=2026&format=csv');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    const lines = bytes.toString('utf8').replace('\ufeff', '').trim().split('\r\n');
    expect(lines).toEqual([
      'Invoice #,Invoice date,Due date,Status,Paid on,Description,Site,Quantity,Rate,Amount,Invoice total,Paid so far,Still open,PO number',
      `${number},2026-12-01,2026-12-16,Open,,"'=HYPERLINK(""http://evil"") – monthly fee per reader","'=HYPERLINK(""http://evil"")",12,6.50,78.00,2078.00,0.00,2078.00,`,
      `${number},2026-12-01,2026-12-16,Open,,Harbor Gate 2 – monthly fee per reader,,200,10.00,2000.00,,,,`,
    ]);
  });

  // Proves I35-14c
  it('has the lines of a long invoice as on its page, then what was taken over, also in the year', async () => {
    const { client, issue } = await dealer('longcsv');
    const lines = Array.from({ length: 1_100 }, (_, index) => ({
      readers: 1 + (index % 7),
      rateCents: 650,
      name: index % 3 === 0 ? `=Gate "${index}", north` : `Pier ${index}`,
    }));
    const adjustments = [
      { kind: 'credit', invoiceId: 'y', invoiceNumber: 'INV-202610-0002', creditId: 'c', amountCents: -500 },
    ] as const;
    const of = await Promise.all([
      issue('2026-10', { adjustments }),
      issue('2026-11', { lines, adjustments }),
      // as many as one event holds
      issue('2026-12', { lines: lines.slice(0, 500) }),
    ]);
    const expected = [];
    for (const { id } of of) {
      const { json } = await client.get(`/api/invoices/${id}`);
      const items = json.items.filter(({ rate_source }: { rate_source: unknown }) => rate_source !== null);
      const others = json.items.slice(items.length);
      for (let part = 1; part < 3; part += 1)
        items.push(...(await client.get(`/api/invoices/${id}/items?part=${part}`)).json.items);
      const rows = [...items, ...others].map((item, index) => [
        json.invoice_number,
        json.invoice_date,
        json.due_date,
        'Open',
        '',
        item.description,
        item.site?.site_name ?? '',
        item.quantity,
        item.unit_price.toFixed(2),
        item.amount.toFixed(2),
        ...[json.total_amount, json.paid_amount, json.open_amount].map((amount) =>
          index === 0 ? amount.toFixed(2) : '',
        ),
        '',
      ]);
      const csv = await client.get(`/api/invoices/${id}/invoice.csv`);
      expect(csv.text).toBe(toCsv(INVOICE_CSV_HEADER, rows));
      expected.push(...rows);
    }
    expect(expected).toHaveLength(2 + 1_101 + 500);
    const year = await client.get('/api/invoices-of-year?year=2026&format=csv');
    expect(year.text).toBe(toCsv(INVOICE_CSV_HEADER, expected));
  });

  it.each(['', 'year=', 'year=20', 'year=abcd', 'year=2026&format=xls', 'year=2026&year=2025'])(
    'refuses %j',
    async (query) => {
      const { client } = await dealer(`bad${randomUUID().slice(0, 8)}`);
      expect((await client.get(`/api/invoices-of-year?${query}`)).status).toBe(400);
    },
  );
});

describe('GET /api/statement', () => {
  async function withHistory(name: string) {
    const { client, accountId, issue } = await dealer(name);
    const october = await issue('2026-10');
    await decideInvoice(portal, october.id, payment('2026-10-12'), NOW);
    await decideInvoice(
      portal,
      october.id,
      { type: 'CreditInvoice', creditId: 'c', amountCents: 800, reason: null },
      new Date('2026-11-02T15:00:00.000Z'),
    );
    const november = await issue('2026-11');
    const december = await issue('2026-12');
    return { client, accountId, numbers: [october.number, november.number, december.number] as const };
  }

  // Proves S6-invoices-9
  it('returns the opening balance and all changes as CSV', async () => {
    const { client, numbers } = await withHistory('stated');
    const [october, november, december] = numbers;
    const csv = async (from: string, to: string) =>
      (await client.get(`/api/statement?from=${from}&to=${to}&format=csv`)).bytes
        .toString('utf8')
        .replace('\ufeff', '')
        .trim()
        .split('\r\n')
        .slice(1);
    expect(await csv('2026-10-01', '2026-12-20')).toEqual([
      '2026-10-01,Balance brought forward,,,0.00',
      `2026-10-01,Invoice ${october},78.00,,78.00`,
      `2026-10-12,Payment of ${october} by check (1042),,78.00,0.00`,
      `2026-11-01,Invoice ${november},78.00,,78.00`,
      `2026-12-01,Invoice ${december},78.00,,156.00`,
      expect.stringMatching(
        new RegExp(`^2026-12-20,"Credit on ${october}, CN-202612-\\d{4}",-8\\.00,,148\\.00$`),
      ),
      '2026-12-20,Balance,226.00,78.00,148.00',
    ]);
    expect(await csv('2026-11-02', '2026-11-30')).toEqual([
      '2026-11-02,Balance brought forward,,,78.00',
      '2026-11-30,Balance,0.00,0.00,78.00',
    ]);
  });

  // Proves S6-invoices-9
  it('has the same content as PDF, for dealer and administrators', async () => {
    const { client, accountId, numbers } = await withHistory('printed');
    const query = 'from=2026-10-01&to=2026-12-20';
    const own = await client.get(`/api/statement?${query}`);
    expect(own.headers['content-disposition']).toBe(
      'attachment; filename="statement-2026-10-01-2026-12-20.pdf"',
    );
    const text = await pdfText(own.bytes);
    expect(text).toContain('Doe Security');
    expect(text).toContain(`Payment of ${numbers[0]} by check (1042)`);
    expect(text).toContain('Balance $226.00 $78.00 $148.00');
    const asked = await admin.get(`/api/admin/accounts/${accountId}/statement?${query}`);
    expect(await pdfText(asked.bytes)).toBe(text);
  });

  // Proves I35-3
  it('holds the invoices of one mode: the account’s, or the one asked for', async () => {
    const { client, accountId, issue } = await dealer('moded');
    const demo = await issue('2026-11');
    const live = await issueInvoice(portal, { accountId, period: '2026-12', isDemo: false }, NOW);
    const csv = async (more = '') =>
      (await client.get(`/api/statement?from=2026-10-01&to=2026-12-20&format=csv${more}`)).bytes.toString(
        'utf8',
      );
    expect(await csv()).toContain(demo.number);
    expect(await csv()).not.toContain(live.number);
    expect(await csv()).toContain('2026-12-20,Balance,78.00,0.00,78.00');
    expect(await csv('&mode=live')).toContain(live.number);
    expect(await csv('&mode=live')).not.toContain(demo.number);
    expect((await client.get('/api/billing-summary')).json).toMatchObject({
      balance: 78,
      pending_invoices: 1,
    });
  });

  // Proves I38-papers-3
  it('is left out on demand where nothing happened and nothing is owed', async () => {
    const { accountId, issue } = await dealer('quietmonth');
    await issue('2026-11');
    const typeOf = async (from: string, to: string, more = '&empty=skip') =>
      (await admin.get(`/api/admin/accounts/${accountId}/statement?from=${from}&to=${to}${more}`)).headers[
        'content-type'
      ];
    expect(await typeOf('2026-10-01', '2026-10-31')).toMatch(/json/);
    expect(await typeOf('2026-10-01', '2026-10-31', '')).toMatch(/pdf/);
    expect(await typeOf('2026-11-01', '2026-11-30')).toMatch(/pdf/);
    expect(await typeOf('2026-12-01', '2026-12-20')).toMatch(/pdf/);
  });

  it('refuses missing, invalid and reversed ranges', async () => {
    const { client } = await dealer('ranged');
    for (const query of [
      '',
      'from=2026-10-01',
      'from=2026-02-30&to=2026-12-01',
      'from=0001-01-01&to=2026-12-01',
      'from=2026-12-02&to=2026-12-01',
      'from=2026-12-01&to=2026-12-01&format=doc',
    ]) {
      expect([query, (await client.get(`/api/statement?${query}`)).status]).toEqual([query, 400]);
    }
    const nobody = await admin.get('/api/admin/accounts/nobody/statement?from=2026-12-01&to=2026-12-01');
    expect([nobody.status, nobody.json.error]).toEqual([404, 'Company not found']);
    expect((await admin.get('/api/statement?from=2026-12-01&to=2026-12-01')).status).toBe(404);
  });
});
