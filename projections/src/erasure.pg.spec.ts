import { accountStream, userStream } from '@portal/domain';
import { expect, it } from 'vitest';
import { allRows, type Bench, bench } from '../test/harness.ts';
import { decideInvoice, issueCommand } from '../test/issueInvoice.ts';
import { MARK, markedHistory } from '../test/markedHistory.ts';
import { ACCOUNTS_VIEW } from './accounts/query.ts';
import { DEALER_SITES_VIEW } from './dealerSites/query.ts';
import { portalProjections } from './index.ts';
import { INVOICES_VIEW } from './invoices/query.ts';
import { ORDERS_VIEW } from './orders/query.ts';
import { SAVED_CARDS_VIEW } from './savedCards/query.ts';

const subjectsOf = (of: { accountId: string; userId: string }) => [
  `account-${of.accountId}`,
  ...[of.userId, 'i1', 'i2'].map((id) => `user-${id}`),
  'contact-c1',
  'contact-c2',
];

async function erase({ history, keyRing }: Bench, of: { accountId: string; userId: string }): Promise<void> {
  await history.add(
    userStream(of.userId),
    [of.accountId],
    { type: 'UserDeleted', data: of },
    {
      type: 'PersonalDataErased',
      data: {
        ...{ userId: of.userId, accountIds: [of.accountId] },
        ...{ contactIds: ['c1', 'c2'], invitedIds: ['i1', 'i2'] },
      },
    },
  );
  for (const subject of subjectsOf(of)) await keyRing.erase(subject);
  await history.add(accountStream(of.accountId), [of.accountId], {
    type: 'CompanyDataErased',
    data: {
      accountId: of.accountId,
      siteIds: ['s1', 's2', 'moved', 'gone'],
      migrationIds: ['m1', 'm2'],
      orderIds: ['o1', 'o2'],
      disputeIds: ['d1'],
      noteIds: ['n1'],
    },
  });
}

// Proves I8-erase-3
it('an erasure blanks live rows, and a rebuild from the unreadable log gives the same rows', async () => {
  const test = await bench();
  const of = await markedHistory(test);
  const runtime = await test.start();
  await runtime.caughtUp();
  const before = await allRows(test);
  expect(JSON.stringify(before).match(new RegExp(MARK, 'gi'))?.length).toBeGreaterThan(30);
  await erase(test, of);
  await runtime.caughtUp();

  const live = await allRows(test);
  const ids = /(account-of|user|hash-of)-Zyxw/g;
  expect(JSON.stringify(live).replaceAll(ids, '')).not.toMatch(new RegExp(MARK, 'i'));
  expect(live).toMatchObject({
    [ACCOUNTS_VIEW]: expect.arrayContaining([
      expect.objectContaining({ company_name: 'erased', default_rates: expect.anything() }),
      expect.objectContaining({ company_name: 'neighbour Security' }),
    ]),
    [DEALER_SITES_VIEW]: expect.arrayContaining([
      expect.objectContaining({ id: 's1', site_name: 'Site s1', site_notes: 'erased', readers: 12 }),
      expect.objectContaining({ id: 's2', site_address: 'erased', site_notes: null }),
      expect.objectContaining({ id: 'moved', site_address: '2 Harbor Road' }),
    ]),
    [ORDERS_VIEW]: [
      expect.objectContaining({ id: 'o1', kind: 'migration' }),
      expect.objectContaining({ id: 'o2', kind: 'site' }),
    ],
    [SAVED_CARDS_VIEW]: [],
  });
  for (const { name } of portalProjections) await runtime.rebuild(name);
  expect(await allRows(test)).toEqual(live);
  expect((await runtime.status()).flatMap(({ parked }) => parked)).toEqual([]);
});

// Proves I8-erase-3
it('a rebuild before the keys are erased gives the same rows', async () => {
  const test = await bench();
  const of = await markedHistory(test);
  const blind = { ...test, keyRing: { ...test.keyRing, erase: async () => {} } };
  await erase(blind, of);
  const runtime = await test.start();
  await runtime.caughtUp();
  const readable = await allRows(test);
  for (const subject of subjectsOf(of)) await test.keyRing.erase(subject);
  for (const { name } of portalProjections) await runtime.rebuild(name);
  expect(await allRows(test)).toEqual(readable);
});

// Proves I8-erase-6
it('Bill To blocks are removed after their retention, and totals stay', async () => {
  const test = await bench();
  const { accountId } = await test.history.dealer('ann', 1);
  const issue = (period: string) =>
    decideInvoice(test, issueCommand({ accountId, period, lines: [{ readers: 12, rateCents: 650 }] }));
  const [old, young] = [await issue('2018-05'), await issue('2026-05')];
  const runtime = await test.start();
  await runtime.caughtUp();
  const before = (await allRows(test))[INVOICES_VIEW];
  expect(JSON.stringify(before).match(/ann@example/g)).toHaveLength(2);
  await test.keyRing.erase(`retention-${accountId}_2018`);
  await test.history.add(accountStream(accountId), [accountId], {
    type: 'InvoiceRetentionEnded',
    data: { accountId, retentionId: `${accountId}_2018`, invoiceIds: [old] },
  });
  await runtime.caughtUp();
  const live = await allRows(test);
  expect(live[INVOICES_VIEW]).toMatchObject([
    { id: old, bill_to: null, company_name: null, total_cents: 7_800 },
    { id: young, bill_to: { email: 'ann@example.com' }, total_cents: 7_800 },
  ]);
  expect(JSON.stringify(live[INVOICES_VIEW]).match(/ann@example/g)).toHaveLength(1);
  await runtime.rebuild('invoices');
  await runtime.rebuild('accounts');
  expect(await allRows(test)).toEqual(live);
});
