import {
  createPaymentIntentSchema,
  ORDER_STATUSES,
  orderSchema,
  orIdAlone,
  paths,
  placeOrderSchema,
  startedOrderPaymentSchema,
} from '@portal/contract';
import { notFound, paymentRequired } from '@portal/domain';
import { type OrderRow, orderById, ordersOfAccount } from '@portal/projections';
import { z } from 'zod';
import { download } from '../../platform/http/download.ts';
import { listAnswer } from '../../platform/http/listAnswer.ts';
import { recordAnswer } from '../../platform/http/recordAnswer.ts';
import { type Answer, type Caller, type Route, route } from '../../platform/http/route.ts';
import { turnFor } from '../../platform/http/turnFor.ts';
import { startOrderPayment } from './orderPayment.ts';
import { dealerOf, placeForm, quote } from './placeOrder.ts';
import type { OrderPorts } from './ports.ts';
import { receiptPaper } from './receipt.ts';
import { toOrder } from './wire.ts';

export const ORDER_READS = ['orders', 'accounts'];
const DEALERS_ORDER = 'Orders are placed and paid by dealers.';
/** The form of an import's order: 500 sites and their notes. */
const MAX_ORDER_BYTES = 2_000_000;

/** POST /api/create-payment-intent, /api/orders and an order's receipt: a dealer's own (S1-4, S1-7). */
export function orderRoutes(ports: OrderPorts): Route[] {
  return [
    route('POST', paths.createPaymentIntent, 'approved', {
      summary: 'Start the payment of an order; the server sets the price',
      answers: { 200: startedOrderPaymentSchema },
      body: createPaymentIntentSchema,
      maxBodyBytes: MAX_ORDER_BYTES,
      handler: async ({ caller, body, command, visible }) => {
        const dealer = dealerOf(caller, DEALERS_ORDER);
        const begun = await startOrderPayment(ports.commands, ports.payments, dealer, body, command);
        for (const chain of begun.chains) await visible(chain);
        return { body: { ...begun.started, orderId: begun.orderId } };
      },
    }),
    route('GET', paths.orders, 'approved', {
      summary: "Orders of one's company",
      answers: { 200: z.array(orderSchema) },
      query: z.object({ status: z.enum(ORDER_STATUSES).optional() }),
      reads: ORDER_READS,
      handler: async ({ caller: { accountId }, query: { status } }) => {
        const found = accountId === null ? [] : await ordersOfAccount(ports.db, accountId, status);
        return listAnswer('orders', { rows: found.map(toOrder), total: found.length });
      },
    }),
    route('POST', paths.orders, 'approved', {
      summary: 'Place an order that costs nothing',
      answers: { 201: orIdAlone(orderSchema) },
      body: placeOrderSchema,
      maxBodyBytes: MAX_ORDER_BYTES,
      handler: async ({ caller, body, command, visible }) => {
        const dealer = dealerOf(caller, DEALERS_ORDER);
        const priced = await quote(ports.commands, dealer, body.order);
        if (priced.price.totalCents > 0) {
          throw paymentRequired('Please pay for this order first.');
        }
        const { orderId } = body;
        const { order, chain } = await placeForm(ports.commands, ports.payments, dealer, priced, command, {
          orderId,
        });
        await visible(chain);
        return recordAnswer(order.orderId, await orderById(ports.db, order.orderId), toOrder, {
          status: 201,
        });
      },
    }),
    route('GET', paths.order, 'approved', {
      summary: 'One order',
      answers: { 200: orderSchema },
      reads: ORDER_READS,
      handler: async ({ caller, params }) => {
        const row = await ownRow(ports, caller, params.id);
        return recordAnswer(row.id, row, toOrder);
      },
    }),
    route('GET', paths.orderReceipt, 'approved', {
      summary: 'The receipt of a paid order',
      answers: { 200: ['application/pdf'] },
      reads: ORDER_READS,
      handler: async (request) =>
        receiptAnswer(ports, request, await ownRow(ports, request.caller, request.params.id)),
    }),
  ];
}

/** An order of the caller's company, or any for an administrator. @throws BusinessRefusal not_found */
async function ownRow(ports: OrderPorts, caller: Caller, id: string): Promise<OrderRow> {
  const row = await orderById(ports.db, id);
  if (row === null || !(caller.isAdmin || row.account_id === caller.accountId)) {
    throw notFound('Order not found');
  }
  return row;
}

/** The receipt of a paid order as a file. @throws BusinessRefusal not_found where nothing was paid */
export async function receiptAnswer(
  ports: Pick<OrderPorts, 'db' | 'print'>,
  request: Parameters<typeof turnFor>[0],
  { id, paid_on, order_number }: OrderRow,
): Promise<Answer> {
  if (paid_on === null) throw notFound('There is no receipt: nothing was paid for this order.');
  return download(
    `receipt-${order_number}.pdf`,
    await ports.print(turnFor(request), () => receiptPaper(ports.db, id)),
  );
}
