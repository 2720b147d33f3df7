import {
  type BankLine,
  type BillingSummary,
  type CompanyOverview,
  type Dispute,
  type Invoice,
  type InvoiceDetail,
  invoiceDifferencesSchema,
  type Journal,
  type Order,
  type Payment,
  paths,
  type Receipt,
  type Receivable,
  type ReceivableTotals,
  type RevenueReport,
} from '@portal/contract';
import { eventMetadataSchema, portalEvents } from '@portal/domain';
import { centsFromDollars, sumCents } from '@portal/domain/values';
import { createCodec } from '@portal/event-store';
import { AUDITED, recordOfStream } from '@portal/server/modules/audit/records.ts';
import { openEventStore } from '@portal/server/platform/eventStore/openEventStore.ts';
import { postgresKeyRing } from '@portal/server/platform/keyRing/postgresKeyRing.ts';
import { straightLineBooks } from '@portal/server/test/support/straightLineBooks.ts';
import { startTestPortal, type TestPortal } from '@portal/server/test/support/testPortal.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoClock, demoClock } from './clock.ts';
import { fillPortal } from './fill.ts';
import { planDemo } from './plan.ts';

const PORTFOLIO = { seed: 7, until: new Date('2026-03-04T00:00:00.000Z'), dealers: 8, sites: 26, days: 430 };
const VIEWS = [
  'users',
  'accounts',
  'dealer_sites',
  'projected_invoices',
  'contacts',
  'migrations',
  'orders',
  'disputes',
] as const;
const MINUTES = 60_000;

interface Filled {
  readonly test: TestPortal;
  readonly clock: DemoClock;
  rows(view: (typeof VIEWS)[number] | 'invoices'): Promise<readonly Record<string, unknown>[]>;
}

async function filled(): Promise<Filled> {
  const steps = planDemo(PORTFOLIO);
  const clock = demoClock(new Date((steps[0]?.at.getTime() ?? 0) - MINUTES));
  const test = await startTestPortal(
    { now: clock.now },
    { environment: { PORTAL_ROLES: 'api,projections', ADMIN_PASSWORD: 'admin-secret-1' } },
  );
  await fillPortal({ portal: test.portal, clock, seed: PORTFOLIO.seed, steps, password: 'sample-1' });
  return {
    test,
    clock,
    async rows(view) {
      const { pool } = test.portal.database;
      const key = view === 'projected_invoices' ? 'account_id' : 'id';
      const { rows: named } = await pool.query<{ name: string }>(
        "SELECT viewname AS name FROM pg_views WHERE viewname ~ ('^' || $1 || '_v[0-9]+$')",
        [view],
      );
      expect(named).toHaveLength(1);
      const { rows } = await pool.query(`SELECT * FROM ${named[0]?.name} ORDER BY ${key}`);
      return rows;
    },
  };
}

let one: Filled;
let two: Filled;
beforeAll(async () => {
  one = await filled();
  two = await filled();
}, 300_000);
afterAll(async () => {
  await one.test.stop();
  await two.test.stop();
});

describe('the demo', () => {
  it.each(VIEWS)('gives the same %s for the same seed on a fresh database', async (view) => {
    const rows = await one.rows(view);
    expect(rows.length).toBeGreaterThan(3);
    expect(rows).toEqual(await two.rows(view));
  });

  it('has dealers, sites and migrations in every state', async () => {
    const users = await one.rows('users');
    const sites = await one.rows('dealer_sites');
    const dealers = users.filter(({ is_admin: isAdmin }) => isAdmin !== true);
    expect(dealers).toHaveLength(PORTFOLIO.dealers);
    expect(dealers.filter((user) => user.is_approved !== true && user.dealer_id === null)).toHaveLength(1);
    expect(dealers.filter((user) => user.is_approved !== true && user.dealer_id !== null)).toHaveLength(1);
    expect(dealers.map(({ username }) => username)).toContain('dealer');
    const ordered = sites.filter((site) => site.migration_id === null && site.order_id === null);
    expect(ordered).toHaveLength(PORTFOLIO.sites);
    const orders = await one.rows('orders');
    expect(orders.length).toBeGreaterThan(3);
    const states = orders.map(({ status, test_mode: testMode }) => [status, testMode]).toSorted();
    expect(states).toEqual([...orders.slice(1).map(() => ['fulfilled', true]), ['rejected', true]]);
    expect(sites.filter((site) => site.order_id !== null)).toHaveLength(orders.length - 1);
    const migrations = await one.rows('migrations');
    expect(new Set(migrations.map(({ status }) => status))).toEqual(
      new Set(['pending', 'approved', 'deleted']),
    );
    expect(new Set(sites.map(({ status }) => status))).toEqual(new Set(['pending', 'active', 'inactive']));
    const invoices = await one.rows('projected_invoices');
    expect(invoices.filter((invoice) => Number(invoice.active_readers) > 0).length).toBeGreaterThan(4);
  });

  // Proves S6-run-17
  it('has months of invoices: paid, reissued, credited and overdue', async () => {
    const [invoices, others] = await Promise.all([one.rows('invoices'), two.rows('invoices')]);
    // keys differ, so the hash chain does; sites of paid orders have ids from the card provider
    const comparable = (row: Record<string, unknown>) => ({
      ...row,
      chain_hash: null,
      lines: (row.lines as { because: unknown }[]).map((line) => ({ ...line, because: null })),
    });
    expect(invoices.map(comparable)).toEqual(others.map(comparable));
    expect(new Set(invoices.map(({ period }) => period)).size).toBeGreaterThan(4);
    const of = (status: string) => invoices.filter((invoice) => invoice.status === status);
    expect(of('paid').length).toBeGreaterThan(of('pending').length);
    const today = PORTFOLIO.until.toISOString().slice(0, 10);
    expect(of('pending').filter(({ due_date: due }) => String(due) < today).length).toBeGreaterThan(0);
    expect(of('canceled')).toMatchObject([{ replaced_by: expect.stringMatching(/_r2$/) }]);
    expect(invoices.filter(({ credited_cents: credited }) => credited === '2500')).toHaveLength(1);
    expect(of('written_off')).toHaveLength(1);
    const ways = of('paid').map(({ payment_kind: kind }) => kind);
    expect(new Set(ways)).toEqual(new Set(['check', 'ach', 'card', 'none']));
  });

  // Proves S5-company
  it('has an overview of each company with the figures of its lists and reports', async () => {
    const admin = await one.test.signedIn('admin', 'admin-secret-1');
    const get = async <Body>(path: string): Promise<Body> => (await admin.get(path)).json;
    const listed = (path: string, filter: object) =>
      get<{ readonly open_amount: number }[]>(`${path}?filter=${encodeURIComponent(JSON.stringify(filter))}`);
    const accounts = await get<{ readonly id: string; readonly is_demo_account: boolean }[]>(
      paths.admin.accounts,
    );
    expect(accounts.length).toBeGreaterThan(4);
    const overdue: number[] = [];
    for (const { id, is_demo_account: is_demo } of accounts) {
      const overview = await get<CompanyOverview>(paths.admin.accountOverview(id));
      const summary = await get<BillingSummary>(paths.admin.billingSummary(id));
      expect(overview.recurring.now).toBe(summary.active_charges);
      const late = await listed(paths.admin.invoices, { account_id: id, is_demo, is_overdue: true });
      expect(overview.overdue_invoices).toBe(late.length);
      expect(centsFromDollars(overview.overdue)).toBe(
        sumCents(late.map(({ open_amount }) => centsFromDollars(open_amount))),
      );
      overdue.push(overview.overdue);
      const own = { account_id: id };
      expect(overview.counts).toEqual({
        sites: (await listed(paths.admin.sites, own)).length,
        invoices: (await listed(paths.admin.invoices, own)).length,
        payments: (await listed(paths.admin.receipts, own)).length,
        people: (await listed(paths.admin.users, own)).length,
        history: (await get<unknown[]>(paths.admin.accountHistory(id))).length,
      });
    }
    expect(Math.max(...overdue)).toBeGreaterThan(0);
  });

  // Proves S6-run-17
  it('has receivables that are due and overdue', async () => {
    const admin = await one.test.admin();
    const totals = (await admin.get(paths.admin.receivableTotals)).json as readonly ReceivableTotals[];
    expect(totals).toMatchObject([{ is_demo: true }]);
    expect(totals[0]?.current_amount).toBeGreaterThan(0);
    expect(totals[0]?.overdue_amount).toBeGreaterThan(0);
  });

  // Proves S6-run-17, I38-month
  it('has a check above what was open, and a payment that was charged back', async () => {
    const admin = await one.test.admin();
    const invoices = await one.rows('invoices');
    const receipts = (await admin.get(`${paths.admin.receipts}?range=[0,999]`)).json as readonly Receipt[];
    const above = receipts.map(({ amount, invoice_id: id }) => {
      const invoice = invoices.find((row) => row.id === id);
      return centsFromDollars(amount) - Number(invoice?.total_cents);
    });
    expect(above.filter((cents) => cents === 4_000)).toHaveLength(1);
    expect(receipts.filter(({ dispute }) => dispute === 'lost')).toMatchObject([{ method: 'card' }]);
  });

  // Proves S6-run-17, I38-month
  it('has a check over three invoices, one in part, one that bounced, and a payout', async () => {
    const { pool } = one.test.portal.database;
    const { rows } = await pool.query<{ type: string; data: string }>(
      "SELECT type, data FROM es.events WHERE type IN ('ReceiptRecorded', 'InvoicePartPaid', 'InvoicePaymentReversed', 'PayoutMade')",
    );
    const of = (name: string) => rows.filter(({ type }) => type === name).map(({ data }) => JSON.parse(data));
    expect(of('ReceiptRecorded').map(({ shares }) => shares.length)).toContain(3);
    expect(of('InvoicePartPaid').length).toBeGreaterThan(0);
    expect(of('InvoicePaymentReversed')).toHaveLength(1);
    expect(of('PayoutMade')).toHaveLength(1);
  });

  // Proves S6-run-17, I38-bank-file
  it('has a bank file whose lines are taken, wait for a decision, or are set aside', async () => {
    const admin = await one.test.admin();
    const lines = (await admin.get(`${paths.admin.bankLines}?range=[0,99]`)).json as readonly BankLine[];
    const found = lines.map(({ status, text, proposal, invoices }) => [
      ...[status, text.replace(/ INV-.*/, ''), proposal?.why ?? null],
      ...[proposal?.is_exact ?? null, invoices.length],
    ]);
    expect(found.toSorted()).toEqual([
      ['matched', 'ACH CREDIT', null, null, 1],
      ['set_aside', 'INTEREST PAID', null, null, 0],
      ['unmatched', 'ACH CREDIT', 'invoice_number', true, 0],
      ['unmatched', 'WIRE TRANSFER IN REF 20814', null, null, 0],
    ]);
  });

  // Proves S6-run-17, I38-closing
  it('has closed months', async () => {
    const admin = await one.test.admin();
    const { json } = await admin.get(paths.admin.books);
    expect(json.history).toMatchObject([{ what: 'closed', month: json.closed_through }]);
  });

  // Proves S6-run-17
  it('has questions about charges: open, answered, explained and settled by a correction', async () => {
    const admin = await one.test.admin();
    const asked = (await admin.get(paths.admin.disputes)).json as readonly Dispute[];
    const talks = asked.map(({ status, outcome, messages }) =>
      [status, outcome ?? 'no outcome', ...messages.map(({ by }) => by)].join(' '),
    );
    expect(talks.toSorted()).toEqual([
      'closed credited dealer admin dealer admin',
      'closed explained dealer admin',
      'open no outcome dealer',
      'open no outcome dealer admin',
    ]);
    const corrected = asked.find(({ outcome }) => outcome === 'credited');
    const invoice: InvoiceDetail = (await admin.get(`/api/admin/invoices/${corrected?.invoice_id}`)).json;
    expect(invoice.status).toBe('paid');
    expect(invoice.credited_amount).toBe(corrected?.settled_amount);
    expect(invoice.credited_amount).toBeGreaterThan(0);
    const line = invoice.items.find(({ site_id: site }) => site === corrected?.site_id);
    expect(invoice.corrections.map(({ site_id: site, text }) => [site, text])).toEqual([
      [line?.site_id, `Readers corrected from ${line?.quantity} to ${Number(line?.quantity) - 1}`],
    ]);
    expect(corrected?.settled_amount).toBe(line?.unit_price);
  });

  // Proves S6-run-17
  it('has a rejected order whose refund failed', async () => {
    const admin = await one.test.admin();
    const payments = (await admin.get('/api/admin/payments')).json as readonly Payment[];
    const refunds = payments.flatMap(({ amount, refunds: all }) =>
      all.map((one) => ({ ...one, of: amount })),
    );
    expect(refunds).toMatchObject([{ status: 'failed', can_retry: true }]);
    expect(refunds[0]?.amount).toBe(refunds[0]?.of);
  });

  // Proves S6-run-17
  it("has a rate of the shown dealer's company announced, with notice", async () => {
    const dealer = await one.test.signedIn('dealer', 'sample-1');
    const summary = (await dealer.get(paths.billingSummary)).json as BillingSummary;
    expect(summary.announced_rates).toMatchObject([{ site_id: null, effective_from: '2026-04-01' }]);
    const [announced] = summary.announced_rates;
    expect(announced?.rate).toBe(Number(announced?.rate_now) + 0.25);
  });

  // Proves S6-why-3
  it('explains each invoice and the estimate by differences that add up, each with its causes', async () => {
    const admin = await one.test.admin();
    const dealer = await one.test.signedIn('dealer', 'sample-1');
    const invoices = await one.rows('invoices');
    const expectExplained = (
      answer: unknown,
      totalCents: number,
      before: Record<string, unknown> | undefined,
    ) => {
      const { differences, difference, before: shown } = invoiceDifferencesSchema.parse(answer);
      const change = totalCents - Number(before?.total_cents ?? 0);
      expect(shown?.id).toBe(before?.id);
      expect(centsFromDollars(difference)).toBe(change);
      expect(sumCents(differences.map(({ amount }) => centsFromDollars(amount)))).toBe(change);
      for (const { text, causes } of differences) {
        expect(causes.length, text).toBeGreaterThan(0);
        for (const cause of causes) expect([cause.text, cause.by], text).not.toContain('');
      }
      return differences.length;
    };
    const before = (accountId: unknown, period: string) =>
      invoices
        .filter(
          (one) => one.account_id === accountId && String(one.period) < period && one.status !== 'canceled',
        )
        .toSorted((a, b) => (String(a.period) < String(b.period) ? -1 : 1))
        .at(-1);
    let count = 0;
    for (const { id, account_id: accountId, period, total_cents: total } of invoices) {
      const { json } = await admin.get(paths.invoiceDifferences(String(id)));
      count += expectExplained(json, Number(total), before(accountId, String(period)));
    }
    expect(count).toBeGreaterThan(invoices.length / 2);
    const summary = (await dealer.get(paths.billingSummary)).json;
    const { json } = await dealer.get(`${paths.billingSummary}/differences`);
    const estimate = centsFromDollars(summary.estimated_monthly_charge);
    expectExplained(json, estimate, before(summary.account_id, '2026-04'));
  });

  // Proves S6-revenue-2
  it('has revenue that agrees with its invoices and orders to the cent', async () => {
    const admin = await one.test.signedIn('admin', 'admin-secret-1');
    const listed = (await admin.get('/api/admin/invoices')).json as readonly Invoice[];
    const details = await Promise.all(
      listed.map(async ({ id }) => (await admin.get(`/api/admin/invoices/${id}`)).json as InvoiceDetail),
    );
    expect(details.length).toBeGreaterThan(20);
    const periods = new Set(listed.map(({ period }) => period));
    const expected = new Map<string, number[]>();
    const add = (of: readonly unknown[], figures: readonly number[]) => {
      const before = expected.get(of.join(' ')) ?? [];
      expected.set(
        of.join(' '),
        figures.map((figure, index) => figure + (before[index] ?? 0)),
      );
    };
    for (const invoice of details) {
      const isIssued = invoice.status !== 'canceled';
      const items = (isIssued ? invoice.items : []).map((item) => ({
        ...item,
        cents: centsFromDollars(item.amount),
      }));
      const itemsOf = (isCredit: boolean) =>
        sumCents(items.filter((item) => (item.rate_source === null) === isCredit).map(({ cents }) => cents));
      const { period, account_id, is_demo, paid_amount, refunded_amount, open_amount, credited_amount } =
        invoice;
      // credit that is paid out lowers no revenue
      const paidOut = sumCents(invoice.refunds.map(({ paid_out = 0 }) => centsFromDollars(paid_out)));
      const refunded = centsFromDollars(refunded_amount) - paidOut;
      const figures = [
        isIssued ? 1 : 0,
        itemsOf(false),
        centsFromDollars(paid_amount) - refunded,
        refunded,
        0 - itemsOf(true),
        centsFromDollars(open_amount),
        centsFromDollars(credited_amount),
      ];
      add([period, account_id, is_demo], [...figures, 0]);
    }
    const orders = (await admin.get('/api/admin/orders')).json as readonly Order[];
    for (const { account_id, test_mode, paid_on, total_amount, refunded_amount } of orders) {
      const period = paid_on?.slice(0, 7) ?? '';
      if (!periods.has(period)) continue;
      const kept = centsFromDollars(total_amount) - centsFromDollars(refunded_amount);
      add([period, account_id, test_mode], [0, 0, 0, 0, 0, 0, 0, kept]);
    }
    const reported = new Map<string, number[]>();
    for (const period of periods) {
      for (const demo of [false, true]) {
        const query = `?from=${period}&demo=${demo}`;
        const report = (await admin.get(`/api/admin/revenue-report${query}`)).json as RevenueReport;
        for (const { account, ...sums } of report.companies) {
          const {
            invoices,
            invoiced,
            paid,
            refunded,
            credit_used,
            open,
            credit_given,
            orders: income,
          } = sums;
          const amounts = [invoiced, paid, refunded, credit_used, open, credit_given, income];
          reported.set([period, account.id, demo].join(' '), [invoices, ...amounts.map(centsFromDollars)]);
        }
      }
    }
    expect(Object.fromEntries(reported)).toEqual(Object.fromEntries(expected));
  });

  // Proves I38-straight-line
  it('has journal, receivables and statements that an independent script adds up, too, to the cent', async () => {
    const admin = await one.test.admin();
    const { pool } = one.test.portal.database;
    const { months, balances, owed, types } = await straightLineBooks(
      pool,
      one.test.settings.billingTimeZone,
    );
    const cents = (dollars: number) => Math.round(dollars * 100);
    expect(Object.keys(months).length).toBeGreaterThan(4);
    // it is no proof if the demo lacks them
    const needed = [
      ...['InvoiceIssued', 'InvoicePaid', 'InvoicePartPaid', 'InvoicePaymentReversed', 'InvoiceVoided'],
      ...['InvoicePaymentTakenBack', 'InvoiceWrittenOff', 'InvoiceCredited', 'InvoiceCreditApplied'],
      ...['InvoiceRefunded', 'PaymentDisputeFundsMoved', 'PaymentSucceeded', 'OrderPaid'],
    ];
    expect(needed.filter((type) => !types.has(type))).toEqual([]);
    const closing: Record<string, number> = {};
    for (const month of Object.keys(months).toSorted()) {
      const { accounts } = (await admin.get(`${paths.admin.journal}?month=${month}&mode=demo`))
        .json as Journal;
      for (const { account, opening, debits, credits, closing: end } of accounts) {
        const [wantedDebits, wantedCredits] = months[month]?.[account] ?? [0, 0];
        const before = closing[account] ?? 0;
        closing[account] = before + wantedDebits - wantedCredits;
        expect([month, account, ...[opening, debits, credits, end].map(cents)]).toEqual([
          ...[month, account, before, wantedDebits, wantedCredits],
          closing[account],
        ]);
      }
      expect(accounts.map(({ account }) => account)).toEqual(
        expect.arrayContaining(Object.keys(months[month] ?? {})),
      );
    }
    const listed = (await admin.get(`${paths.admin.receivables}?range=[0,999]`))
      .json as readonly Receivable[];
    expect(listed.length).toBeGreaterThan(2);
    for (const [company, accounts] of Object.entries(balances)) {
      const row = listed.find(({ account_id, is_demo }) => account_id === company && is_demo);
      const { open_amount = 0, credit_amount = 0, balance = 0 } = row ?? {};
      const receivable = accounts.receivable ?? 0;
      const credit = 0 - (accounts.customer_credit ?? 0);
      expect([company, ...[open_amount, credit_amount, balance].map(cents)]).toEqual([
        ...[company, receivable, credit],
        receivable - credit,
      ]);
      const query = 'from=2025-01-01&to=2026-12-31&format=csv&mode=demo';
      const { text } = await admin.get(`${paths.admin.statement(company)}?${query}`);
      expect([company, cents(Number(text.trim().split('\n').at(-1)?.split(',').at(-1)))]).toEqual([
        ...[company, owed[company]],
      ]);
    }
    expect(listed.filter(({ account_id }) => balances[account_id] === undefined)).toEqual([]);
  });

  it('records each event at the time of its step', async () => {
    const { pool } = one.test.portal.database;
    const { rows } = await pool.query<{ type: string; metadata: string }>(
      'SELECT type, metadata FROM es.events ORDER BY position',
    );
    const times = rows.map(({ metadata }) => Date.parse(JSON.parse(metadata).recordedAt));
    expect(times.length).toBeGreaterThan(100);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times.at(-1)).toBeLessThan(PORTFOLIO.until.getTime());
    const registered = rows.flatMap(({ type }, index) => (type === 'DealerRegistered' ? [times[index]] : []));
    const planned = planDemo(PORTFOLIO).flatMap(({ at, action }) =>
      action.type === 'register' ? [at.getTime()] : [],
    );
    expect(registered).toEqual(planned);
  });

  // Proves I8-kept
  it('folds sealed events to the same states, without personal values', async () => {
    const { portal, settings } = one.test;
    const keyRing = postgresKeyRing(portal.database.pool, settings.keyEncryptionKey);
    const codec = createCodec({ definitions: portalEvents, metadataSchema: eventMetadataSchema, keyRing });
    const store = await openEventStore({
      eventStoreUrl: null,
      databaseUrl: settings.databaseUrl ?? '',
      log: pino({ level: 'silent' }),
    });
    const { rows } = await portal.database.pool.query<{ stream: string }>(
      'SELECT DISTINCT stream FROM es.events',
    );
    let sealed = 0;
    for (const { stream } of rows) {
      const record = recordOfStream(stream);
      if (record === null) continue;
      const recorded = await store.read(stream);
      const foldOf = async (personal: boolean | 'sealed') =>
        AUDITED[record.kind].fold((await codec.decode(recorded, { personal })).map(({ event }) => event));
      const state = await foldOf('sealed');
      const withoutKeys = JSON.stringify(state, (_, value) => (value?.sealed ? { erased: true } : value));
      expect(JSON.parse(withoutKeys)).toEqual(JSON.parse(JSON.stringify(await foldOf(false))));
      expect(await codec.open(state)).toEqual(await foldOf(true));
      if (withoutKeys !== JSON.stringify(state)) sealed += 1;
    }
    await store.close();
    expect(sealed).toBeGreaterThan(PORTFOLIO.sites);
  });

  it('sends no mail', async () => {
    const { rows } = await one.test.portal.database.pool.query('SELECT kind FROM mail_outbox');
    expect(rows).toEqual([]);
  });

  it('lets its dealer sign in', async () => {
    const client = await one.test.signedIn('dealer', 'sample-1');
    const sites = await client.get('/api/sites?status=active');
    expect(sites.json.length).toBeGreaterThan(2);
  });

  // Proves I8-alerts-4
  it('starts with the alert of its failed refund, and of the reactions, which do not run here', async () => {
    const { test, clock } = one;
    for (const minutes of [0, 20, 40, 60]) {
      clock.moveTo(new Date(PORTFOLIO.until.getTime() + minutes * MINUTES));
      await test.portal.tick();
    }
    const { rows } = await test.portal.database.pool.query('SELECT kind, title FROM alerts');
    expect(rows.map(({ kind }) => kind).toSorted()).toEqual(['failed_refund', 'stuck_process']);
  });
});
