import type { Overview } from '@portal/contract';
import { addDays } from '@portal/domain/values';
import { today } from '../../shared/today.ts';

interface WaitingKind {
  readonly key: keyof Overview['waiting'];
  readonly label: string;
  /** The list it stands in, and how it is filtered there. */
  readonly list: { readonly resource: string; readonly filter?: Readonly<Record<string, unknown>> };
}

/** What the overview counts as gone wrong lately: payments of the last 7 days. */
const DAYS_OF_FAILED_PAYMENTS = 7;

/** What can wait for an administrator, with the list that shows it. */
export const waitingKinds = (): readonly WaitingKind[] => [
  { key: 'dealers', label: 'Pending dealers', list: { resource: 'users', filter: { is_approved: false } } },
  { key: 'sites', label: 'Pending sites', list: { resource: 'sites', filter: { status: 'pending' } } },
  {
    key: 'migrations',
    label: 'Pending migrations',
    list: { resource: 'migrations', filter: { status: 'pending' } },
  },
  {
    key: 'reader_changes',
    label: 'Reader requests',
    list: { resource: 'sites', filter: { reader_change_requested: true } },
  },
  { key: 'messages', label: 'Open messages', list: { resource: 'contacts', filter: { status: 'open' } } },
  {
    key: 'overdue_invoices',
    label: 'Overdue invoices',
    list: { resource: 'invoices', filter: { is_overdue: true } },
  },
  {
    key: 'failed_payments',
    label: 'Failed payments',
    list: {
      resource: 'payments',
      filter: { status: ['declined', 'failed'], created_at_gte: addDays(today(), -DAYS_OF_FAILED_PAYMENTS) },
    },
  },
  {
    key: 'disputes',
    label: 'Disputed payments',
    list: { resource: 'payments', filter: { status: 'disputed' } },
  },
  {
    key: 'unclaimed_payments',
    label: 'Unclaimed payments',
    list: { resource: 'payments', filter: { unclaimed: true } },
  },
  { key: 'parked', label: 'Accounts set aside', list: { resource: 'system' } },
];
