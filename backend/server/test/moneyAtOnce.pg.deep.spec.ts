import { type InvoiceDetail, type Journal, paths } from '@portal/contract';
import { addPeriods } from '@portal/domain';
import { chanceOf, chaosSeed, sized } from '@portal/event-store/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Paying, startPaying } from './payments/support.ts';
import { eventually } from './support/eventually.ts';
import type { Answered, HttpClient } from './support/httpClient.ts';
import { issueInvoice, saveCard } from './support/invoices.ts';
import { stated } from './support/moneyFigures.ts';

const NOW = new Date('2027-03-10T15:00:00.000Z');
const TODAY = '2027-03-10';
const MONTHS = Array.from({ length: 24 }, (_, index) => addPeriods('2025-04', index));
const CALLERS = 32;
const STEPS = sized(6, 20);
const HISTORIES = sized(3, 12);

let paying: Paying;
let admin: HttpClient;

beforeAll(async () => {
  const environment = { PORTAL_ROLES: 'api,projections,reactions' };
  paying = await startPaying({ now: () => NOW }, { environment });
  admin = await paying.admin();
}, 60_000);
afterAll(() => paying?.stop());

const inCents = (dollars: number) => Math.round(dollars * 100);
const inDollars = (cents: number) => (cents / 100).toFixed(2);
const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

const WHAT = [
  ...['check', 'check', 'check', 'receipt', 'receipt', 'receipt', 'card', 'credit', 'credit', 'refund'],
  ...['payOut', 'payOut', 'reverse', 'reverse', 'reverse', 'move', 'move', 'void', 'writeOff', 'takeBack'],
] as const;

let references = 0;

/** A company, and what its callers do with its money at once. */
class Company {
  readonly #client: HttpClient;
  readonly accountId: string;
  readonly ids: readonly string[];
  readonly #chance;
  /** Cents of checks that were answered as recorded. */
  recorded = 0;
  done = 0;

  constructor(client: HttpClient, accountId: string, ids: readonly string[], name: string) {
    this.#client = client;
    this.accountId = accountId;
    this.ids = ids;
    this.#chance = chanceOf(name);
  }

  get client(): HttpClient {
    return this.#client;
  }

  detail = async (id: string): Promise<InvoiceDetail> => (await admin.get(paths.admin.invoice(id))).json;

  async #ask(): Promise<Answered | null> {
    const chance = this.#chance;
    const id = chance.oneOf(this.ids);
    const cents = chance.between(1, 9_000);
    const on = (action: string, body: object) => admin.post(`/api/admin/invoices/${id}/${action}`, body);
    references += 1;
    const by = { method: 'check', reference: `${references}` };
    const record = async (cents: number, answer: Promise<Answered>) => {
      const answered = await answer;
      if (answered.status === 200) this.recorded += cents;
      return answered;
    };
    switch (chance.oneOf(WHAT)) {
      case 'check':
        return record(cents, on('record-payment', { ...by, amount: inDollars(cents), paid_on: TODAY }));
      case 'receipt': {
        const other = chance.oneOf(this.ids.filter((one) => one !== id));
        const shares = [
          { invoice_id: id, amount: inDollars(cents) },
          { invoice_id: other, amount: '20.00' },
        ];
        const details = await Promise.all([this.detail(id), this.detail(other)]);
        const over = [cents, 2_000].map((one, index) =>
          Math.max(0, one - inCents(details[index]?.status === 'pending' ? details[index].open_amount : 0)),
        );
        const body = { ...by, amount: inDollars(cents + 2_000), received_on: TODAY, shares };
        const credit = { ...(sumOf(over) > 0 && { credit: inDollars(sumOf(over)) }) };
        const path = paths.admin.recordReceipt(this.accountId);
        return record(cents + 2_000, admin.post(path, { ...body, ...credit }));
      }
      case 'card':
        return this.#client.post(`/api/invoices/${id}/pay`);
      case 'credit':
        return on('credit', { amount: inDollars(cents), reason: 'Goodwill' });
      case 'refund':
        return on('refund', { ...by, amount: inDollars(cents), refunded_on: TODAY });
      case 'payOut': {
        const body = { ...by, amount: inDollars(cents), paid_on: TODAY, reason: 'Asked for' };
        return admin.post(paths.admin.payOutCredit(this.accountId), body);
      }
      case 'reverse': {
        const { payments } = await this.detail(id);
        const standing = payments.filter(({ kind, reversed_on }) => kind !== 'card' && reversed_on === null);
        if (standing.length === 0) return null;
        const { id: payment_id } = chance.oneOf(standing);
        return on('reverse-payment', { payment_id, reason: 'It bounced' });
      }
      case 'move': {
        const { movable = [] } = await this.detail(id);
        if (movable.length === 0) return null;
        const part = chance.oneOf(movable);
        const amount = inDollars(Math.min(cents, inCents(part.amount)));
        const to_invoice_id = chance.oneOf(this.ids);
        return on('move-allocation', { allocation: part.id, to_invoice_id, amount, reason: 'Moved' });
      }
      case 'void':
        return on('void', { reason: 'Wrong' });
      case 'writeOff':
        return on('write-off', { reason: 'Closed' });
      case 'takeBack':
        return on('take-write-off-back', { reason: 'Paid' });
    }
  }

  async call(steps: number): Promise<void> {
    for (let step = 0; step < steps; step += 1) {
      const answer = await this.#ask();
      if (answer === null) continue;
      expect([answer.status < 500, answer.text]).toEqual([true, answer.text]);
      if (answer.status === 200) this.done += 1;
    }
  }

  /** Cents; null while processes still run. */
  async figures() {
    await paying.portal.tick();
    await paying.portal.projections.caughtUp();
    const invoices = await Promise.all(this.ids.map(this.detail));
    const open = sumOf(invoices.map(({ open_amount }) => inCents(open_amount)));
    const credit = sumOf(invoices.map(({ unused_credit_amount }) => inCents(unused_credit_amount)));
    const payable = sumOf(
      invoices.filter(({ status }) => status === 'pending').map(({ open_amount }) => inCents(open_amount)),
    );
    const least = Math.min(...invoices.flatMap((one) => [one.open_amount, one.unused_credit_amount]));
    const statement = inCents(await stated(this.#client));
    const filter = encodeURIComponent(JSON.stringify({ account_id: this.accountId }));
    const [row] = (await admin.get(`${paths.admin.receivables}?filter=${filter}`)).json;
    const { rows } = await paying.portal.database.pool.query<{ cents: number }>(
      `SELECT coalesce(sum((data::jsonb->>'amountCents')::bigint), 0)::integer AS cents FROM es.events
       WHERE type IN ('InvoicePaid', 'InvoicePartPaid') AND data::jsonb->>'method' = 'check'
         AND data::jsonb->>'accountId' = $1`,
      [this.accountId],
    );
    return {
      ...{ open, credit, payable, least, statement, recorded: rows[0]?.cents },
      receivables: [inCents(row?.open_amount ?? 0), inCents(row?.credit_amount ?? 0)],
    };
  }
}

async function journalNow() {
  const { accounts }: Journal = (await admin.get(`${paths.admin.journal}?month=2027-03&mode=demo`)).json;
  const closing = (name: string) => inCents(accounts.find(({ account }) => account === name)?.closing ?? 0);
  return {
    receivable: closing('receivable'),
    credit: 0 - closing('customer_credit'),
    sum: sumOf(accounts.map(({ closing: end }) => inCents(end))),
  };
}

// Proves I38-at-once
it(
  `${CALLERS} callers at once leave books that balance: journal, receivables, statement and invoices agree`,
  async () => {
    process.stdout.write(`seed ${chaosSeed()}\n`);
    const companies: Company[] = [];
    for (let history = 0; history < HISTORIES; history += 1) {
      const { client, user } = await paying.dealer(`atonce${history}`);
      const accountId = user.account_id;
      await saveCard(paying, accountId);
      const ids: string[] = [];
      for (const period of MONTHS)
        ids.push((await issueInvoice(paying, { accountId, userId: user.id, period }, NOW)).id);
      const company = new Company(client, accountId, ids, `money at once ${history}`);
      companies.push(company);
      await Promise.all(Array.from({ length: CALLERS }, () => company.call(STEPS)));
      const figures = await eventually(async () => {
        const found = await company.figures();
        // credit pays what is open at once (rule B41)
        const isSettled = found.credit === 0 || found.payable === 0;
        return isSettled && found.statement === found.open - found.credit && found;
      }, 60);
      expect(figures).toMatchObject({ recorded: company.recorded, least: expect.any(Number) });
      expect(figures.least).toBeGreaterThanOrEqual(0);
      expect(figures.receivables).toEqual([figures.open, figures.credit]);
      // it is no proof if nearly all was refused
      expect(company.done).toBeGreaterThan((CALLERS * STEPS) / 6);
    }
    const all = await Promise.all(companies.map((company) => company.figures()));
    expect(await journalNow()).toEqual({
      receivable: sumOf(all.map(({ open }) => open)),
      credit: sumOf(all.map(({ credit }) => credit)),
      sum: 0,
    });
  },
  sized(600_000, 1_800_000),
);
