import type { CausalChain } from './causalChain.ts';
import type { CommandContext } from './commandContext.ts';
import { decideOnAccount } from './decideOn.ts';
import type { CommandPorts } from './portalCommands.ts';

/** Promotional pricing as an administrator saves it (document 2, section 5). */
export interface PromotionalTerms {
  readonly active: boolean;
  /** Cents per reader and month; null only while the promotion is off. */
  readonly rateCents: number | null;
  readonly months: number;
  /** Licences and extra panels are free, and hardware can be chosen (decisions B9 to B12). */
  readonly licensePricing: boolean;
}

/**
 * ChangePromotionalPricing of an account. A promotion that is switched on begins on the billing day of the command;
 * new terms for one that runs leave its first day alone.
 * @throws BusinessRefusal 'Company not found' (not_found); terms that can't be (unprocessable)
 */
export async function changePromotionalPricing(
  ports: CommandPorts,
  accountId: string,
  terms: PromotionalTerms,
  context: CommandContext,
  reason?: string,
): Promise<CausalChain> {
  const command = {
    type: 'ChangePromotionalPricing',
    ...terms,
    today: ports.billingDay(context.time),
  } as const;
  return decideOnAccount(ports, accountId, command, context, { reason });
}
