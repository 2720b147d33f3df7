import type { PortalEvent } from '@portal/domain';
import { accountStream, invoiceStream, siteStream } from '@portal/domain';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { agree } from '../../test/agree.ts';
import { type Bench, bench } from '../../test/harness.ts';
import { metadataFor, siteDetails } from '../../test/history.ts';
import { decideInvoice, issueCommand } from '../../test/issueInvoice.ts';
import { streamEndsAt } from '../logIndex/query.ts';
import { billingFacts } from './projector.ts';
import {
  billingFactsAt,
  billingFactsOf,
  firstActivation,
  invoicesWithCarryOver,
  issuedInvoices,
  logEndBefore,
  parkedAt,
} from './query.ts';

/** Appends events recorded at an instant. */
async function at(
  test: Bench,
  instant: string,
  stream: string,
  accounts: string[],
  ...events: PortalEvent[]
) {
  const ids = events.map(() => uuidv7());
  await test.history.addRaw(
    stream,
    ...(await test.codec.encode(events, ids, metadataFor(accounts, instant))),
  );
  return ids;
}

/** Brings the read models up to date. */
async function upToDate(test: Bench) {
  const runtime = await test.start();
  await runtime.caughtUp();
  return runtime;
}

const seqOfLast = async ({ pool }: Bench) => (await logEndBefore(pool, null)).seq;

describe('billing facts', () => {
  // Proves S6-run-1
  it('keep the facts at each position of the log, by site, account and event', async () => {
    const test = await bench();
    const { history, pool } = test;
    const { accountId } = await history.dealer('ann', 1);
    await history.site(accountId, 'a', { readers: 12 }, '2026-01-05');
    await history.add(siteStream('a'), [accountId], {
      type: 'ReaderCountChanged',
      data: { siteId: 'a', accountId, readers: 16 },
    });
    await history.add(
      siteStream('a'),
      [accountId],
      { type: 'SiteDetailsChanged', data: { siteId: 'a', accountId, ...siteDetails('Site a') } },
      { type: 'SiteDeleted', data: { siteId: 'a', accountId, reason: null } },
    );
    await history.add(accountStream(accountId), [accountId], {
      type: 'AccountWentLive',
      data: { accountId },
    });

    const rows = await agree(billingFacts, test);

    expect(rows.sites?.map(({ key, revision }) => [key, revision])).toEqual([
      ['a@1', 0n],
      ['a@2', 1n],
      ['a@4', 2n],
    ]);
    expect(rows.accounts?.map(({ key }) => key)).toEqual([accountId, `${accountId}@2`]);
    await upToDate(test);
    const last = await seqOfLast(test);
    const readers = [];
    for (let seq = 1; seq <= last; seq += 1) {
      const [found] = await billingFactsOf(pool, { seq, cutOff: null }, [accountId]);
      readers.push(found?.sites.map(({ facts, revision }) => [facts.status, facts.readers, revision]));
    }
    expect(readers.slice(-7)).toEqual([
      [],
      [['pending', 12, 0]],
      [['active', 12, 1]],
      [['active', 16, 2]],
      [['active', 16, 2]],
      [],
      [],
    ]);
    const before = await billingFactsOf(pool, { seq: last - 1, cutOff: null }, [accountId]);
    const after = await billingFactsOf(pool, { seq: last, cutOff: null }, [accountId]);
    expect([before[0]?.account.facts.isDemo, after[0]?.account.facts.isDemo]).toEqual([true, false]);
  });

  // Proves S6-run-2
  it('count the longest prefix of each stream before the cut-off', async () => {
    const test = await bench();
    const { history, pool } = test;
    const { accountId } = await history.dealer('ann', 1);
    await history.site(accountId, 'a', { readers: 1 }, '2026-01-05');
    await history.site(accountId, 'b', { readers: 1 }, '2026-01-05');
    const change = (siteId: string, readers: number): PortalEvent => ({
      type: 'ReaderCountChanged',
      data: { siteId, accountId, readers },
    });
    // the clock of the process that changed b was a second behind
    await at(test, '2026-02-01T05:00:00.000Z', siteStream('a'), [accountId], change('a', 50));
    await at(test, '2026-02-01T04:59:59.999Z', siteStream('b'), [accountId], change('b', 7));
    await at(test, '2026-02-01T05:00:00.001Z', siteStream('b'), [accountId], change('b', 60));
    await upToDate(test);

    const cutOff = '2026-02-01T05:00:00.000Z';
    const { seq } = await logEndBefore(pool, cutOff);
    expect(seq).toBe((await seqOfLast(test)) - 1);
    const read = async (cut: { seq: number; cutOff: string | null }) =>
      (await billingFactsOf(pool, cut, [accountId]))[0]?.sites.map(({ facts }) => facts.readers);
    expect(await read({ seq, cutOff })).toEqual([1, 7]);
    expect(await read({ seq, cutOff: null })).toEqual([50, 7]);
  });

  it('follow a site to another company and are paged', async () => {
    const test = await bench();
    const { history, pool } = test;
    const ann = await history.dealer('ann', 1);
    const bob = await history.dealer('bob', 2);
    await history.site(ann.accountId, 'a', { readers: 12 }, '2026-01-05');
    await upToDate(test);
    const seq = await seqOfLast(test);
    await history.add(siteStream('a'), [ann.accountId, bob.accountId], {
      type: 'SiteAssignedToCompany',
      data: {
        siteId: 'a',
        fromAccountId: ann.accountId,
        accountId: bob.accountId,
        userId: bob.userId,
        ...siteDetails('Site a'),
      },
    });
    await agree(billingFacts, test);
    await upToDate(test);
    const owners = async (cut: number) =>
      (await billingFactsAt(pool, { seq: cut, cutOff: null }, { after: '', limit: 10 })).map(
        ({ accountId, sites }) => [accountId, sites.length],
      );
    expect(await owners(seq)).toEqual([
      [ann.accountId, 1],
      [bob.accountId, 0],
    ]);
    expect(await owners(await seqOfLast(test))).toEqual([
      [ann.accountId, 0],
      [bob.accountId, 1],
    ]);
    const second = await billingFactsAt(pool, { seq, cutOff: null }, { after: ann.accountId, limit: 1 });
    expect(second.map(({ accountId }) => accountId)).toEqual([bob.accountId]);
    expect(await billingFactsAt(pool, { seq: 0, cutOff: null }, { after: '', limit: 10 })).toEqual([]);
  });

  // Proves S6-run-7
  it('name accounts with parked events up to the cut', async () => {
    const test = await bench({ expectsTrouble: true });
    const { history, pool, codec } = test;
    const ann = await history.dealer('ann', 1);
    const bob = await history.dealer('bob', 2);
    await history.site(ann.accountId, 'a', {}, '2026-01-05');
    await history.site(bob.accountId, 'b', {}, '2026-01-05');
    const broken = async (accounts: string[], siteId: string, metadata?: string) => {
      const [event] = await codec.encode(
        [{ type: 'ReaderCountChanged', data: { siteId, accountId: accounts[0] ?? '', readers: 3 } }],
        [uuidv7()],
        metadataFor(accounts),
      );
      if (event === undefined) throw new Error('not encoded');
      await history.addRaw(siteStream(siteId), { ...event, data: '{', ...(metadata ? { metadata } : {}) });
    };
    await broken([ann.accountId], 'a');
    await upToDate(test);
    const seq = await seqOfLast(test);
    await broken([], 'b');
    await broken([], 'nobody');
    const runtime = await test.start();
    await runtime.caughtUp();

    expect(await parkedAt(pool, { seq: seq - 1, cutOff: null })).toEqual([]);
    expect(await parkedAt(pool, { seq, cutOff: null })).toEqual([ann.accountId]);
    expect(await parkedAt(pool, { seq: await seqOfLast(test), cutOff: null })).toEqual([
      ann.accountId,
      bob.accountId,
      'stream:site-nobody',
    ]);
  });

  it('know the first activation and the issued invoices', async () => {
    const test = await bench();
    const { history, pool } = test;
    const { accountId } = await history.dealer('ann', 1);
    await history.site(accountId, 'a');
    const runtime = await upToDate(test);
    expect(await firstActivation(pool)).toBeNull();
    await at(test, '2026-03-04T05:06:07.000Z', siteStream('a'), [accountId], {
      type: 'SiteApproved',
      data: { siteId: 'a', accountId, activeFrom: '2026-03-04' },
    });
    await runtime.caughtUp();
    expect(await firstActivation(pool)).toBe('2026-03-04T05:06:07.000Z');
    expect(await invoicesWithCarryOver(pool, [accountId])).toEqual(new Map());
    const issued = await decideInvoice(
      test,
      issueCommand({ accountId, period: '2026-04', lines: [{ readers: 1, rateCents: 650 }] }),
    );
    const drafted = `${accountId}_2026-05`;
    await history.add(invoiceStream(drafted), [accountId], {
      type: 'InvoiceLinesDrafted',
      data: { invoiceId: drafted, accountId, draft: 1, part: 1, lines: [], basis: [] },
    });
    await runtime.caughtUp();
    expect(await issuedInvoices(pool, [issued, drafted, 'nobody_2026-04'])).toEqual(new Set([issued]));
  });

  it('name invoices with an amount carried over at any position, and their streams at that position', async () => {
    const test = await bench();
    const { history, pool } = test;
    const { accountId } = await history.dealer('ann', 1);
    const small = issueCommand({ accountId, period: '2026-01', lines: [{ readers: 1, rateCents: 30 }] });
    const large = issueCommand({ accountId, period: '2026-02', lines: [{ readers: 10, rateCents: 650 }] });
    const then = ({ invoiceId }: typeof small, type: 'InvoicePaid' | 'InvoiceCredited') => {
      const ids = { invoiceId, accountId, amountCents: 30, reason: null };
      const by = { paidOn: '2026-02-02', reference: '1', paymentId: null, livemode: null } as const;
      return history.add(
        invoiceStream(invoiceId),
        [accountId],
        type === 'InvoicePaid'
          ? { type, data: { ...ids, ...by, method: 'check' } }
          : { type, data: { ...ids, creditId: 'c' } },
      );
    };
    await decideInvoice(test, small);
    const runtime = await upToDate(test);
    const before = await seqOfLast(test);
    await decideInvoice(test, large);
    await then(small, 'InvoicePaid');
    await then(large, 'InvoicePaid');
    await runtime.caughtUp();
    const left = async () => (await invoicesWithCarryOver(pool, [accountId])).get(accountId);
    // paid by now, but it was open before
    expect(await left()).toEqual([small.invoiceId]);
    await then(large, 'InvoiceCredited');
    await runtime.caughtUp();
    expect(await left()).toEqual([small.invoiceId, large.invoiceId]);

    const streams = [small, large].map(({ invoiceId }) => invoiceStream(invoiceId));
    expect(await streamEndsAt(pool, streams, before)).toEqual([{ stream: streams[0], revision: 0 }]);
    expect(await streamEndsAt(pool, streams, await seqOfLast(test))).toEqual([
      { stream: streams[0], revision: 1 },
      { stream: streams[1], revision: 2 },
    ]);
    expect(await streamEndsAt(pool, [], before)).toEqual([]);
  });
});
