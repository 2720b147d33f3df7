import { billingSummarySchema, paths } from '@portal/contract';
import { accountById } from '@portal/projections';
import { notFound } from '../edge/errors.ts';
import { pattern, type Route, route } from '../edge/route.ts';
import { BILLING_SUMMARY_READS, billingSummaryOf } from './invoiceWire.ts';
import type { RoutePorts } from './routePorts.ts';

const READS = [...BILLING_SUMMARY_READS, 'accounts'];

/** What an account owes and what the next invoice would be: a dealer's own, any for an administrator. */
export function billingSummaryRoutes(ports: RoutePorts): Route[] {
  async function summary(accountId: string | null) {
    const account = accountId === null ? null : await accountById(ports.db, accountId, ports.today());
    if (account === null) throw notFound('Company not found');
    return { body: await billingSummaryOf(ports.db, account.id, ports.today()) };
  }
  return [
    route({
      method: 'GET',
      path: paths.billingSummary,
      access: 'approved',
      summary: "Balance, next billing date and estimate of one's company",
      answers: { 200: billingSummarySchema },
      reads: READS,
      handler: ({ caller }) => summary(caller.accountId),
    }),
    route({
      method: 'GET',
      path: pattern(paths.admin.billingSummary),
      access: 'admin',
      summary: 'Balance, next billing date and estimate of a company',
      answers: { 200: billingSummarySchema },
      reads: READS,
      handler: ({ params }) => summary(params.id ?? ''),
    }),
  ];
}
