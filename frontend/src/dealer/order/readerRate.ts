import type { Account } from '@portal/contract';
import { centsFromDollars, SHOWN_READER_RATE_CENTS, SYSTEM_READER_RATE_CENTS } from '@portal/domain/values';

/** What a reader costs a month, in cents, as an order form shows it. */
export interface ShownRate {
  readonly standardCents: number;
  /** Stands beside the standard rate, which is then struck through (decisions B4). */
  readonly promotionalCents: number | null;
}

/** $5.00 while no account is loaded, $7.00 where the account has no rate (decisions B1). Never computed with. */
export function shownRate(
  account:
    | Pick<Account, 'default_reader_rate' | 'promotional_reader_rate' | 'promotional_pricing_active'>
    | undefined,
): ShownRate {
  if (!account) return { standardCents: SHOWN_READER_RATE_CENTS, promotionalCents: null };
  const { default_reader_rate: standard, promotional_reader_rate: promotional } = account;
  return {
    standardCents: standard === null ? SYSTEM_READER_RATE_CENTS : centsFromDollars(standard),
    promotionalCents:
      account.promotional_pricing_active && promotional !== null ? centsFromDollars(promotional) : null,
  };
}
