import type { BillingPreview } from '@portal/contract';
import { dollarsFromCents } from '@portal/domain/values';
import { type Charges, type Difference, differenceText } from './differences.ts';
import type { Preview } from './preview.ts';

/** Most differences of an account in an answer. */
const MAX_DIFFERENCES = 100;

export const toBillingPreview = (preview: Preview): BillingPreview => ({
  period: preview.period,
  cut_off: preview.cutOff,
  cut_off_text: preview.cutOffText,
  total: dollarsFromCents(preview.totalCents),
  last_month_total: dollarsFromCents(preview.lastMonthCents),
  accounts: preview.accounts.map((account) => ({
    account_id: account.accountId,
    company_name: account.companyName,
    is_demo: account.isDemo,
    outcome: account.outcome,
    skipped_because: account.skippedBecause,
    total: dollarsFromCents(account.totalCents),
    last_month_total: dollarsFromCents(account.lastMonthCents),
    differences: firstOf(account.differences),
    lines: linesOf(account),
  })),
});

/** The first differences in words, and the number of others. */
function firstOf(differences: readonly Difference[]): string[] {
  const shown = differences.slice(0, MAX_DIFFERENCES).map(differenceText);
  const more = differences.length - shown.length;
  return more === 0 ? shown : [...shown, `${more.toLocaleString('en-US')} more differences`];
}

const linesOf = ({ lines, adjustments }: Charges): BillingPreview['accounts'][number]['lines'] => [
  ...lines.map(({ siteId, name, readers, rateCents, amountCents, source, tax }) => ({
    site_id: siteId,
    name,
    readers,
    rate: dollarsFromCents(rateCents),
    amount: dollarsFromCents(amountCents),
    source: tax === undefined ? source : null,
  })),
  ...adjustments.map(({ kind, invoiceNumber, amountCents }) => ({
    site_id: null,
    name: kind === 'credit' ? `Credit of ${invoiceNumber}` : `Carried over from ${invoiceNumber}`,
    readers: 0,
    rate: 0,
    amount: dollarsFromCents(amountCents),
    source: null,
  })),
];
