import {
  listQuerySchema,
  moveRefundSchema,
  PAYMENT_STATUSES,
  paths,
  paymentSchema,
  reasonSchema,
  retryRefundSchema,
} from '@portal/contract';
import { listPayments, paymentById } from '@portal/projections';
import { z } from 'zod';
import { found } from '../../kernel/found.ts';
import { given } from '../../kernel/given.ts';
import { listAnswer } from '../../platform/http/listAnswer.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { endAttempt } from './attempts.ts';
import type { PaymentRoutePorts } from './ports.ts';
import { moveRefund, retryRefund } from './refunds.ts';
import { toPayment } from './wire.ts';

/** A flat status or account is merged into react-admin's filter. */
const listSchema = listQuerySchema.extend({
  status: z.enum(PAYMENT_STATUSES).optional(),
  accountId: z.string().max(100).optional(),
});
const READS = ['payments', 'accounts'];

/** Attempts to pay, for administrators. */
export function adminPaymentRoutes(ports: PaymentRoutePorts): Route[] {
  const one = async (id: string) => toPayment(found(await paymentById(ports.db, id), 'Payment'));
  return [
    route('GET', paths.admin.payments, 'admin', {
      summary: 'Attempts to pay',
      answers: { 200: z.array(paymentSchema) },
      query: listSchema,
      reads: READS,
      handler: async ({ query: { status, accountId, ...query } }) => {
        const filter = { ...query.filter, ...given({ status, account_id: accountId }) };
        const { timeZone } = ports;
        const { rows, total } = await listPayments(ports.db, { ...query, filter, timeZone });
        return listAnswer('payments', { rows: rows.map(toPayment), total }, query.range?.[0]);
      },
    }),
    route('GET', paths.admin.payment, 'admin', {
      summary: 'One attempt to pay',
      answers: { 200: paymentSchema },
      reads: READS,
      handler: async ({ params }) => ({ body: await one(params.id) }),
    }),
    route('POST', paths.admin.retryRefund, 'admin', {
      summary: 'Retry a failed refund',
      answers: { 200: paymentSchema },
      body: retryRefundSchema,
      handler: async ({ params: { id }, body: { refund_id: refundId, reason = null }, command, visible }) => {
        await visible(await retryRefund(ports.paymentPorts, id, { refundId, reason }, command));
        await ports.lookAgain(['failed_refund']);
        return { body: await one(id) };
      },
    }),
    route('POST', paths.admin.moveRefund, 'admin', {
      summary: 'Move part of a refund made at the card provider to another invoice of the payment',
      answers: { 200: paymentSchema },
      body: moveRefundSchema,
      handler: async ({ params: { id }, body, command, visible }) => {
        await visible(await moveRefund(ports.paymentPorts, id, body, command));
        return { body: await one(id) };
      },
    }),
    route('POST', paths.admin.endPayment, 'admin', {
      summary: 'End an attempt that the provider does not know',
      answers: { 200: paymentSchema },
      body: reasonSchema,
      handler: async ({ params: { id }, body: { reason }, command, visible }) => {
        await visible(await endAttempt(ports.paymentPorts, id, reason, command));
        await ports.lookAgain(['stuck_payment']);
        return { body: await one(id) };
      },
    }),
  ];
}
