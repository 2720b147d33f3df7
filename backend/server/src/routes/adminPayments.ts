import { listQuerySchema, PAYMENT_STATUSES, paths, paymentSchema } from '@portal/contract';
import { listPayments, paymentById } from '@portal/projections';
import { z } from 'zod';
import { notFound } from '../edge/errors.ts';
import { listAnswer } from '../edge/listAnswer.ts';
import { pattern, type Route, route } from '../edge/route.ts';
import { toPayment } from './paymentWire.ts';
import type { RoutePorts } from './routePorts.ts';

/** A flat status or account stands beside react-admin's parameters and merges into its filter. */
const listSchema = listQuerySchema.extend({
  status: z.enum(PAYMENT_STATUSES).optional(),
  accountId: z.string().max(100).optional(),
});
const READS = ['payments', 'accounts'];

/** Attempts to pay for administrators: declined, failed, refunded, disputed and unclaimed among them. */
export function adminPaymentRoutes(ports: Pick<RoutePorts, 'db' | 'timeZone'>): Route[] {
  return [
    route({
      method: 'GET',
      path: paths.admin.payments,
      access: 'admin',
      summary: 'Attempts to pay',
      answers: { 200: z.array(paymentSchema) },
      query: listSchema,
      reads: READS,
      handler: async ({ query: { status, accountId, filter, sort, range } }) => {
        const merged = {
          ...filter,
          ...(status === undefined ? {} : { status }),
          ...(accountId === undefined ? {} : { account_id: accountId }),
        };
        const { timeZone } = ports;
        const { rows, total } = await listPayments(ports.db, { filter: merged, sort, range, timeZone });
        return listAnswer('payments', { rows: rows.map(toPayment), total }, range?.[0]);
      },
    }),
    route({
      method: 'GET',
      path: pattern(paths.admin.payment),
      access: 'admin',
      summary: 'One attempt to pay',
      answers: { 200: paymentSchema },
      reads: READS,
      handler: async ({ params }) => {
        const payment = await paymentById(ports.db, params.id ?? '');
        if (payment === null) throw notFound('Payment not found');
        return { body: toPayment(payment) };
      },
    }),
  ];
}
