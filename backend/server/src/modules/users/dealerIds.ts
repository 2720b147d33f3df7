import { BusinessRefusal, conflict, dealerIdDecider, dealerIdStream } from '@portal/domain';
import { dealerIdOfNumber, numberOfDealerId } from '@portal/domain/values';
import type { CommandContext } from '../../kernel/commandContext.ts';
import type { UserCommandPorts } from './ports.ts';

/** Numbers tried in a row, where others take them first. */
const MAX_TRIES = 200;

type Holder = { readonly userId: string; readonly accountId: string | null };

/** Assigns a dealer id for good. @throws BusinessRefusal conflict if it was ever another user's */
export async function takeDealerId(
  ports: Pick<UserCommandPorts, 'execute'>,
  dealerId: string,
  { userId, accountId }: Holder,
  context: CommandContext,
): Promise<void> {
  await ports.execute({
    stream: dealerIdStream(dealerId),
    decider: dealerIdDecider,
    command: { type: 'TakeDealerId', dealerId, userId },
    context,
    accounts: accountId === null ? [] : [accountId],
  });
}

/** Assigns the next free dealer id. @throws BusinessRefusal conflict if all are used up */
export async function takeNextDealerId(
  ports: UserCommandPorts,
  holder: Holder,
  context: CommandContext,
): Promise<string> {
  const proposed = await ports.nextDealerId();
  let number = proposed === null ? null : numberOfDealerId(proposed);
  for (let tries = 0; number !== null && tries < MAX_TRIES; tries += 1) {
    const dealerId = dealerIdOfNumber(number);
    if (dealerId === null) break;
    try {
      await takeDealerId(ports, dealerId, holder, context);
      return dealerId;
    } catch (error) {
      // the read model is behind, or another user was faster
      if (!(error instanceof BusinessRefusal && error.kind === 'conflict')) throw error;
    }
    number += 1;
  }
  throw conflict('All Dealer IDs from KS0001 to KS9999 are used up.', 'dealer_id');
}
