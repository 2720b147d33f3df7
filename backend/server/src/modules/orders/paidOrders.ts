import {
  conflict,
  isErased,
  type OrderForm,
  onMigration,
  onSite,
  orderStream,
  type PlacedOrder,
  paymentRequired,
  requestFor,
} from '@portal/domain';
import { formatDollars } from '@portal/domain/values';
import { ordersToMatch } from '@portal/projections';
import { type CausalChain, NOTHING_APPENDED } from '../../kernel/causalChain.ts';
import { type CommandContext, deriveId } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import { isOf } from '../../kernel/execute.ts';
import { runCommand } from '../../kernel/runCommand.ts';
import { refuseOnHold } from '../companies/module.ts';
import type { Payments } from '../payments/module.ts';
import { type Dealer, findOrder, isSameForm, placeForm } from './placeOrder.ts';
import type { OrderPorts } from './ports.ts';
import { type DealerTerms, dealerTerms, type PricedForm, refuseHardware } from './pricedForms.ts';

/** Where the order of a form is found: the read models, and the provider, which is asked about an attempt. */
export interface PaidOrders extends Pick<OrderPorts, 'db'> {
  readonly payments: Pick<Payments, 'settleAttempt' | 'withdraw'>;
}

/** Orders of the same price that are searched, newest first. */
const MAX_CANDIDATES = 10;

/** A form that was sent, and the order it names. */
interface SentForm extends PricedForm {
  readonly orderId: string | undefined;
}

interface MadeByOrder {
  readonly id: string;
  readonly chain: CausalChain;
}

/**
 * CreateSite or RequestMigration by a dealer (S1-3, S1-9), priced from the account's own terms, never from the request
 * (rule T1). A total above 0 needs a paid order of the company, whose site or migration is returned.
 * @throws BusinessRefusal payment_required; conflict while orders are on hold; unprocessable if hardware is not offered
 */
export async function makeOrdered<Request extends { readonly orderId?: string | undefined }>(
  ports: CommandPorts,
  dealer: Dealer,
  request: Request,
  priced: (request: Request, terms: DealerTerms) => PricedForm,
  context: CommandContext,
  orders: PaidOrders,
): Promise<MadeByOrder> {
  const { accountId } = dealer;
  const terms = await dealerTerms(ports, accountId, context.time);
  const sent = { ...priced(request, terms), orderId: request.orderId };
  const { form, price } = sent;
  const made = await madeByOrder(ports, dealer, sent, orders, context);
  if (made !== null) return made;
  await refuseOnHold(ports, accountId);
  refuseHardware(form, terms);
  const id = deriveId(context, form.kind);
  // only a payment claims an order
  const owner = { ...dealer, orderId: null };
  const command = requestFor(owner, { id, priceCents: price.totalCents }, form);
  const chain =
    command.type === 'CreateSite'
      ? await runCommand(ports, { ...onSite(id, accountId), command, context })
      : await runCommand(ports, { ...onMigration(id, accountId), command, context });
  return { id, chain };
}

/**
 * Returns the site or migration of a form's order: the named order, else the company's paid order with the same form
 * and price. A free form is ordered here under the id it names. Creates it if no process has yet; idempotent, so one
 * payment creates one site. Null without such an order: the form must then be free.
 * @throws BusinessRefusal payment_required for an unpaid, foreign or different order; conflict if it was rejected;
 * what {@link placeForm} throws
 */
async function madeByOrder(
  ports: CommandPorts,
  dealer: Dealer,
  sent: SentForm,
  orders: PaidOrders,
  context: CommandContext,
): Promise<MadeByOrder | null> {
  const { orderId, price } = sent;
  const { totalCents } = price;
  if (orderId !== undefined) {
    const named = await findOrder(ports, orderId);
    const fits = named !== null && isOneOf(dealer, sent, named);
    if (totalCents === 0 && !(fits && named.status === 'paid' && isOrdered(named, sent))) {
      const whole = { entries: [sent], price };
      await placeForm(ports, orders.payments, dealer, whole, context, { orderId });
      return madeBy(ports, orderId, sent.form.kind);
    }
    if (!fits) return null;
    refuseOther(named, sent);
    await settleAndReload(ports, named, orders, context);
    return madeBy(ports, orderId, sent.form.kind);
  }
  if (totalCents === 0) return null;
  const wanted = { kind: sent.form.kind, totalCents, most: MAX_CANDIDATES };
  for (const id of await ordersToMatch(orders.db, dealer.accountId, wanted)) {
    const order = await findOrder(ports, id);
    if (order === null || !isOneOf(dealer, sent, order) || !isOrdered(order, sent)) continue;
    const now = await settleAndReload(ports, order, orders, context);
    if (now.status === 'paid') return madeBy(ports, id, sent.form.kind);
  }
  return null;
}

function isOneOf({ accountId }: Dealer, sent: SentForm, order: PlacedOrder): boolean {
  if (order.accountId !== accountId || order.entries.length !== 1 || isErased(order.forms)) return false;
  return order.forms[0]?.kind === sent.form.kind;
}

function isOrdered({ forms }: PlacedOrder, { form }: SentForm): boolean {
  const ordered = isErased(forms) ? undefined : forms[0];
  return ordered !== undefined && isSameForm(ordered, form);
}

/** Refuses a form that differs from the order, or costs more than was paid. */
function refuseOther(order: PlacedOrder, sent: SentForm): void {
  if (isOrdered(order, sent)) return;
  const { totalCents } = sent.price;
  if (order.totalCents === totalCents) {
    throw conflict(
      `This form was already ordered as ${order.entries[0]?.name}. Please open a new form to order more.`,
    );
  }
  throw paymentRequired(
    `${formatDollars(order.totalCents)} was ordered, but this costs ${formatDollars(totalCents)}. Please pay for it before it is created.`,
  );
}

/** Settles the open attempt of an unpaid order with the provider, which may pay the order, then loads the order again. */
async function settleAndReload(
  ports: CommandPorts,
  order: PlacedOrder,
  { payments }: PaidOrders,
  context: CommandContext,
): Promise<PlacedOrder> {
  if (order.status !== 'awaiting_payment' || order.openAttempt === null) return order;
  await payments.settleAttempt(order.openAttempt, { ...context, id: deriveId(context, 'look') });
  return (await findOrder(ports, order.orderId)) ?? order;
}

/**
 * The site or migration of a paid order, null while it is unpaid. If it is not made yet, the order's event is processed
 * again; `fulfilPaidOrder` is idempotent.
 * @throws BusinessRefusal conflict if it was rejected
 */
async function madeBy(
  ports: CommandPorts,
  orderId: string,
  kind: OrderForm['kind'],
): Promise<MadeByOrder | null> {
  const stream = orderStream(orderId);
  let order = await findOrder(ports, orderId);
  if (order === null || order.status === 'awaiting_payment') return null;
  if (order.entries[0]?.outcome === 'waiting') {
    const envelopes = await ports.readStream(stream);
    await ports.followUp(envelopes.filter((one) => isOf(one, ['OrderPlaced', 'OrderPaid'])).slice(-1));
    order = (await findOrder(ports, orderId)) ?? order;
  }
  const [entry] = order.entries;
  if (entry === undefined || entry.outcome === 'rejected') {
    const paid = order.totalCents > 0 ? ' The payment is refunded to your card.' : '';
    throw conflict(`This order was rejected.${paid}`);
  }
  // another request or the follower may have made it; the response waits for it all the same
  const envelopes = await ports.readStream(stream);
  const made = envelopes.findLast((one) => isOf(one, ['OrderItemFulfilled']));
  const request = kind === 'site' ? 'SiteRequested' : 'MigrationRequested';
  const types = [request, 'OrderItemFulfilled'];
  return { id: entry.id, chain: made === undefined ? NOTHING_APPENDED : { types, position: made.position } };
}
