import type { InvoiceReplay } from '@portal/contract';
import { expect } from 'vitest';
import { runBilling } from '../../src/modules/billing/run.ts';
import { changeReaderRate } from '../../src/modules/companies/changeAccount.ts';
import { editSite } from '../../src/modules/sites/editSite.ts';
import type { BillingPortal } from './billingPortal.ts';
import type { TestPortal } from './testPortal.ts';

/** When {@link makeBilledHistory} begins and where its clock ends. */
export const HISTORY_FROM = '2026-09-05T15:00:00.000Z';
export const HISTORY_TO = '2026-12-03T15:00:00.000Z';

const DEALERS = ['ann', 'bob', 'cleo'];

/**
 * Three dealers with a few dozen sites over three months: readers and rates change, each month is billed by a run and
 * the log is sealed. @returns the ids of the invoices
 */
export async function makeBilledHistory(test: BillingPortal, sitesEach = 12): Promise<readonly string[]> {
  const { commands, billing } = test.portal;
  const sites: string[] = [];
  for (const [index, username] of DEALERS.entries()) {
    const dealer = await test.newDealer(username);
    const made = Array.from({ length: sitesEach }, (_, n) =>
      test.newSite(dealer, { site_name: `Pier ${n}`, number_of_readers: `${n + 3}` }),
    );
    sites.push(...(await Promise.all(made)));
    await changeReaderRate(
      commands,
      dealer.accountId,
      { rateCents: 500 + index, effectiveFrom: null },
      test.command(),
    );
  }
  for (const [month, period] of ['2026-10', '2026-11', '2026-12'].entries()) {
    test.setClock(`${period}-01T12:00:00.000Z`);
    await runBilling(billing, period, test.command());
    await Promise.all(
      sites.map((site, n) => editSite(commands, site, { number_of_readers: n + month + 4 }, test.command())),
    );
    await test.portal.tick();
  }
  test.setClock(HISTORY_TO);
  await test.portal.projections.caughtUp();
  const invoices = await test.stored('InvoiceIssued');
  expect(invoices).toHaveLength(9);
  expect((await test.stored('LogSealed')).length).toBeGreaterThanOrEqual(3);
  return invoices.map(({ data }) => data.invoiceId);
}

/** A place in the log, in PostgreSQL or in EventStoreDB. */
const POSITION = /\b\d{20}(?:-\d{20})?\b/g;

/**
 * Every read model and the proof of the log, row by row as PostgreSQL prints them.
 * @param positions as they are, or left out for a comparison between stores
 */
export async function readModelRows(
  { portal }: TestPortal,
  positions: 'with positions' | 'without positions' = 'without positions',
): Promise<Readonly<Record<string, readonly string[]>>> {
  const { pool } = portal.database;
  const { rows } = await pool.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.views WHERE table_schema = 'public' AND table_name ~ '_v[0-9]+$'",
  );
  const all: Record<string, readonly string[]> = {};
  for (const { name } of rows) {
    const found = await pool.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t ORDER BY 1`);
    all[name] = found.rows.map(({ row }) =>
      positions === 'with positions' ? row : row.replaceAll(POSITION, '(position)'),
    );
  }
  const proof = await pool.query<{ row: string }>(
    'SELECT (seq, event_id, stream, revision, type, accounts, recorded_at, hash)::text AS row FROM log_index ORDER BY seq',
  );
  all.log_index = proof.rows.map(({ row }) => row);
  return all;
}

/** Asserts that every invoice is still what the log says, and the log what its hashes say. */
export async function expectProved(test: TestPortal, invoiceIds: readonly string[]): Promise<void> {
  const admin = await test.admin();
  for (const id of invoiceIds) {
    const { status, json } = await admin.get(`/api/admin/invoices/${id}/replay`);
    const { equal, issued } = json as InvoiceReplay;
    expect({ id, status, equal }).toEqual({ id, status: 200, equal: true });
    expect(issued.total_cents).toBeGreaterThan(0);
  }
  expect(await test.portal.verifyLog({})).toMatchObject({ ok: true, faults: [] });
}
