import {
  createPaymentIntentSchema,
  listQuerySchema,
  ORDER_STATUSES,
  orderSchema,
  orIdAlone,
  paths,
  placeOrderSchema,
  refundOrderSchema,
  rejectionSchema,
  startedOrderPaymentSchema,
} from '@portal/contract';
import { notFound, paymentRequired } from '@portal/domain';
import { listOrders, type OrderRow, orderById, ordersOfAccount } from '@portal/projections';
import { z } from 'zod';
import { given } from '../../kernel/given.ts';
import { download, turnFor } from '../../platform/http/download.ts';
import { listAnswer } from '../../platform/http/listAnswer.ts';
import { recordAnswer } from '../../platform/http/recordAnswer.ts';
import { type Caller, type Route, route } from '../../platform/http/route.ts';
import { startOrderPayment } from './orderPayment.ts';
import { dealerOf, placeForm, quote } from './placeOrder.ts';
import type { OrderPorts } from './ports.ts';
import { receiptPaper } from './receipt.ts';
import { refundOrder, rejectOrder } from './refunds.ts';
import { toOrder } from './wire.ts';

const READS = ['orders', 'accounts'];
const DEALERS_ORDER = 'Orders are placed and paid by dealers.';
/** The form of an import's order: 500 sites and their notes. */
const MAX_ORDER_BYTES = 2_000_000;

const listSchema = listQuerySchema.extend({
  status: z.enum(ORDER_STATUSES).optional(),
  accountId: z.string().max(100).optional(),
});

/** Orders: a dealer's own are priced, placed, paid and printed (S1-4, S1-7), administrators refund and reject any. */
export function orderRoutes(ports: OrderPorts): Route[] {
  const one = (path: (id: string) => string, access: 'approved' | 'staff') =>
    route('GET', path, access, {
      summary: 'One order',
      answers: { 200: orderSchema },
      reads: READS,
      handler: async ({ caller, params }) => {
        const row = await ownRow(ports, caller, params.id);
        return recordAnswer(row.id, row, toOrder);
      },
    });
  const receipt = (path: (id: string) => string, access: 'approved' | 'staff') =>
    route('GET', path, access, {
      summary: 'The receipt of a paid order',
      answers: { 200: ['application/pdf'] },
      reads: READS,
      handler: async (request) => {
        const { id, paid_on, order_number } = await ownRow(ports, request.caller, request.params.id);
        if (paid_on === null) throw notFound('There is no receipt: nothing was paid for this order.');
        const pdf = await ports.print(turnFor(request), () => receiptPaper(ports.db, id));
        return download(`receipt-${order_number}.pdf`, pdf);
      },
    });
  return [
    route('POST', paths.createPaymentIntent, 'ordering', {
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
      reads: READS,
      handler: async ({ caller: { accountId }, query: { status } }) => {
        const own = accountId === null ? [] : await ordersOfAccount(ports.db, accountId, status);
        return listAnswer('orders', { rows: own.map(toOrder), total: own.length });
      },
    }),
    route('POST', paths.orders, 'ordering', {
      summary: 'Place an order that costs nothing',
      answers: { 201: orIdAlone(orderSchema) },
      body: placeOrderSchema,
      maxBodyBytes: MAX_ORDER_BYTES,
      handler: async ({ caller, body, command, visible }) => {
        const dealer = dealerOf(caller, DEALERS_ORDER);
        const priced = await quote(ports.commands, dealer, body.order, command);
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
    one(paths.order, 'approved'),
    receipt(paths.orderReceipt, 'approved'),
    route('GET', paths.admin.orders, 'staff', {
      summary: 'Orders',
      answers: { 200: z.array(orderSchema) },
      query: listSchema,
      reads: READS,
      handler: async ({ query: { status, accountId, ...query } }) => {
        const filter = { ...query.filter, ...given({ status, account_id: accountId }) };
        const { timeZone } = ports;
        const { rows, total } = await listOrders(ports.db, { ...query, filter, timeZone });
        return listAnswer('orders', { rows: rows.map(toOrder), total }, query.range?.[0]);
      },
    }),
    one(paths.admin.order, 'staff'),
    receipt(paths.admin.orderReceipt, 'staff'),
    route('POST', paths.admin.refundOrder, 'money', {
      summary: 'Refund a paid order, wholly or in part',
      answers: { 200: orIdAlone(orderSchema) },
      body: refundOrderSchema,
      handler: async ({ params: { id }, body, command, visible }) => {
        await visible(await refundOrder(ports.commands, id, body, command));
        return recordAnswer(id, await orderById(ports.db, id), toOrder);
      },
    }),
    route('DELETE', paths.admin.order, 'sites', {
      summary: 'Reject an order; a payment is refunded',
      answers: { 200: orIdAlone(orderSchema) },
      body: rejectionSchema,
      handler: async ({ params: { id }, body, command, visible }) => {
        await visible(await rejectOrder(ports.commands, id, body.reason, command, ports.payments));
        return recordAnswer(id, await orderById(ports.db, id), toOrder);
      },
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
