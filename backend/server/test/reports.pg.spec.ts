import { EventEmitter } from 'node:events';
import type { Readable } from 'node:stream';
import papa from 'papaparse';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportPorts } from '../src/modules/reports/ports.ts';
import { reportRoutes } from '../src/modules/reports/routes.ts';
import { csvDownloads } from '../src/platform/csv/csv.ts';
import type { RouteRequest } from '../src/platform/http/route.ts';
import type { HttpClient } from './support/httpClient.ts';
import { pdfPages } from './support/pdfText.ts';
import { siteOrder, startTestPortal, type TestPortal } from './support/testPortal.ts';

let now = new Date('2026-03-02T15:00:00Z');
let portal: TestPortal;
let admin: HttpClient;
let one: Awaited<ReturnType<TestPortal['dealer']>>;
let two: Awaited<ReturnType<TestPortal['dealer']>>;

const report = (type: string, query = '') => `/api/admin/reports/${type}${query}`;
const download = (query: string) => `/api/admin/reports/download?${query}`;

async function active(dealer: typeof one, name: string, readers: string): Promise<string> {
  const { json } = await dealer.client.post(
    '/api/sites',
    siteOrder({ site_name: name, number_of_readers: readers }),
  );
  await admin.patch(`/api/admin/sites/${json.id}`, { status: 'active' });
  return json.id;
}

beforeAll(async () => {
  portal = await startTestPortal({ now: () => now });
  admin = await portal.admin();
  one = await portal.dealer('first');
  two = await portal.dealer('second');
  const pier = await active(one, 'Pier', '12');
  await active(one, '=HYPERLINK("x")', '3');
  now = new Date('2026-04-10T15:00:00Z');
  // sessions don't last that long
  admin = await portal.admin();
  one.client = await portal.signedIn('first');
  two.client = await portal.signedIn('second');
  await active(two, 'Yard', '5');
  await admin.patch(`/api/admin/sites/${pier}`, { status: 'inactive' });
});
afterAll(() => portal.stop());

describe('GET /api/admin/reports/{type}', () => {
  // Proves S2-7-reports-1
  it('returns active sites, by site and by company, as arrays', async () => {
    const sites = (await admin.get(report('active-sites'))).json;
    expect(sites).toMatchObject([
      {
        site: { site_name: '=HYPERLINK("x")', account: { dealer_id: 'KS0001' } },
        readers: 3,
        startDate: '2026-03-02',
      },
      {
        site: { site_name: 'Yard', account: { company_name: 'Doe Security' } },
        readers: 5,
        startDate: '2026-04-10',
      },
    ]);
    expect((await admin.get(report('active-companies'))).json).toMatchObject([
      { account: { dealer_id: 'KS0001' }, activeSites: 1, totalReaders: 3, startDate: '2026-03-02' },
      { account: { dealer_id: 'KS0002' }, activeSites: 1, totalReaders: 5, startDate: '2026-04-10' },
    ]);
  });

  // Proves S2-7-reports-1
  it("returns a company's additions and deactivations in a range, both ends included", async () => {
    const range = `?companyId=${one.user.account_id}&startDate=2026-03-02&endDate=2026-04-10`;
    expect((await admin.get(report('site-additions', range))).json).toHaveLength(2);
    expect((await admin.get(report('site-deactivations', range))).json).toMatchObject([
      { site: { site_name: 'Pier' }, changeType: 'Deactivated', changeDate: '2026-04-10', readers: 12 },
    ]);
    const before = range.replace('04-10', '04-09');
    expect((await admin.get(report('site-deactivations', before))).json).toEqual([]);
    expect((await admin.get(report('active-sites', '?endDate=2026-04-09'))).json).toHaveLength(2);
  });

  // Proves S2-7-reports-1
  it('pages by range, and counts all rows', async () => {
    const { json, headers } = await admin.get(report('site-additions', '?range=[0,1]'));
    expect(json).toHaveLength(2);
    expect(headers['content-range']).toBe('site-additions 0-1/3');
  });

  // Proves S2-7-reports-3
  it('returns the months for the chart', async () => {
    const { json } = await admin.get('/api/admin/activity-by-month?startDate=2026-03-01');
    expect(json).toEqual([
      { period: '2026-03', active_sites: 2, readers: 15, additions: 2, deactivations: 0 },
      { period: '2026-04', active_sites: 2, readers: 8, additions: 1, deactivations: 1 },
    ]);
  });

  // Proves S2-6-reports
  it('refuses invalid dates, reversed ranges, unknown reports, and dealers', async () => {
    for (const query of [
      '?startDate=soon',
      '?endDate=2026-02-30',
      '?startDate=0000-01-01',
      '?startDate=0999-12-31',
      '?startDate=2026-05-01&endDate=2026-04-01',
      '?range=[5,1]',
      "?range=[0,'1']",
    ]) {
      expect((await admin.get(report('active-sites', query))).status, query).toBe(400);
    }
    expect((await admin.get(report('secrets'))).status).toBe(404);
    expect((await admin.get(report('active-sites', '?companyId=nobody'))).json).toEqual([]);
    expect((await one.client.get(report('active-sites'))).status).toBe(403);
    expect((await one.client.get(download('type=active-sites&format=csv'))).status).toBe(403);
  });
});

describe('GET /api/admin/reports/download', () => {
  // Proves S2-7-reports-2
  it('returns a CSV named type-date.csv, with formulas escaped', async () => {
    const { text, headers } = await admin.get(download('type=active-sites&format=csv'));
    expect(headers['content-disposition']).toBe('attachment; filename="active-sites-2026-04-10.csv"');
    expect(headers['content-type']).toMatch(/^text\/csv/);
    expect(papa.parse(text.replace(/^\uFEFF/, '').trimEnd()).data).toEqual([
      ['Company', 'Dealer ID', 'Site', 'Readers', 'Active since'],
      ['Doe Security', 'KS0001', `'=HYPERLINK("x")`, '3', 'Mar 2, 2026'],
      ['Doe Security', 'KS0002', 'Yard', '5', 'Apr 10, 2026'],
    ]);
  });

  // Proves I35-14d
  it('keeps no database connection for a caller who reads slowly', async () => {
    const { pool: db } = portal.portal.database;
    const { rows } = await db.query(
      "SELECT oid::regclass AS name FROM pg_class WHERE relname LIKE 'activity_switches%' AND relkind = 'r'",
    );
    const table = rows[0]?.name;
    await db.query(
      `INSERT INTO ${table} SELECT (jsonb_populate_record(NULL::${table}, s || jsonb_build_object('key', 'more ' || n))).*
       FROM (SELECT to_jsonb(t) AS s FROM ${table} AS t WHERE kind = 'addition' LIMIT 1) AS one, generate_series(1, 5000) AS n`,
    );
    const pool = new pg.Pool({ ...db.options, max: 1 });
    try {
      const ports = {
        db,
        pool,
        today: () => '2026-04-10',
        timeZone: 'America/New_York',
        writeCsv: csvDownloads(),
      };
      const route = reportRoutes(ports as unknown as ReportPorts).find(({ path }) =>
        path.endsWith('/download'),
      );
      const request = {
        query: { type: 'site-additions', format: 'csv' },
        caller: { id: 'admin' },
        http: { res: new EventEmitter() },
      };
      const answer = await route?.handler(request as unknown as RouteRequest);
      const file = (answer as { readonly content: Readable }).content[Symbol.asyncIterator]();
      expect((await file.next()).value.toString()).toContain('Pier');
      expect([pool.totalCount, pool.idleCount]).toEqual([1, 1]);
      let lines = 0;
      for (let piece = await file.next(); !piece.done; piece = await file.next())
        lines += piece.value.toString().split('\r\n').length - 1;
      expect(lines).toBeGreaterThan(3_000);
    } finally {
      await pool.end();
      await db.query(`DELETE FROM ${table} WHERE key LIKE 'more %'`);
    }
  });

  // Proves S2-7-reports-2
  it('returns a PDF with the same rows, or a note if there are none', async () => {
    const { bytes, headers } = await admin.get(
      download(`type=site-deactivations&format=pdf&companyId=${one.user.account_id}&startDate=2026-04-01`),
    );
    expect(headers['content-type']).toBe('application/pdf');
    expect(headers['content-disposition']).toContain('site-deactivations-2026-04-10.pdf');
    const [page] = await pdfPages(bytes);
    for (const text of [
      'Site Deactivations',
      'Doe Security, Apr 1, 2026 to date',
      'Pier',
      'Deactivated',
      '12',
    ]) {
      expect(page).toContain(text);
    }
    const empty = await admin.get(download('type=site-deactivations&format=pdf&endDate=2026-01-01'));
    expect((await pdfPages(empty.bytes))[0]).toContain('No data found for the selected filters.');
  });

  it('refuses other formats and types', async () => {
    for (const query of ['type=active-sites&format=xls', 'type=users&format=csv', 'format=csv']) {
      expect((await admin.get(download(query))).status, query).toBe(400);
    }
  });
});

describe('GET /api/admin/revenue-report', () => {
  const ask = (query = '') => `/api/admin/revenue-report${query}`;
  const file = (query: string) => `/api/admin/revenue-report/download?${query}`;
  const NOTHING = {
    invoices: 0,
    invoiced: 0,
    paid: 0,
    refunded: 0,
    credit_used: 0,
    written_off: 0,
    open: 0,
    credit_given: 0,
    orders: 0,
  };

  beforeAll(async () => {
    const issue = (dealer: typeof one, period: string) =>
      admin.post(`/api/admin/accounts/${dealer.user.account_id}/issue-invoice`, { period });
    const april = await issue(one, '2026-04');
    const check = { method: 'check', paid_on: '2026-04-10', reference: '1', amount: '100.00' };
    await admin.post(`/api/admin/invoices/${april.json.id}/record-payment`, check);
    now = new Date('2026-05-10T15:00:00Z');
    admin = await portal.admin();
    two.client = await portal.signedIn('second');
    await issue(one, '2026-05');
    await issue(two, '2026-05');
  });

  // Proves S6-revenue-1, S6-revenue-2
  it('returns what the invoices of a month came to, by company, and the months before it', async () => {
    const { json } = await admin.get(ask('?demo=true'));
    const first = { ...NOTHING, invoices: 1, invoiced: 19.5, credit_used: 2.5, open: 17 };
    const second = { ...NOTHING, invoices: 1, invoiced: 32.5, open: 32.5 };
    const total = { ...NOTHING, invoices: 2, invoiced: 52, credit_used: 2.5, open: 49.5 };
    expect(json).toMatchObject({ from: '2026-05', to: '2026-05', total });
    expect(json.companies).toMatchObject([
      { account: { dealer_id: 'KS0001', company_name: 'Doe Security' }, ...first },
      { account: { dealer_id: 'KS0002' }, ...second },
    ]);
    expect(json.months).toHaveLength(12);
    expect(json.months.slice(-3)).toEqual([
      { ...NOTHING, period: '2026-03' },
      { ...NOTHING, period: '2026-04', invoices: 1, invoiced: 97.5, paid: 97.5, credit_given: 2.5 },
      { ...total, period: '2026-05' },
    ]);
  });

  // Proves S6-revenue-1
  it('takes a range of months, a company and a mode', async () => {
    const range = '?demo=true&from=2026-04&to=2026-05';
    const { total, companies } = (await admin.get(ask(range))).json;
    expect(total).toMatchObject({ invoices: 3, invoiced: 149.5, paid: 97.5, open: 49.5 });
    expect(companies).toMatchObject([{ invoices: 2, invoiced: 117 }, { invoices: 1 }]);
    const ofSecond = await admin.get(ask(`${range}&companyId=${two.user.account_id}`));
    expect(ofSecond.json).toMatchObject({ total: { invoices: 1 }, companies: [{ invoiced: 32.5 }] });
    expect((await admin.get(ask('?demo=false'))).json).toMatchObject({ total: NOTHING, companies: [] });
    // all companies are demo companies
    expect((await admin.get(ask())).json).toMatchObject({ demo: true, total: { invoices: 2 } });
  });

  it('refuses reversed and endless ranges, other words, and dealers', async () => {
    for (const query of ['?from=2026-05&to=2026-04', '?from=2020-01&to=2026-04', '?from=May', '?demo=yes']) {
      expect([query, (await admin.get(ask(query))).status]).toEqual([query, 400]);
    }
    expect((await two.client.get(ask())).status).toBe(403);
    expect((await two.client.get(file('format=csv'))).status).toBe(403);
  });

  // Proves S6-revenue-3
  it('downloads as CSV and PDF whose names say what is in them', async () => {
    const csv = await admin.get(file('format=csv&demo=true&from=2026-04'));
    expect(csv.headers['content-disposition']).toBe('attachment; filename="revenue-2026-04-demo.csv"');
    const rows = papa.parse<string[]>(csv.text.replace('\uFEFF', '').trim()).data;
    expect(rows).toEqual([
      [
        ...['Month', 'Company', 'Dealer ID', 'Invoices', 'Invoiced', 'Paid'],
        ...['Refunded', 'Credit used', 'Written off', 'Open', 'Credit given', 'Orders'],
      ],
      [
        ...['2026-04', 'Doe Security', 'KS0001', '1', '97.50', '97.50'],
        ...['0.00', '0.00', '0.00', '0.00', '2.50', '0.00'],
      ],
    ]);
    const pdf = await admin.get(
      file(`format=pdf&demo=true&from=2026-04&to=2026-05&companyId=${one.user.account_id}`),
    );
    expect(pdf.headers['content-disposition']).toBe(
      'attachment; filename="revenue-2026-04-to-2026-05-doe-security-demo.pdf"',
    );
    const text = (await pdfPages(pdf.bytes)).join('\n');
    expect(text).toContain('Doe Security, 2026-04 to 2026-05, demo. 2 rows.');
    expect(text).toMatch(/Total\s+2\s+\$117\.00\s+\$97\.50/);
    const none = await admin.get(file('format=csv&demo=false'));
    expect(none.headers['content-disposition']).toBe('attachment; filename="revenue-2026-05.csv"');
  });
});
