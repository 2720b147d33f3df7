import { invoiceDifferencesSchema, paths } from '@portal/contract';
import { firstOfNextMonth } from '@portal/domain/values';
import { type Caller, pattern, type Route, route } from '../../platform/http/route.ts';
import { readableInvoice } from '../invoices/module.ts';
import { type DifferencesReader, explainEstimate, explainInvoice } from './explainInvoice.ts';
import { BILLING_READS, type BillingRoutePorts } from './ports.ts';

const readerOf = ({ id: userId, isAdmin }: Caller, accountId: string): DifferencesReader =>
  isAdmin ? { kind: 'admin', userId } : { kind: 'dealer', accountId, userId };

/** Why an invoice or the estimate of the next one differs from the invoice before. */
export function differencesRoutes(ports: BillingRoutePorts): Route[] {
  return [
    route({
      method: 'GET',
      path: pattern(paths.invoiceDifferences),
      access: 'approved',
      summary: 'Why an invoice differs from the one before: each difference with cause, day and person',
      answers: { 200: invoiceDifferencesSchema },
      reads: BILLING_READS,
      handler: async ({ caller, params }) => {
        const row = await readableInvoice(ports.db, caller, params.id);
        return { body: await explainInvoice(ports, row, readerOf(caller, row.account_id)) };
      },
    }),
    route({
      method: 'GET',
      path: paths.estimateDifferences,
      access: 'approved',
      summary:
        'Why the estimate of the next invoice differs from the last invoice; null where it cannot be priced',
      answers: { 200: invoiceDifferencesSchema.nullable() },
      reads: BILLING_READS,
      handler: async ({ caller }) => {
        const { accountId } = caller;
        if (accountId === null) return { body: null };
        const day = firstOfNextMonth(ports.today());
        return { body: await explainEstimate(ports, accountId, day, readerOf(caller, accountId)) };
      },
    }),
  ];
}
