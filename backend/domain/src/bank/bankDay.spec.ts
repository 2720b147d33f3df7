import { describe, expect, it } from 'vitest';
import { given } from '../../test/given.ts';
import { bankDayDecider, type ImportedLine, receiptIdOf } from './bankDay.ts';
import { bankFileDecider } from './bankFile.ts';
import { type BankDayEvent, bankDayStream } from './events.ts';

const day = '2026-12-18';
const lineOf = (lineId: string): ImportedLine => ({
  lineId,
  amountCents: 49_100,
  text: 'ACH CREDIT ACME LOCKS',
  reference: '',
});
const imported = (...ids: string[]): BankDayEvent => ({
  type: 'BankLinesImported',
  data: { day, lines: ids.map(lineOf) },
});
const importing = (...ids: string[]) => ({ type: 'ImportBankLines', day, lines: ids.map(lineOf) }) as const;
const matched = (receiptId: string): BankDayEvent => ({
  type: 'BankLineMatched',
  data: { day, lineId: 'l1', accountId: 'a1', receiptId },
});
const matching = (receiptId: string, { isBooked = true, isReversed = false } = {}) =>
  ({ type: 'MatchBankLine', lineId: 'l1', accountId: 'a1', receiptId, isBooked, isReversed }) as const;
const aside: BankDayEvent = { type: 'BankLineSetAside', data: { day, lineId: 'l1', reason: 'Interest' } };
const back: BankDayEvent = { type: 'BankLineTakenBack', data: { day, lineId: 'l1' } };
const setAside = { type: 'SetBankLineAside', lineId: 'l1', reason: ' Interest ', isReversed: false } as const;
const takeBack = { type: 'TakeBankLineBack', lineId: 'l1' } as const;
const lines = (...history: BankDayEvent[]) => given(bankDayDecider, ...history);
const stateOf = (...history: BankDayEvent[]) =>
  history.reduce(bankDayDecider.evolve, bankDayDecider.initialState);

// Proves I38-bank-file
describe('the lines of a day', () => {
  it('are imported once, however files overlap', () => {
    lines().when(importing('l1', 'l2')).thenEvents(imported('l1', 'l2'));
    lines(imported('l1', 'l2')).when(importing('l1', 'l2')).thenNothing();
    lines(imported('l1', 'l2')).when(importing('l2', 'l3')).thenEvents(imported('l3'));
  });

  it('are at most 500 an event', () => {
    const ids = Array.from({ length: 1_001 }, (_, index) => `l${index}`);
    const events = bankDayDecider.decide(importing(...ids), new Map());
    expect(events.map((event) => event.type === 'BankLinesImported' && event.data.lines.length)).toEqual([
      500, 500, 1,
    ]);
  });

  it('are matched once, and again after the receipt was reversed', () => {
    lines(imported('l1')).when(matching('l1_1')).thenEvents(matched('l1_1'));
    lines(imported('l1'), matched('l1_1')).when(matching('l1_1')).thenNothing();
    const again = matching('r2', { isBooked: false });
    lines(imported('l1'), matched('l1_1'))
      .when(again)
      .thenRefused('conflict', 'This line was matched before. Reverse its receipt to match it again.');
    lines(imported('l1'), matched('l1_1'))
      .when({ ...again, isReversed: true })
      .thenEvents(matched('r2'));
    lines().when(matching('r1')).thenRefused('not_found', 'Bank line not found');
  });

  it('have a receipt of its own for each time that they are matched', () => {
    const idOf = (...history: BankDayEvent[]) => {
      const line = stateOf(...history).get('l1');
      return line && receiptIdOf(line);
    };
    expect([idOf(imported('l1')), idOf(imported('l1'), aside, back)]).toEqual(['l1_1', 'l1_1']);
    expect(idOf(imported('l1'), matched('l1_1'))).toBe('l1_2');
  });

  it('are set aside with a reason and taken back', () => {
    lines(imported('l1')).when(setAside).thenEvents(aside);
    lines(imported('l1'), aside).when(setAside).thenNothing();
    lines(imported('l1'), aside).when(takeBack).thenEvents(back);
    lines(imported('l1')).when(takeBack).thenNothing();
    lines(imported('l1'))
      .when({ ...setAside, reason: ' ' })
      .thenRefused('unprocessable', 'Please give a reason', 'reason');
    lines(imported('l1'), aside)
      .when(matching('r2', { isBooked: false }))
      .thenRefused('conflict', 'This line is set aside. Please take it back first.');
    lines(imported('l1'), matched('l1_1'))
      .when(setAside)
      .thenRefused('conflict', 'This line was matched before. Reverse its receipt to match it again.');
    lines(imported('l1'), matched('l1_1'))
      .when({ ...setAside, isReversed: true })
      .thenEvents(aside);
    lines(imported('l1'), matched('l1_1'))
      .when(takeBack)
      .thenRefused('conflict', 'This line is not set aside.');
  });

  it('are matched with what was booked from them, whatever happened meanwhile', () => {
    lines(imported('l1'), aside).when(matching('l1_1')).thenEvents(matched('l1_1'));
    lines(imported('l1'), matched('r2')).when(matching('l1_1')).thenEvents(matched('l1_1'));
  });
});

it('the mapping of a header is kept once', () => {
  const mapping = {
    date: 0,
    amount: 2,
    direction: null,
    text: [1],
    reference: null,
    dateFormat: 'mdy',
    decimal: '.',
  } as const;
  const command = {
    type: 'MapBankFile',
    fileId: 'f1',
    columns: ['Date', 'Text', 'Amount'],
    mapping,
  } as const;
  const { type: _type, ...data } = command;
  given(bankFileDecider).when(command).thenEvents({ type: 'BankFileMapped', data });
  given(bankFileDecider, { type: 'BankFileMapped', data }).when(command).thenNothing();
  const changed = { ...mapping, text: [1, 3] };
  given(bankFileDecider, { type: 'BankFileMapped', data })
    .when({ ...command, mapping: changed })
    .thenEvents({ type: 'BankFileMapped', data: { ...data, mapping: changed } });
});

it('a day has a stream of its own', () => expect(bankDayStream(day)).toBe('bankDay-2026-12-18'));
