import type { AccountRateFacts } from '@portal/domain';
import { integer, json, text } from '../runtime/columns.ts';
import { defineTable } from '../runtime/table.ts';
import { type MonthlyStep, monthlySteps } from './monthlySteps.ts';
import type { SiteBillingFacts } from './siteBillingFacts.ts';

/**
 * One row an account: the billing facts of its sites and what they come to on any billing day, as steps. A
 * total depends on the day it is judged on (promotions end, announced rates begin), and a projection has no
 * clock; but it changes on few days, all known from the facts. So a list finds an account's projected invoice
 * by one look-up, and the same pure `rateFor` prices it as prices an invoice.
 */
export const projectedInvoicesTable = defineTable({
  name: 'projected_invoices',
  key: 'account_id',
  columns: {
    account_id: text,
    rates: json<AccountRateFacts>(),
    sites: json<Readonly<Record<string, SiteBillingFacts>>>(),
    active_sites: integer,
    active_readers: integer,
    pending_sites: integer,
    pending_readers: integer,
    /** From the earliest day on; each holds until the next one's day. */
    steps: json<readonly MonthlyStep[]>(),
  },
  derive: (row) => {
    const all = Object.values(row.sites);
    const active = all.filter(({ status }) => status === 'active');
    const pending = all.filter(({ status }) => status === 'pending');
    return {
      ...row,
      active_sites: active.length,
      active_readers: readersOf(active),
      pending_sites: pending.length,
      pending_readers: readersOf(pending),
      steps: monthlySteps(row.rates, active, pending),
    };
  },
});

const readersOf = (sites: readonly SiteBillingFacts[]) =>
  sites.reduce((sum, { readers }) => sum + readers, 0);
