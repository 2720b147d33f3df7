import type { AccountRateFacts } from '@portal/domain';
import { integer, json, text } from '../runtime/columns.ts';
import { defineTable } from '../runtime/table.ts';
import type { SiteBillingFacts } from './monthlySteps.ts';
import { type MonthlyStep, monthlySteps } from './monthlySteps.ts';

/**
 * One row per account: the billing facts of its sites and their total on any billing day, as steps. The total depends on
 * the day (promotions end, announced rates begin) and a projection has no clock, but it changes on few days, all known
 * from the facts. So a list needs one look-up, and `rateFor` prices projected and issued invoices.
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
    /** By day; each holds until the next one. */
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
