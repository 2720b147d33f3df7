import { type PortalEvent, siteStream } from '@portal/domain';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { agree } from '../../test/agree.ts';
import { type Bench, bench } from '../../test/harness.ts';
import { metadataFor, requested } from '../../test/history.ts';
import { siteActivity } from './projector.ts';
import {
  activeCompaniesReport,
  activeSitesReport,
  activityByMonth,
  type ReportFilter,
  reportPages,
  reportRows,
  siteAdditionsReport,
  siteDeactivationsReport,
} from './query.ts';

const filter = (more: Partial<ReportFilter> = {}): ReportFilter => ({
  companyId: null,
  from: null,
  to: null,
  timeZone: 'America/New_York',
  today: '2026-06-30',
  ...more,
});

/** Appends events as recorded at an instant, which reports are about. */
async function at({ history, codec }: Bench, instant: string, siteId: string, ...events: PortalEvent[]) {
  const ids = events.map(() => uuidv7());
  await history.addRaw(
    siteStream(siteId),
    ...(await codec.encode(
      events,
      ids,
      metadataFor(['account-of-ann', 'account-of-bob'], new Date(instant).toISOString()),
    )),
  );
}

/** Two companies: ann's pier is active from March with 12, then 20 readers, inactive in May; bob's yard was ann's. */
async function portfolio(test: Bench) {
  const { accountId } = await test.history.dealer('ann', 1);
  const bob = (await test.history.dealer('bob', 2)).accountId;
  const of = (siteId: string) => ({ siteId, accountId });
  const pier = of('pier');
  await at(test, '2026-02-20T15:00:00Z', 'pier', {
    type: 'SiteRequested',
    data: requested(accountId, 'pier', { siteName: 'Pier', readers: 12 }),
  });
  // 23:30 of the last of February in New York
  await at(test, '2026-03-01T04:30:00Z', 'pier', {
    type: 'SiteApproved',
    data: { ...pier, activeFrom: '2026-02-28' },
  });
  await at(test, '2026-04-10T12:00:00Z', 'pier', {
    type: 'ReaderCountChanged',
    data: { ...pier, readers: 20 },
  });
  await at(test, '2026-05-15T12:00:00Z', 'pier', { type: 'SiteDeactivated', data: pier });
  await at(test, '2026-06-01T12:00:00Z', 'pier', {
    type: 'SiteReactivated',
    data: { ...pier, activeFrom: '2026-06-01' },
  });
  const yard = of('yard');
  await at(
    test,
    '2026-04-02T12:00:00Z',
    'yard',
    {
      type: 'SiteRequested',
      data: requested(accountId, 'yard', { siteName: 'Yard', readers: 3 }),
    },
    { type: 'SiteApproved', data: { ...yard, activeFrom: '2026-04-02' } },
  );
  const { readers: _r, requestedDate: _d, priceCents: _p, orderId: _o, ...details } = requested(bob, 'yard');
  await at(test, '2026-05-02T12:00:00Z', 'yard', {
    type: 'SiteAssignedToCompany',
    data: { ...details, siteName: 'Bob Yard', fromAccountId: accountId, accountId: bob },
  });
  await at(test, '2026-06-20T12:00:00Z', 'yard', {
    type: 'SiteDeleted',
    data: { siteId: 'yard', accountId: bob, reason: null },
  });
  return { accountId, bob };
}

it('keeps each period of activity with readers and company, also of deleted sites', async () => {
  const test = await bench();
  const { accountId, bob } = await portfolio(test);
  const { sites, periods } = await agree(siteActivity, test);
  expect(sites).toMatchObject([
    { id: 'pier', readers: 20, since: '2026-06-01T12:00:00.000Z', from_at: '2026-06-01T12:00:00.000Z' },
    { id: 'yard', account_id: bob, since: null, from_at: null },
  ]);
  expect(periods).toMatchObject([
    {
      key: 'pier@2',
      since: '2026-03-01T04:30:00.000Z',
      from_at: '2026-03-01T04:30:00.000Z',
      to_at: '2026-04-10T12:00:00.000Z',
      readers: 12,
    },
    {
      key: 'pier@3',
      since: '2026-03-01T04:30:00.000Z',
      from_at: '2026-04-10T12:00:00.000Z',
      to_at: '2026-05-15T12:00:00.000Z',
      readers: 20,
    },
    { key: 'yard@2', account_id: accountId, to_at: '2026-05-02T12:00:00.000Z' },
    { key: 'yard@3', account_id: bob, to_at: '2026-06-20T12:00:00.000Z' },
  ]);
});

// Proves S2-7-reports-1
it('returns the four reports for days of the billing zone, both ends included', async () => {
  const test = await bench();
  const { accountId, bob } = await portfolio(test);
  await (await test.start()).caughtUp();
  const rows = async <R extends Parameters<typeof reportRows>[1]>(
    report: R,
    more: Partial<ReportFilter> = {},
  ) => (await reportRows(test.pool, report, filter(more))).rows;

  expect(await rows(activeSitesReport)).toMatchObject([
    { site_name: 'Pier', readers: 20, start_date: '2026-06-01', company_name: 'ann Security' },
  ]);
  expect(await rows(activeSitesReport, { to: '2026-02-28' })).toMatchObject([
    { site_name: 'Pier', readers: 12, start_date: '2026-02-28' },
  ]);
  expect(await rows(activeSitesReport, { to: '2026-02-27' })).toEqual([]);
  expect(await rows(activeSitesReport, { from: '2026-05-01', to: '2026-05-20' })).toMatchObject([
    // by the name it has today
    { site_id: 'yard', account_id: accountId, readers: 3 },
    { site_id: 'pier', account_id: accountId, readers: 20 },
    { site_id: 'yard', account_id: bob, readers: 3 },
  ]);
  expect(await rows(activeCompaniesReport, { to: '2026-04-30' })).toMatchObject([
    {
      account_id: accountId,
      dealer_id: 'KS0001',
      active_sites: 2,
      total_readers: 23,
      start_date: '2026-02-28',
    },
  ]);
  expect(await rows(siteAdditionsReport)).toMatchObject([
    { site_id: 'pier', change_type: 'Reactivated', change_date: '2026-06-01' },
    { site_id: 'yard', change_type: 'Moved in', account_id: bob },
    { site_id: 'yard', change_type: 'Approved', change_date: '2026-04-02', readers: 3 },
    { site_id: 'pier', change_type: 'Approved', change_date: '2026-02-28', readers: 12 },
  ]);
  expect(await rows(siteDeactivationsReport, { companyId: bob })).toMatchObject([
    { site_name: 'Bob Yard', change_type: 'Deleted', change_date: '2026-06-20' },
  ]);
  expect(await rows(siteDeactivationsReport, { from: '2026-05-15', to: '2026-05-15' })).toHaveLength(1);
});

// Proves S2-7-reports-2
it('pages a report with its total, and streams all rows through a cursor', async () => {
  const test = await bench();
  await portfolio(test);
  await (await test.start()).caughtUp();
  const all = await reportRows(test.pool, siteAdditionsReport, filter());
  expect(all.total).toBe(4);
  expect(await reportRows(test.pool, siteAdditionsReport, filter(), [1, 2])).toEqual({
    rows: all.rows.slice(1, 3),
    total: 4,
  });
  const client = await test.pool.connect();
  try {
    const pages = [];
    for await (const page of reportPages(client, siteAdditionsReport, filter(), 3)) pages.push(page);
    expect(pages.map(({ length }) => length)).toEqual([3, 1]);
    expect(pages.flat()).toEqual(all.rows);
  } finally {
    client.release();
  }
});

// Proves I35-36
it('streams a report in one state while rows are added and deleted', async () => {
  const test = await bench();
  await portfolio(test);
  await (await test.start()).caughtUp();
  const before = await reportRows(test.pool, siteAdditionsReport, filter());
  const switches = siteActivity.views.switches;
  const client = await test.pool.connect();
  try {
    const pages = [];
    for await (const page of reportPages(client, siteAdditionsReport, filter(), 3)) {
      pages.push(page);
      // the first row goes, and another comes behind the last
      const { rowCount } = await test.newPool().query(
        `WITH gone AS (DELETE FROM ${switches}
           WHERE key = (SELECT key FROM ${switches} WHERE kind = 'addition' ORDER BY at DESC, site_id LIMIT 1) RETURNING *)
         INSERT INTO ${switches} SELECT copy.* FROM gone, jsonb_populate_record(NULL::${switches},
           to_jsonb(gone) || jsonb_build_object('key', 'late ' || gone.key, 'at', timestamptz '2026-01-01')) AS copy`,
      );
      expect(rowCount).toBe(1);
    }
    expect(pages.flat()).toEqual(before.rows);
  } finally {
    client.release();
  }
  expect((await reportRows(test.pool, siteAdditionsReport, filter())).rows).not.toEqual(before.rows);
});

// Proves S2-7-reports-3
it('counts by month: active at its end, additions and deactivations', async () => {
  const test = await bench();
  const { bob } = await portfolio(test);
  await (await test.start()).caughtUp();
  expect(await activityByMonth(test.pool, filter({ from: '2026-02-01' }))).toEqual([
    { period: '2026-02', active_sites: 1, readers: 12, additions: 1, deactivations: 0 },
    { period: '2026-03', active_sites: 1, readers: 12, additions: 0, deactivations: 0 },
    { period: '2026-04', active_sites: 2, readers: 23, additions: 1, deactivations: 0 },
    { period: '2026-05', active_sites: 1, readers: 3, additions: 1, deactivations: 2 },
    { period: '2026-06', active_sites: 1, readers: 20, additions: 1, deactivations: 1 },
  ]);
  expect(await activityByMonth(test.pool, filter())).toHaveLength(12);
  expect((await activityByMonth(test.pool, filter({ from: '2026-06-01', companyId: bob })))[0]).toMatchObject(
    {
      active_sites: 0,
      deactivations: 1,
    },
  );
});
