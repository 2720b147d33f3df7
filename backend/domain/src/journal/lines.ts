import { asCents } from '../values/money.ts';
import type { JournalAccount } from './accounts.ts';

/** A change of an account in one mode: cents above 0 debit it, below 0 credit it. */
export interface JournalLine {
  readonly account: JournalAccount;
  readonly isDemo: boolean;
  readonly cents: number;
}

export type AccountInMode = Pick<JournalLine, 'account' | 'isDemo'>;

export const inMode =
  (isDemo: boolean) =>
  (account: JournalAccount): AccountInMode => ({ account, isDemo });

/** Debits one account and credits the other; between modes by way of the transfers of each. Below 0 the other way round. */
export function entry(debit: AccountInMode, credit: AccountInMode, cents: number): readonly JournalLine[] {
  const ends = [
    { ...debit, cents },
    { ...credit, cents: -cents },
  ];
  if (debit.isDemo === credit.isDemo) return ends;
  return [...ends, ...ends.map((end) => ({ ...end, account: 'mode_transfers' as const, cents: -end.cents }))];
}

/** One line for each account and mode, without those of 0. */
export function netted(lines: readonly JournalLine[]): readonly JournalLine[] {
  const sums = new Map<string, JournalLine>();
  for (const line of lines) {
    const key = `${line.account} ${line.isDemo}`;
    sums.set(key, { ...line, cents: asCents(line.cents + (sums.get(key)?.cents ?? 0)) });
  }
  return [...sums.values()].filter(({ cents }) => cents !== 0);
}
