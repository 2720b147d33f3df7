import { bankDayStream, type PortalEvent } from '@portal/domain';
import { expect, it } from 'vitest';
import { agree } from '../../test/agree.ts';
import { bench } from '../../test/harness.ts';
import { bankLines } from './projector.ts';

const day = '2026-12-18';
const line = (lineId: string) => ({ lineId, amountCents: 6_500, text: 'DEPOSIT', reference: '' });

// Proves I38-bank-file
it('has a row for each line with what became of it', async () => {
  const test = await bench();
  const events: PortalEvent[] = [
    { type: 'BankLinesImported', data: { day, lines: ['l1', 'l2', 'l3', 'l4'].map(line) } },
    { type: 'BankLineMatched', data: { day, lineId: 'l1', accountId: 'a1', receiptId: 'r1' } },
    { type: 'BankLineSetAside', data: { day, lineId: 'l2', reason: 'Interest' } },
    { type: 'BankLineSetAside', data: { day, lineId: 'l3', reason: 'Interest' } },
    { type: 'BankLineTakenBack', data: { day, lineId: 'l3' } },
  ];
  await test.history.add(bankDayStream(day), [], ...events);
  const { lines } = await agree(bankLines, test);
  expect(lines).toMatchObject([
    { id: 'l1', day, amount_cents: 6_500, status: 'matched', account_id: 'a1', receipt_id: 'r1' },
    { id: 'l2', status: 'set_aside', reason: 'Interest' },
    { id: 'l3', status: 'unmatched', reason: null },
    { id: 'l4', status: 'unmatched', receipt_id: null },
  ]);
});
