import { migrationStream, type PortalEvent, paymentStream, siteStream } from '@portal/domain';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { type Bench, bench } from '../../test/harness.ts';
import { metadataFor, siteDetails } from '../../test/history.ts';
import { decideInvoice, issueCommand } from '../../test/issueInvoice.ts';
import { billedByMode, parkedCount, waitingFor } from './query.ts';

/** The instant that the test's events are recorded at. */
const RECORDED = '2026-01-05T12:00:00.000Z';
const ids = (attemptId: string) => ({ attemptId, accountId: 'a1' });

const started = (attemptId: string): PortalEvent => ({
  type: 'PaymentStarted',
  data: {
    ...ids(attemptId),
    userId: 'u1',
    amountCents: 5_000,
    livemode: true,
    how: 'saved_card',
    shares: [{ kind: 'order', id: 'o1', amountCents: 5_000 }],
  },
});
const declined = (attemptId: string): PortalEvent => ({
  type: 'PaymentDeclined',
  data: { ...ids(attemptId), chargeId: null, code: null, message: 'Your card was declined.' },
});
const succeeded = (attemptId: string): PortalEvent => ({
  type: 'PaymentSucceeded',
  data: {
    ...ids(attemptId),
    intentId: `pi_${attemptId}`,
    amountCents: 5_000,
    livemode: true,
    card: { brand: 'visa', last4: '4242' },
    paidOn: '2026-01-05',
  },
});

async function requestMigration({ history }: Bench, migrationId: string): Promise<void> {
  await history.add(migrationStream(migrationId), ['a1'], {
    type: 'MigrationRequested',
    data: {
      migrationId,
      accountId: 'a1',
      userId: 'u1',
      siteName: 'Old Mill',
      siteAddress: '2 Dock Rd',
      siteCity: 'Troy',
      siteState: 'NY',
      siteZip: '12180',
      system7SiteId: 'S7-17',
      currentSystem: null,
      otherSystem: null,
      controllers: 1,
      cards: 0,
      databaseRequired: false,
      requestedDate: null,
      notes: null,
      readers: 8,
      panels: 1,
      hardware: [],
      softwareVersion: null,
      auroraLicense: true,
      reverseNetworkIp: true,
      ca150Panel: false,
      netcom6p: false,
      includeShipping: false,
      totalCents: 0,
      orderId: null,
    },
  });
}

// Proves S5-admin-home-1
it('counts migrations, recent failed payments, failed refunds, unallocated money and overdue invoices', async () => {
  const test = await bench();
  const { history, pool } = test;
  await requestMigration(test, 'm1');
  await requestMigration(test, 'm2');
  await history.add(migrationStream('m2'), ['a1'], {
    type: 'MigrationApproved',
    data: { migrationId: 'm2', accountId: 'a1', siteId: 's2', activeFrom: '2026-01-05' },
  });
  await history.add(paymentStream('p1'), ['a1'], started('p1'), declined('p1'));
  await history.add(paymentStream('p2'), ['a1'], started('p2'), succeeded('p2'));
  const refund = { ...ids('p2'), refundId: 'r1', of: null, amountCents: 1_000 };
  await history.add(
    paymentStream('p2'),
    ['a1'],
    { type: 'PaymentRefundRequested', data: { ...refund, reason: null } },
    { type: 'PaymentRefundFailed', data: { ...refund, message: 'The bank returned the refund.' } },
  );
  await decideInvoice(
    test,
    issueCommand({ accountId: 'a1', period: '2026-01', lines: [{ readers: 12, rateCents: 650 }] }),
  );
  await (await test.start()).caughtUp();

  const zone = { timeZone: 'America/New_York' };
  const counted = await waitingFor(pool, { since: RECORDED, today: '2026-01-17', ...zone });
  expect(counted.counts).toEqual({
    dealers: 0,
    sites: 0,
    migrations: 1,
    reader_changes: 0,
    approvals: 0,
    questions: 0,
    messages: 0,
    failed_payments: 1,
    disputes: 0,
    failed_refunds: 1,
    unclaimed_payments: 1,
    overdue_invoices: 1,
  });
  expect(Object.entries(counted.oldest).filter(([, oldest]) => oldest !== null)).toEqual([
    ['migrations', '2026-01-05'],
    ['failed_payments', '2026-01-05'],
    ['failed_refunds', '2026-01-05'],
    ['unclaimed_payments', '2026-01-05'],
    ['overdue_invoices', '2026-01-16'],
  ]);
  const { counts } = await waitingFor(pool, {
    ...{ since: '2026-01-05T12:00:00.001Z', today: '2026-01-16' },
    ...zone,
  });
  expect([counts.failed_payments, counts.overdue_invoices]).toEqual([0, 0]);
  expect(await billedByMode(pool, '2026-01')).toEqual([
    { is_demo: false, active_sites: 1, active_readers: 12, monthly_cents: 7_800 },
  ]);
  expect(await billedByMode(pool, '2026-02')).toEqual([]);
  expect(await parkedCount(pool, [])).toBe(0);
});

// Proves S5-admin-home-1
it('tells since when a reader change waits, though the site was changed later', async () => {
  const test = await bench();
  const { history } = test;
  const ids = { siteId: 'pier', accountId: 'acme' };
  await history.site('acme', 'pier');
  await history.add(siteStream('pier'), ['acme'], {
    type: 'ReaderChangeRequested',
    data: { ...ids, userId: 'ann', readers: 16, note: null },
  });
  const renamed = { type: 'SiteDetailsChanged', data: { ...ids, ...siteDetails('Pier 7') } } as const;
  const later = metadataFor(['acme'], '2026-01-20T12:00:00.000Z');
  await history.addRaw(siteStream('pier'), ...(await history.codec.encode([renamed], [uuidv7()], later)));
  await (await test.start()).caughtUp();
  const { oldest } = await waitingFor(test.pool, {
    since: RECORDED,
    today: '2026-01-21',
    timeZone: 'America/New_York',
  });
  expect(oldest.reader_changes).toBe('2026-01-05');
});
