import type { CreatePaymentIntentRequest } from '@portal/contract';
import {
  notFound,
  type OrderItem,
  orderNumber,
  type PlacedOrder,
  siteDecider,
  siteStream,
  unprocessable,
} from '@portal/domain';
import { formatDollars } from '@portal/domain/values';
import { type CausalChain, NOTHING_APPENDED } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import { isId } from '../../kernel/ids.ts';
import type { Payments } from '../payments/module.ts';
import { type Dealer, findOrder, placeForm, quote } from './placeOrder.ts';

/**
 * Places the order of a form and starts its payment, or continues the order it names. Amount and items of the request are
 * compared with the server's price, never trusted (rule T1).
 * @throws BusinessRefusal unprocessable with the right amount or items; not_found for another company's site or order; what
 * starting a payment throws
 */
export async function startOrderPayment(
  ports: CommandPorts,
  payments: Payments,
  dealer: Dealer,
  request: CreatePaymentIntentRequest,
  context: CommandContext,
) {
  if (request.site_id) await ownSiteOrRefuse(ports, request.site_id, dealer.accountId);
  const { order, chain } = await orderToPay(ports, payments, dealer, request, context);
  const { orderId, totalCents } = order;
  const begun = await payments.start(
    {
      ...dealer,
      shares: [{ kind: 'order', id: orderId, amountCents: totalCents }],
      how: request.use_existing_payment_method ? 'saved_card' : 'card_form',
      description: `Order ${orderNumber(orderId)}`,
    },
    context,
  );
  return { orderId, started: begun.started, chains: [chain, begun.chain] };
}

async function orderToPay(
  ports: CommandPorts,
  payments: Payments,
  dealer: Dealer,
  request: CreatePaymentIntentRequest,
  context: CommandContext,
): Promise<{ readonly order: PlacedOrder; readonly chain: CausalChain }> {
  const { orderId, site_id: siteId } = request;
  if (request.order === undefined) {
    if (orderId !== undefined) {
      const order = await findOrder(ports, orderId);
      if (order?.accountId !== dealer.accountId) throw notFound('Order not found');
      refuseOther(request, order.totalCents, [order.items]);
      return { order, chain: NOTHING_APPENDED };
    }
    throw unprocessable('Please send the order form that is to be paid for.', 'order');
  }
  const priced = await quote(ports, dealer, request.order, context);
  const { lines, totalCents } = priced.price;
  const byEntry = priced.entries.map(({ form, price }) => ({
    name: form.siteName,
    priceCents: price.totalCents,
  }));
  refuseOther(request, totalCents, [lines, byEntry]);
  if (totalCents === 0) {
    throw unprocessable('There is nothing to pay for this order.', 'amount');
  }
  return placeForm(ports, payments, dealer, priced, context, { orderId, siteId: siteId || undefined });
}

/**
 * Refuses another amount, and other items: by name and price in any order, free ones ignored.
 * @param summaries accepted item lists
 */
function refuseOther(
  { amount, items }: CreatePaymentIntentRequest,
  totalCents: number,
  summaries: readonly (readonly OrderItem[])[],
): void {
  if (amount !== totalCents) {
    const message = `The total of this order is ${formatDollars(totalCents)}, not ${formatDollars(amount)}.`;
    throw unprocessable(message, 'amount');
  }
  if (items === undefined) return;
  const sent = listed(items.map(({ name, price }) => ({ name, priceCents: price })));
  if (summaries.some((summary) => listed(summary) === sent)) return;
  const [ours = []] = summaries;
  const right = ours
    .filter(({ priceCents }) => priceCents > 0)
    .map(({ name, priceCents }) => `${name} ${formatDollars(priceCents)}`);
  throw unprocessable(`The items of this order are: ${right.join(', ')}.`, 'items');
}

const listed = (items: readonly OrderItem[]) =>
  items
    .filter(({ priceCents }) => priceCents > 0)
    // pages send a count as release 0.2.0 wrote it, '2 x $65.00'
    .map(({ name, priceCents }) => `${priceCents} ${name.trim().replace(' x $', ' × $')}`)
    .sort()
    .join('\n');

/** The named site must be the dealer's own. */
async function ownSiteOrRefuse(
  ports: Pick<CommandPorts, 'load'>,
  siteId: string,
  accountId: string,
): Promise<void> {
  const known = isId(siteId);
  const site = known ? await ports.load(siteStream(siteId), siteDecider) : siteDecider.initialState;
  if (site.status === 'none' || site.status === 'deleted' || site.accountId !== accountId) {
    throw notFound('Site not found', 'site_id');
  }
}
