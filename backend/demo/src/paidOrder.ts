import type { NewSiteRequest } from '@portal/contract';
import type { Portal } from '@portal/server';
import type { CausalChain } from '@portal/server/kernel/causalChain.ts';
import { type CommandContext, deriveId } from '@portal/server/kernel/commandContext.ts';
import { startOrderPayment } from '@portal/server/modules/orders/orderPayment.ts';
import { makeOrdered } from '@portal/server/modules/orders/paidOrders.ts';
import { type Dealer, findOrder, quote } from '@portal/server/modules/orders/placeOrder.ts';
import { pricedSite } from '@portal/server/modules/orders/pricedForms.ts';
import { rejectOrder } from '@portal/server/modules/orders/refunds.ts';
import { settleRefunds } from '@portal/server/modules/payments/refunds.ts';
import type { TestCard } from './step.ts';

/**
 * Orders a site with hardware and pays by card. Without the simulator, orders it without hardware, for nothing (`orderId`
 * is null): a demo never calls a real provider.
 */
export async function payForOrder(
  { commands, payments, database }: Pick<Portal, 'commands' | 'payments' | 'database'>,
  dealer: Dealer,
  site: NewSiteRequest,
  card: TestCard,
  context: CommandContext,
): Promise<{ readonly siteId: string; readonly orderId: string | null; readonly chain: CausalChain }> {
  const cards = payments.cardsFor(false);
  if (cards === null || !cards.simulated) {
    const plain = { ...site, hardware: [], ca150_panel: false, netcom6p: false };
    const orders = { db: database.pool, payments };
    const { id, chain } = await makeOrdered(commands, dealer, plain, pricedSite, context, orders);
    return { siteId: id, orderId: null, chain };
  }
  const order = { kind: 'site', site } as const;
  const { price } = await quote(commands, dealer, order, context);
  const wish = { amount: price.totalCents, order, use_existing_payment_method: false, isMigration: false };
  const { orderId, started } = await startOrderPayment(commands, payments, dealer, wish, context);
  const intentId = started.paymentIntentId;
  if (intentId === null) throw new Error(`Order ${orderId} of the demo has no payment intent`);
  await cards.confirmWithCard(intentId, card, { key: `demo/${orderId}`, offSession: false });
  const settled = await payments.settle(intentId, false, context);
  const [entry] = (await findOrder(commands, orderId))?.entries ?? [];
  if (settled?.status !== 'succeeded' || entry?.outcome !== 'fulfilled') {
    throw new Error(`Order ${orderId} of the demo was not fulfilled`);
  }
  return { siteId: entry.id, orderId, chain: settled.chain };
}

/** Rejects a paid order and asks for its refund, which the portal's followers do elsewhere. */
export async function rejectPaidOrder(
  { commands, payments, paymentPorts }: Pick<Portal, 'commands' | 'payments' | 'paymentPorts'>,
  orderId: string,
  reason: string,
  context: CommandContext,
): Promise<CausalChain> {
  const chain = await rejectOrder(commands, orderId, reason, context, payments);
  const paymentId = (await findOrder(commands, orderId))?.payment?.paymentId;
  if (paymentId === undefined) throw new Error(`Order ${orderId} of the demo was not paid`);
  await settleRefunds(paymentPorts, paymentId, { ...context, id: deriveId(context, 'refund') });
  return chain;
}
