import { accountStream, contactStream, siteStream } from '@portal/domain';
import { expect, it } from 'vitest';
import { bench } from '../../test/harness.ts';
import { decideInvoice, issueCommand } from '../../test/issueInvoice.ts';
import { markedHistory } from '../../test/markedHistory.ts';
import { invoiceById } from '../invoices/query.ts';
import {
  billToBefore,
  companyRecords,
  contactsFrom,
  keptBillTo,
  moneyOfAccounts,
  moneyWithoutUser,
  streamsWrittenSinceErasure,
} from './query.ts';

it('a company has its current records', async () => {
  const test = await bench();
  const { accountId } = await markedHistory(test);
  await (await test.start()).caughtUp();
  expect(await companyRecords(test.pool, accountId)).toEqual({
    siteIds: ['s1', 's2'],
    migrationIds: ['m1', 'm2'],
    orderIds: ['o1', 'o2'],
    disputeIds: ['d1'],
    noteIds: ['n1'],
  });
  const none = { migrationIds: [], orderIds: [], disputeIds: [], noteIds: [] };
  expect(await companyRecords(test.pool, 'account-of-neighbour')).toEqual({ siteIds: ['moved'], ...none });
  expect(await companyRecords(test.pool, 'nobody')).toEqual({ siteIds: [], ...none });
});

it('streams count as written since an erasure if personal fields follow its newest event', async () => {
  const test = await bench();
  const { history, pool } = test;
  const { accountId } = await history.dealer('ann', 1);
  const { accountId: other } = await history.dealer('bob', 2);
  await history.site(accountId, 'before');
  const runtime = await test.start();
  const written = async () => {
    await runtime.caughtUp();
    return streamsWrittenSinceErasure(pool, accountId);
  };
  const erased = (siteIds: string[]) =>
    history.add(accountStream(accountId), [accountId], {
      type: 'CompanyDataErased',
      data: { accountId, siteIds, migrationIds: [], orderIds: [], disputeIds: [], noteIds: [] },
    });
  expect(await written()).toEqual([]);
  await erased(['before']);
  await history.site(other, 'of-another');
  // nothing personal
  await history.add(siteStream('before'), [accountId], {
    type: 'SiteApproved',
    data: { siteId: 'before', accountId, activeFrom: '2026-02-01' },
  });
  expect(await written()).toEqual([]);
  await history.site(accountId, 'two');
  await history.site(accountId, 'one');
  expect(await written()).toEqual(['site-one', 'site-two']);
  await erased(['one', 'two']);
  expect(await written()).toEqual([]);
});

it('contact form messages are found by email address, ignoring case', async () => {
  const test = await bench();
  const send = (contactId: string, email: string) =>
    test.history.add(contactStream(contactId), [], {
      type: 'ContactMessageReceived',
      data: { contactId, name: 'Ann', email, phone: null, subject: 'other', message: 'Hello' },
    });
  await send('c2', 'ANN@example.com');
  await send('c1', 'ann@example.com');
  await send('c3', 'annie@example.com');
  await (await test.start()).caughtUp();
  const found = await contactsFrom(test.pool, ['Ann@Example.com', 'nobody@example.com']);
  expect(found).toMatchObject([
    { id: 'c1', email: 'ann@example.com', subject: 'other' },
    { id: 'c2', email: 'ANN@example.com' },
  ]);
  expect(await contactsFrom(test.pool, [])).toEqual([]);
});

it('readable Bill To blocks are counted and listed by company and year', async () => {
  const test = await bench();
  const { history, pool } = test;
  const issued = new Map<string, string>();
  for (const [name, number, periods] of [
    ['ann', 1, ['2018-12', '2018-05', '2019-01']],
    ['bob', 2, ['2018-07']],
  ] as const) {
    const { accountId } = await history.dealer(name, number);
    for (const period of periods) {
      const lines = [{ readers: 12, rateCents: 650 }];
      issued.set(`${name} ${period}`, await decideInvoice(test, issueCommand({ accountId, period, lines })));
    }
  }
  const idsOf = (...names: readonly string[]) => names.map((name) => issued.get(name));
  const runtime = await test.start();
  await runtime.caughtUp();
  const [ann, bob] = ['account-of-ann', 'account-of-bob'];
  expect(await keptBillTo(pool, [ann])).toEqual({ invoices: 3, newest: '2019-01' });
  expect(await keptBillTo(pool, ['nobody'])).toEqual({ invoices: 0, newest: null });
  const of2018 = [
    { accountId: ann, year: '2018', invoiceIds: idsOf('ann 2018-05', 'ann 2018-12') },
    { accountId: bob, year: '2018', invoiceIds: idsOf('bob 2018-07') },
  ];
  expect(await billToBefore(pool, 2018)).toEqual([]);
  expect(await billToBefore(pool, 2019)).toEqual(of2018);
  expect(await billToBefore(pool, 2020)).toEqual([
    ...of2018,
    { accountId: ann, year: '2019', invoiceIds: idsOf('ann 2019-01') },
  ]);

  await history.add(accountStream(ann), [ann], {
    type: 'InvoiceRetentionEnded',
    data: {
      accountId: ann,
      retentionId: `${ann}_2018`,
      invoiceIds: idsOf('ann 2018-05', 'ann 2018-12') as string[],
    },
  });
  await runtime.caughtUp();
  expect(await keptBillTo(pool, [ann, bob])).toEqual({ invoices: 2, newest: '2019-01' });
  expect(await billToBefore(pool, 2019)).toEqual(of2018.slice(1));
});

// Proves I35-10
it('open amounts and credit are told by company and mode, and of companies without users', async () => {
  const test = await bench();
  const { history, pool } = test;
  const { accountId } = await history.dealer('ann', 1);
  const { accountId: other } = await history.dealer('bob', 2);
  const lines = [{ readers: 30, rateCents: 650 }];
  for (const of of [accountId, other])
    await decideInvoice(test, issueCommand({ accountId: of, period: '2026-12', lines }));
  const runtime = await test.start();
  await runtime.caughtUp();
  const open = (of: string) => ({
    account_id: of,
    is_demo: expect.any(Boolean),
    open_cents: 19_500,
    credit_cents: 0,
  });
  expect(await moneyOfAccounts(pool, [accountId])).toEqual([open(accountId)]);
  expect(await moneyOfAccounts(pool, [])).toEqual([]);
  // a canceled one, whose paid-out credit is to be repaid
  const { accountId: owing } = await history.dealer('eve', 3);
  const day = '2026-12-05';
  const check = { method: 'check', amountCents: 4_000, reference: '7', reason: null } as const;
  const issue = issueCommand({ accountId: owing, period: '2026-12', lines });
  const canceled = await decideInvoice(
    test,
    issue,
    { type: 'RecordInvoicePayment', recordId: 'c1', ...check, paidOn: day, today: day, isDemo: false },
    { type: 'VoidInvoice', reason: null },
    { type: 'RecordInvoiceRefund', refundId: 'r1', ...check, refundedOn: day },
    { type: 'ReverseInvoicePayment', recordId: 'c1', reason: 'It bounced', today: day },
  );
  await runtime.caughtUp();
  expect(await invoiceById(pool, canceled)).toMatchObject({ status: 'canceled', open_cents: 4_000 });
  expect(await moneyOfAccounts(pool, [owing])).toEqual([{ ...open(owing), open_cents: 4_000 }]);
  expect(await moneyWithoutUser(pool)).toEqual([]);
  await history.add(accountStream(accountId), [accountId], {
    type: 'InvoiceRecipientChanged',
    data: { accountId, userId: null },
  });
  await runtime.caughtUp();
  expect(await moneyWithoutUser(pool)).toEqual([open(accountId)]);
});
