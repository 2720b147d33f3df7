import {
  listQuerySchema,
  ORDER_STATUSES,
  orderSchema,
  orIdAlone,
  paths,
  refundOrderSchema,
  rejectionSchema,
} from '@portal/contract';
import { listOrders, orderById } from '@portal/projections';
import { z } from 'zod';
import { found } from '../../kernel/found.ts';
import { given } from '../../kernel/given.ts';
import { listAnswer } from '../../platform/http/listAnswer.ts';
import { recordAnswer } from '../../platform/http/recordAnswer.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { OrderPorts } from './ports.ts';
import { refundOrder, rejectOrder } from './refunds.ts';
import { ORDER_READS, receiptAnswer } from './routes.ts';
import { toOrder } from './wire.ts';

const listSchema = listQuerySchema.extend({
  status: z.enum(ORDER_STATUSES).optional(),
  accountId: z.string().max(100).optional(),
});

/** The admin's orders: list, one, receipt, refunding one, and rejecting one as a whole. */
export function adminOrderRoutes(ports: OrderPorts): Route[] {
  const existing = async (id: string) => found(await orderById(ports.db, id), 'Order');
  return [
    route('GET', paths.admin.orders, 'admin', {
      summary: 'Orders',
      answers: { 200: z.array(orderSchema) },
      query: listSchema,
      reads: ORDER_READS,
      handler: async ({ query: { status, accountId, ...query } }) => {
        const filter = { ...query.filter, ...given({ status, account_id: accountId }) };
        const { timeZone } = ports;
        const { rows, total } = await listOrders(ports.db, { ...query, filter, timeZone });
        return listAnswer('orders', { rows: rows.map(toOrder), total }, query.range?.[0]);
      },
    }),
    route('GET', paths.admin.order, 'admin', {
      summary: 'One order',
      answers: { 200: orderSchema },
      reads: ORDER_READS,
      handler: async ({ params }) => {
        const row = await existing(params.id);
        return recordAnswer(row.id, row, toOrder);
      },
    }),
    route('GET', paths.admin.orderReceipt, 'admin', {
      summary: 'The receipt of a paid order',
      answers: { 200: ['application/pdf'] },
      reads: ORDER_READS,
      handler: async (request) => receiptAnswer(ports, request, await existing(request.params.id)),
    }),
    route('POST', paths.admin.refundOrder, 'admin', {
      summary: 'Refund a paid order, wholly or in part',
      answers: { 200: orIdAlone(orderSchema) },
      body: refundOrderSchema,
      handler: async ({ params: { id }, body, command, visible }) => {
        await visible(await refundOrder(ports.commands, id, body, command));
        return recordAnswer(id, await orderById(ports.db, id), toOrder);
      },
    }),
    route('DELETE', paths.admin.order, 'admin', {
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
