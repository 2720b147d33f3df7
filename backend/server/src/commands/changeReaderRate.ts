import type { CausalChain } from './causalChain.ts';
import type { CommandContext } from './commandContext.ts';
import { decideOnAccount } from './decideOn.ts';
import type { CommandPorts } from './portalCommands.ts';

/**
 * ChangeReaderRate: the rate of an account's sites without one of their own, in cents per reader and month; null for
 * none (decisions B1). `effectiveFrom` is the first day of the new rate, null for at once.
 * @throws BusinessRefusal 'Company not found' (not_found); a rate or day that can't be (unprocessable)
 */
export async function changeReaderRate(
  ports: CommandPorts,
  accountId: string,
  rate: { readonly rateCents: number | null; readonly effectiveFrom: string | null },
  context: CommandContext,
  reason?: string,
): Promise<CausalChain> {
  const command = { type: 'ChangeReaderRate', ...rate, today: ports.billingDay(context.time) } as const;
  return decideOnAccount(ports, accountId, command, context, { reason });
}
