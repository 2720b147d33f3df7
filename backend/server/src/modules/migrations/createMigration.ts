import type { NewMigrationRequest } from '@portal/contract';
import { migrationDecider, migrationStream } from '@portal/domain';
import type { CausalChain } from '../../kernel/causalChain.ts';
import { type CommandContext, deriveId } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import type { Dealer } from '../orders/module.ts';
import {
  dealerTerms,
  madeByOrder,
  type PaidOrders,
  pricedMigration,
  termsWhenOrdered,
} from '../orders/module.ts';
import { NO_ORDERS } from '../sites/module.ts';

/**
 * RequestMigration by a dealer (spec 1, sections 3 and 9), priced as {@link createSite} prices a site: a total above 0
 * needs a paid order of this company.
 * @throws BusinessRefusal payment_required above 0 cents; unprocessable where hardware is not offered
 */
export async function createMigration(
  ports: CommandPorts,
  owner: Dealer,
  request: NewMigrationRequest,
  context: CommandContext,
  orders: PaidOrders = NO_ORDERS,
): Promise<{ readonly migrationId: string; readonly chain: CausalChain }> {
  const terms = await dealerTerms(ports, owner.accountId);
  const { orderId } = request;
  const sent = { ...pricedMigration(request, termsWhenOrdered(terms, orderId)), orderId };
  const made = await madeByOrder(ports, owner, sent, orders, context);
  if (made !== null) return { migrationId: made.id, chain: made.chain };

  const { form, price } = pricedMigration(request, terms);
  const { kind: _kind, ...details } = form;
  const migrationId = deriveId(context, 'migration');
  const { appended } = await ports.execute({
    stream: migrationStream(migrationId),
    decider: migrationDecider,
    command: {
      type: 'RequestMigration',
      migrationId,
      ...owner,
      details,
      totalCents: price.totalCents,
      // an order is claimed by its payment, never by the request
      orderId: null,
    },
    context,
    accounts: [owner.accountId],
  });
  return { migrationId, chain: await ports.followUp(appended) };
}
