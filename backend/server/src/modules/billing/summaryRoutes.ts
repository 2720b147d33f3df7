import { type BillingSummary, billingSummarySchema, paths } from '@portal/contract';
import { type Day, dollarsFromCents, firstOfNextMonth, sumCents } from '@portal/domain/values';
import { accountById, balanceOf, chargeBreakdown } from '@portal/projections';
import { notFound } from '../../platform/http/errors.ts';
import { pattern, type Route, route } from '../../platform/http/route.ts';
import { BILLING_READS, type BillingPorts } from './billingPorts.ts';
import { nextInvoice } from './nextInvoice.ts';
import type { BillingRoutePorts } from './ports.ts';

const READS = [...BILLING_READS, 'projectedInvoices', 'dealerSites'];

/** What an account owes and what the next invoice would be: a dealer's own, any for an administrator. */
export function billingSummaryRoutes(ports: BillingRoutePorts): Route[] {
  async function summary(accountId: string | null) {
    const account = accountId === null ? null : await accountById(ports.db, accountId, ports.today());
    if (account === null) throw notFound('Company not found');
    return { body: await billingSummaryOf(ports.billing, account.id, ports.today()) };
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
      handler: ({ params }) => summary(params.id),
    }),
  ];
}

/**
 * What an account owes and what the next invoice would be: the estimate is priced as the billing preview prices it, the
 * summary counts every site that is not inactive and names pending ones. Both are judged on the next billing date.
 */
async function billingSummaryOf(
  billing: BillingPorts,
  accountId: string,
  today: Day,
): Promise<BillingSummary> {
  const { db } = billing;
  const billingDate = firstOfNextMonth(today);
  const [balance, { charges, announced }, next] = await Promise.all([
    balanceOf(db, accountId),
    chargeBreakdown(db, accountId, { billingDate, today }),
    nextInvoice(billing, accountId, billingDate),
  ]);
  const active = charges.filter(({ status }) => status === 'active');
  const pending = charges.filter(({ status }) => status === 'pending');
  const centsOf = (some: typeof charges) => sumCents(some.map(({ charge_cents }) => charge_cents));
  const readersOf = (some: typeof charges) => some.reduce((sum, { readers }) => sum + readers, 0);
  return {
    account_id: accountId,
    balance: dollarsFromCents(balance.balance_cents),
    next_billing_date: billingDate,
    estimated_monthly_charge: next === null ? null : dollarsFromCents(next.totalCents),
    active_charges: next === null ? null : dollarsFromCents(next.chargesCents),
    adjustments: (next?.adjustments ?? []).map(({ kind, invoiceNumber, amountCents }) => ({
      kind,
      invoice_number: invoiceNumber,
      amount: dollarsFromCents(amountCents),
    })),
    projected_monthly_cost: dollarsFromCents(centsOf(charges)),
    includes_pending: dollarsFromCents(centsOf(pending)),
    total_active_sites: active.length,
    total_pending_sites: pending.length,
    total_readers: readersOf(active),
    total_pending_readers: readersOf(pending),
    pending_invoices: balance.pending_invoices,
    charges: charges.map((charge) => ({
      site_id: charge.site_id,
      site_name: charge.site_name,
      status: charge.status,
      readers: charge.readers,
      rate: dollarsFromCents(charge.rate_cents),
      charge: dollarsFromCents(charge.charge_cents),
      rate_source: charge.rate_source,
    })),
    announced_rates: announced.map(({ site_id, site_name, rate_cents, effective_from }) => ({
      site_id,
      site_name,
      rate: rate_cents === null ? null : dollarsFromCents(rate_cents),
      effective_from,
    })),
  };
}
