import { invoiceDifferencesSchema, paths } from '@portal/contract';
import { firstOfNextMonth } from '@portal/domain/values';
import { type Caller, type Route, route } from '../../platform/http/route.ts';
import { companyRow } from '../companies/module.ts';
import { readableInvoice } from '../invoices/module.ts';
import { type DifferencesReader, explainEstimate, explainInvoice } from './explainInvoice.ts';
import { BILLING_READS, type BillingRoutePorts } from './ports.ts';

const readerOf = ({ id: userId, isAdmin }: Caller, accountId: string): DifferencesReader =>
  isAdmin ? { kind: 'admin', userId } : { kind: 'dealer', accountId, userId };

/** Why an invoice or the estimate of the next one differs from the invoice before. */
export function differencesRoutes(ports: BillingRoutePorts): Route[] {
  async function ofEstimate(caller: Caller, accountId: string | null) {
    const { id } = await companyRow(ports, accountId);
    return { body: await explainEstimate(ports, id, firstOfNextMonth(ports.today()), readerOf(caller, id)) };
  }
  return [
    route('GET', paths.invoiceDifferences, 'approved', {
      summary: 'Why an invoice differs from the one before: each difference with cause, day and person',
      answers: { 200: invoiceDifferencesSchema },
      reads: BILLING_READS,
      handler: async ({ caller, params }) => {
        const row = await readableInvoice(ports.db, caller, params.id);
        return { body: await explainInvoice(ports, row, readerOf(caller, row.account_id)) };
      },
    }),
    route('GET', `${paths.billingSummary}/differences`, 'approved', {
      summary:
        'Why the estimate of the next invoice differs from the last invoice; null where it cannot be priced',
      answers: { 200: invoiceDifferencesSchema.nullable() },
      reads: BILLING_READS,
      handler: ({ caller }) => ofEstimate(caller, caller.accountId),
    }),
    route('GET', (id) => `${paths.admin.billingSummary(id)}/differences`, 'admin', {
      summary: "Why the estimate of a company's next invoice differs from its last one",
      answers: { 200: invoiceDifferencesSchema.nullable() },
      reads: BILLING_READS,
      handler: ({ caller, params }) => ofEstimate(caller, params.id),
    }),
  ];
}
