import { disputeStream, type PortalEvent } from '@portal/domain';
import { expect, it } from 'vitest';
import { agree } from '../../test/agree.ts';
import { bench } from '../../test/harness.ts';
import { disputes } from './projector.ts';
import { disputeById, listDisputes } from './query.ts';

const ids = (accountId: string, line: number) => ({
  disputeId: `${accountId}_2026-05.${line}`,
  accountId,
  invoiceId: `${accountId}_2026-05`,
});
const opened = (accountId: string, line: number, question = 'Why?'): PortalEvent => ({
  type: 'DisputeOpened',
  data: {
    ...ids(accountId, line),
    userId: 'u1',
    invoiceNumber: 'INV-202605-0001',
    line,
    lineName: 'Pier',
    siteId: 's1',
    amountCents: 7_800,
    question,
  },
});

it('keeps messages and outcome, and reopens when the charge is questioned again', async () => {
  const test = await bench();
  const { accountId } = await test.history.dealer('ann', 1);
  const of = ids(accountId, 0);
  await test.history.add(
    disputeStream(of.disputeId),
    [accountId],
    opened(accountId, 0),
    { type: 'DisputeReplied', data: { ...of, userId: 'boss', by: 'admin', text: 'Since June' } },
    {
      type: 'DisputeClosed',
      data: {
        ...of,
        userId: 'boss',
        outcome: 'credited',
        explanation: 'You are right',
        reissuedAs: null,
        amountCents: 300,
      },
    },
  );
  await test.history.add(
    disputeStream(ids(accountId, 1).disputeId),
    [accountId],
    opened(accountId, 1, 'Too much'),
  );
  const rows = (await agree(disputes, test)).disputes;
  expect(rows).toMatchObject([
    {
      status: 'closed',
      outcome: 'credited',
      settled_cents: 300,
      messages: [
        { by: 'dealer', text: 'Why?' },
        { by: 'admin', text: 'Since June' },
        { by: 'admin', text: 'You are right' },
      ],
    },
    { status: 'open', outcome: null, line: 1 },
  ]);
  await test.history.add(disputeStream(of.disputeId), [accountId], opened(accountId, 0, 'Still'));
  const runtime = await test.start();
  await runtime.caughtUp();
  const again = await disputeById(test.pool, of.disputeId);
  expect(again).toMatchObject({
    status: 'open',
    outcome: null,
    settled_cents: 0,
    company_name: 'ann Security',
  });
  expect(again?.messages).toHaveLength(4);
  const found = await listDisputes(test.pool, { filter: { q: 'ann much', status: 'open' } });
  expect(found.rows.map(({ line }) => line)).toEqual([1]);
});
