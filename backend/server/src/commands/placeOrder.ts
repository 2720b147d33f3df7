import type { OrderFormRequest } from '@portal/contract';
import { BusinessRefusal, orderDecider, orderStream, type PlacedOrder } from '@portal/domain';
import type { CausalChain } from './causalChain.ts';
import { type CommandContext, deriveId } from './commandContext.ts';
import type { CommandPorts } from './portalCommands.ts';
import { dealerTerms, type PricedOrder, pricedOrder } from './pricedForms.ts';

/** Who orders, and for which company. */
export interface Dealer {
  readonly userId: string;
  readonly accountId: string;
}

/** An order form as the server prices it for this company at the command's day. @throws BusinessRefusal */
export async function quote(
  ports: Pick<CommandPorts, 'load' | 'billingDay'>,
  dealer: Dealer,
  form: OrderFormRequest,
  context: Pick<CommandContext, 'time'>,
): Promise<PricedOrder> {
  return pricedOrder(form, await dealerTerms(ports, dealer.accountId), ports.billingDay(context.time));
}

/**
 * PlaceOrder: the priced form is kept in `order-<id>`, so that a payment that succeeds makes what was ordered whether
 * or not the page is still there (decisions, Data). An order that costs nothing is carried out at once.
 * @throws BusinessRefusal for what could not be carried out once it is paid
 */
export async function placeOrder(
  ports: CommandPorts,
  dealer: Dealer,
  priced: PricedOrder,
  context: CommandContext,
  siteId: string | null = null,
): Promise<{ readonly order: PlacedOrder; readonly chain: CausalChain }> {
  const orderId = deriveId(context, 'order');
  const { appended, state } = await ports.execute({
    stream: orderStream(orderId),
    decider: orderDecider,
    command: {
      type: 'PlaceOrder',
      orderId,
      ...dealer,
      entries: priced.entries.map(({ form, price }, index) => ({
        id: deriveId(context, `entry ${index}`),
        priceCents: price.totalCents,
        form,
      })),
      items: priced.price.lines.map(({ name, priceCents }) => ({ name, priceCents })),
      placedOn: ports.billingDay(context.time),
      siteId: siteId ?? undefined,
    },
    context,
    accounts: [dealer.accountId],
  });
  if (state.status === 'none') throw new Error(`Order ${orderId} was not placed`);
  return { order: state, chain: await ports.followUp(appended) };
}

/** A placed order of this company. @throws BusinessRefusal 'Order not found', also for another company's */
export async function ownOrder(
  ports: Pick<CommandPorts, 'load'>,
  orderId: string,
  accountId: string,
): Promise<PlacedOrder> {
  const order = await findOrder(ports, orderId);
  if (order === null || order.accountId !== accountId) {
    throw new BusinessRefusal('not_found', 'Order not found');
  }
  return order;
}

/** A placed order; null where there is none, or the id can't be one. */
export async function findOrder(
  ports: Pick<CommandPorts, 'load'>,
  orderId: string,
): Promise<PlacedOrder | null> {
  if (!/^[\w.:-]{1,100}$/.test(orderId)) return null;
  const order = await ports.load(orderStream(orderId), orderDecider);
  return order.status === 'none' ? null : order;
}
