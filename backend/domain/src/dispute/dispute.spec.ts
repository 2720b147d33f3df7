import { describe, expect, it } from 'vitest';
import { given } from '../../test/given.ts';
import { type CloseDispute, disputeDecider, type OpenDispute } from './dispute.ts';
import type { DisputeEvent } from './events.ts';
import { disputeIdFor, disputeStream, partsOfDisputeId } from './events.ts';

const about = {
  disputeId: 'a1_2026-05.0',
  accountId: 'a1',
  invoiceId: 'a1_2026-05',
  invoiceNumber: 'INV-202605-0001',
  userId: 'u1',
  line: 0,
  lineName: 'Pier',
  siteId: 's1',
  amountCents: 7_800,
  question: 'We agreed on $5.00',
};
const open: OpenDispute = { type: 'OpenDispute', ...about };
const opened: DisputeEvent = { type: 'DisputeOpened', data: about };
const ids = { disputeId: 'a1_2026-05.0', accountId: 'a1', invoiceId: 'a1_2026-05' };
const close = (more: Partial<CloseDispute> = {}): CloseDispute => ({
  type: 'CloseDispute',
  userId: 'boss',
  outcome: 'explained',
  explanation: 'The rate holds from June on',
  reissuedAs: null,
  amountCents: 0,
  ...more,
});
const closed = (more: Partial<CloseDispute> = {}): DisputeEvent => {
  const { type: _type, ...data } = close(more);
  return { type: 'DisputeClosed', data: { ...ids, ...data } };
};
const dispute = (...history: DisputeEvent[]) => given(disputeDecider, ...history);

describe('a question about a charge', () => {
  it('is opened once at a time', () => {
    dispute().when(open).thenEvents(opened);
    dispute(opened).when(open).thenRefused('conflict', 'This charge is being looked at already.');
  });
  it('may be asked again once it was closed', () => dispute(opened, closed()).when(open).thenEvents(opened));
  it('accepts replies of both sides while it is open', () => {
    const reply = { type: 'ReplyToDispute', userId: 'u1', by: 'dealer', text: 'See our mail' } as const;
    const { type: _type, ...data } = reply;
    dispute(opened)
      .when(reply)
      .thenEvents({ type: 'DisputeReplied', data: { ...ids, ...data } });
    dispute(opened)
      .when({ ...reply, text: ' ' })
      .thenRefused('unprocessable', 'Please write an answer', 'text');
    dispute(opened, closed())
      .when(reply)
      .thenRefused('conflict', 'This question is closed. Ask again to open it.');
    dispute().when(reply).thenRefused('not_found', 'Question not found');
  });
});

describe('closing it', () => {
  it('is possible by explanation, reissue, refund, credit or withdrawal', () => {
    for (const more of [
      {},
      { outcome: 'reissued', reissuedAs: 'a1_2026-05_r2' },
      { outcome: 'refunded', amountCents: 1_800 },
      { outcome: 'credited', amountCents: 1 },
      { outcome: 'withdrawn', explanation: '' },
    ] as const) {
      dispute(opened).when(close(more)).thenEvents(closed(more));
    }
  });
  it('twice with the same outcome yields no event; another outcome is refused', () => {
    dispute(opened, closed()).when(close()).thenNothing();
    dispute(opened, closed())
      .when(close({ outcome: 'credited', amountCents: 1 }))
      .thenRefused('conflict', 'This question is closed. Ask again to open it.');
  });
  it('needs an explanation, and an amount for refunds and credits only', () => {
    dispute(opened)
      .when(close({ outcome: 'refunded' }))
      .thenRefused('unprocessable', 'Please enter the amount', 'amount');
    dispute(opened)
      .when(close({ amountCents: 1 }))
      .thenRefused('unprocessable', 'Only a refund or credit has an amount', 'amount');
    dispute(opened)
      .when(close({ explanation: ' ' }))
      .thenRefused('unprocessable', 'Please give an explanation', 'explanation');
    expect(() =>
      dispute(opened)
        .when(close({ outcome: 'reissued' }))
        .thenNothing(),
    ).toThrow(RangeError);
  });
});

it('a question has the stream of its line', () => {
  const id = disputeIdFor('a1_2026-05_r2', 12);
  expect(disputeStream(id)).toBe('dispute-a1_2026-05_r2.12');
  expect(partsOfDisputeId(id)).toEqual({ invoiceId: 'a1_2026-05_r2', line: 12 });
  for (const other of ['a1_2026-05', 'a1.', 'a1.01', '.1x'])
    expect(partsOfDisputeId(other), other).toBeNull();
  expect(() => disputeIdFor('a1', -1)).toThrow(RangeError);
});
