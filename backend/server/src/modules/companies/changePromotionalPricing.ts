import type { AccountCommand, AccountState } from '@portal/domain';
import type { CausalChain } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import type { CompanyCommandPorts } from './ports.ts';
import { decideOnPrices } from './priceNotice.ts';

/** Promotional pricing as an administrator saves it (document 2, section 5). */
export interface PromotionalTerms {
  /** Undefined: as it is. */
  readonly active?: boolean | undefined;
  /** Cents per reader and month; null only while the promotion is off. */
  readonly rateCents: number | null;
  readonly months: number;
  /** Licences and extra panels are free, and hardware can be chosen (decisions B9 to B12). Undefined: as it is. */
  readonly licensePricing?: boolean | undefined;
  /** The administrator knows that dealers hear of this increase less than 30 days ahead. */
  readonly shortNoticeConfirmed?: boolean | undefined;
}

/**
 * ChangePromotionalPricing of an account. A promotion that is switched on begins on the billing day of the command;
 * new terms for one that runs leave its first day alone.
 * @throws BusinessRefusal 'Company not found' (not_found); terms that can't be, short notice of an increase that is not
 * confirmed or has no reason (unprocessable)
 */
export async function changePromotionalPricing(
  ports: CompanyCommandPorts,
  accountId: string,
  { rateCents, months, shortNoticeConfirmed, ...switches }: PromotionalTerms,
  context: CommandContext,
  reason?: string,
): Promise<CausalChain> {
  const today = ports.billingDay(context.time);
  const command = (account: AccountState): AccountCommand => {
    const before = account.status === 'none' ? undefined : account.promotion;
    return {
      type: 'ChangePromotionalPricing',
      rateCents,
      months,
      active: switches.active ?? before?.active ?? false,
      licensePricing: switches.licensePricing ?? before?.licensePricing ?? true,
      today,
    };
  };
  return decideOnPrices(ports, accountId, command, context, { shortNoticeConfirmed, reason });
}
