import { isDeepStrictEqual } from 'node:util';
import type { OrderFormRequest } from '@portal/contract';
import {
  isErased,
  notFound,
  type OrderForm,
  onOrder,
  orderDecider,
  orderStream,
  type PlacedOrder,
  unprocessable,
} from '@portal/domain';
import { validate as isUuid } from 'uuid';
import { type CausalChain, NOTHING_APPENDED } from '../../kernel/causalChain.ts';
import { type CommandContext, deriveId } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import { isId } from '../../kernel/ids.ts';
import { HttpProblem } from '../../platform/http/errors.ts';
import type { Caller } from '../../platform/http/route.ts';
import { refuseOnHold } from '../companies/module.ts';
import type { Payments } from '../payments/module.ts';
import { dealerTerms, type PricedOrder, pricedOrder, taxesOf } from './pricedForms.ts';

/** @throws HttpProblem 403 with this text for administrators and users without a company */
export function dealerOf(caller: Caller, otherwise: string): Dealer {
  if (caller.isAdmin || caller.accountId === null) throw new HttpProblem(403, otherwise);
  return { userId: caller.id, accountId: caller.accountId };
}

export interface Dealer {
  readonly userId: string;
  readonly accountId: string;
}

export async function quote(
  ports: Pick<CommandPorts, 'load' | 'billingDay'>,
  dealer: Dealer,
  form: OrderFormRequest,
  { time }: Pick<CommandContext, 'time'>,
): Promise<PricedOrder> {
  return pricedOrder(form, await dealerTerms(ports, dealer.accountId, time));
}

/**
 * PlaceOrder: the log keeps the priced form, so that a successful payment fulfils it even without the page (rule D14). A
 * free order is fulfilled at once.
 * @throws BusinessRefusal for what could not be fulfilled once it is paid; conflict while the company's orders are on hold
 */
export async function placeOrder(
  ports: CommandPorts,
  dealer: Dealer,
  priced: PricedOrder,
  context: CommandContext,
  options: {
    readonly orderId?: string;
    readonly siteId?: string | undefined;
    readonly replaces?: boolean;
  } = {},
): Promise<{ readonly order: PlacedOrder; readonly chain: CausalChain }> {
  await refuseOnHold(ports, dealer.accountId);
  const { orderId = deriveId(context, 'order'), siteId, replaces = false } = options;
  const { appended, state } = await ports.execute({
    ...onOrder(orderId, dealer.accountId),
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
      taxes: taxesOf(priced.entries),
      placedOn: ports.billingDay(context.time),
      siteId,
      replaces,
    },
    context,
  });
  if (state.status === 'none') throw new Error(`Order ${orderId} was not placed`);
  return { order: state, chain: await ports.followUp(appended) };
}

/**
 * As {@link placeOrder}, under an id that the page chose: the same form is the same order; a changed form replaces an
 * unpaid order and withdraws its payment.
 * @param orderId a UUID; undefined makes a new order
 * @throws BusinessRefusal as {@link placeOrder}; not_found for another company's order; unprocessable for an invalid
 * id; conflict if another form was ordered or a payment is in progress
 */
export async function placeForm(
  ports: CommandPorts,
  payments: Pick<Payments, 'withdraw'>,
  dealer: Dealer,
  priced: PricedOrder,
  context: CommandContext,
  { orderId, siteId }: { readonly orderId: string | undefined; readonly siteId?: string | undefined },
): Promise<{ readonly order: PlacedOrder; readonly chain: CausalChain }> {
  if (orderId === undefined) return placeOrder(ports, dealer, priced, context, { siteId });
  if (!isUuid(orderId)) throw unprocessable('orderId must be a UUID', 'orderId');
  const placed = await findOrder(ports, orderId);
  if (placed === null) {
    const first = await placeOrder(ports, dealer, priced, context, { orderId, siteId });
    // placed concurrently
    if (isOrderOf(first.order, dealer, priced)) return first;
    return placeForm(ports, payments, dealer, priced, context, { orderId, siteId });
  }
  if (isOrderOf(placed, dealer, priced)) return { order: placed, chain: NOTHING_APPENDED };
  if (placed.openAttempt !== null) {
    const withdrawing = { ...context, id: deriveId(context, 'withdraw') };
    await payments.withdraw([{ kind: 'order', id: orderId }], placed.accountId, withdrawing);
  }
  return placeOrder(ports, dealer, priced, context, { orderId, siteId, replaces: true });
}

/**
 * Whether the order is what these forms ask for; while it is unpaid, at this price too.
 * @throws BusinessRefusal not_found for another company's
 */
function isOrderOf(order: PlacedOrder, { accountId }: Dealer, { entries, price }: PricedOrder): boolean {
  if (order.accountId !== accountId) throw notFound('Order not found');
  if (order.status === 'awaiting_payment' && order.totalCents !== price.totalCents) return false;
  const { forms } = order;
  if (isErased(forms) || forms.length !== entries.length) return false;
  return entries.every(({ form }, index) => {
    const ordered = forms[index];
    return ordered !== undefined && isSameForm(ordered, form);
  });
}

/** Compares two forms regardless of the order of hardware. */
export function isSameForm(one: OrderForm, other: OrderForm): boolean {
  const plain = (form: OrderForm) => ({ ...form, hardware: [...form.hardware].sort() });
  return isDeepStrictEqual(plain(one), plain(other));
}

/** A placed order; null for an unknown id. */
export async function findOrder(
  ports: Pick<CommandPorts, 'load'>,
  orderId: string,
): Promise<PlacedOrder | null> {
  if (!isId(orderId)) return null;
  const order = await ports.load(orderStream(orderId), orderDecider);
  return order.status === 'none' ? null : order;
}
