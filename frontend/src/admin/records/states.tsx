import { Box, Chip } from '@mui/material';
import type { Invoice, MigrationRecord, Order, Payment, SiteStatus as Status } from '@portal/contract';
import { StatusBadge, type Tone } from '../../shared/ui/StatusBadge.tsx';
import { showDollars } from '../format.ts';

/** No real money moved (decisions B24). */
export function TestMode() {
  return <StatusBadge tone="warning">Test mode</StatusBadge>;
}

/** A demo company's, which pays with test cards (decisions B24). */
export function DemoBadge() {
  return <StatusBadge tone="neutral">Demo</StatusBadge>;
}

/** Asked before an approval where no real money was taken (decisions B24). */
export const TEST_MONEY =
  'This order was paid in test mode: no real money was taken. Approve it only if you mean to.';

const SITE_LOOK = {
  active: { label: 'Active', tone: 'success' },
  pending: { label: 'Pending', tone: 'warning' },
  inactive: { label: 'Inactive', tone: 'default' },
} as const;

/** A site's status as a word on its colour; the word alone carries the meaning. */
export function SiteStatus({ status }: { readonly status: Status }) {
  const { label, tone } = SITE_LOOK[status];
  return (
    <Chip
      size="small"
      label={label}
      sx={
        tone === 'default'
          ? { bgcolor: 'action.selected', color: 'text.primary' }
          : { bgcolor: `${tone}.light`, color: `${tone}.main`, fontWeight: 600 }
      }
    />
  );
}

const MIGRATION_LOOK: Readonly<Record<string, readonly [Tone, string]>> = {
  pending: ['warning', 'Pending'],
  approved: ['success', 'Approved'],
  deleted: ['neutral', 'Deleted'],
};

/** A migration's status as a word on its colour; the word alone carries the meaning. */
export function MigrationStatus({ migration }: { readonly migration: Pick<MigrationRecord, 'status'> }) {
  const [tone, label] = MIGRATION_LOOK[migration.status] ?? ['neutral', migration.status];
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
}

const INVOICE_LOOK: Readonly<Record<Invoice['status'], readonly [Tone, string]>> = {
  pending: ['warning', 'Open'],
  paid: ['success', 'Paid'],
  canceled: ['neutral', 'Canceled'],
  carried: ['neutral', 'Carried'],
};

/** `3 days overdue`. */
export const overdueText = ({ days_overdue: days }: Pick<Invoice, 'days_overdue'>) =>
  days === 1 ? '1 day overdue' : `${days} days overdue`;

/** How an invoice stands: Open, Paid, Canceled (spec 2, section 3), overdue, and a demo company's. */
export function InvoiceStatus({ invoice }: { readonly invoice: Invoice }) {
  const [tone, label] = INVOICE_LOOK[invoice.status];
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 0.5 }}>
      {invoice.is_overdue ? (
        <StatusBadge tone="error">{overdueText(invoice)}</StatusBadge>
      ) : (
        <StatusBadge tone={tone}>{label}</StatusBadge>
      )}
      {invoice.is_demo && <DemoBadge />}
    </Box>
  );
}

const ORDER_LOOK: Readonly<Record<Order['status'], readonly [Tone, string]>> = {
  unpaid: ['neutral', 'Unpaid'],
  paid: ['warning', 'Paid'],
  fulfilled: ['success', 'Fulfilled'],
  rejected: ['error', 'Rejected'],
};

/** How an order stands, and whether test money paid it (decisions B24). */
export function OrderStatus({ order }: { readonly order: Order }) {
  const [tone, label] = ORDER_LOOK[order.status];
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 0.5 }}>
      <StatusBadge tone={tone}>{label}</StatusBadge>
      {order.test_mode && <TestMode />}
    </Box>
  );
}

/** What was ordered, in words. */
export function orderedText({ kind, entries }: Pick<Order, 'kind' | 'entries'>): string {
  const [first] = entries;
  if (kind === 'sites' && entries.length > 1) return `${entries.length} sites`;
  const what = kind === 'migration' ? 'Migration' : 'New site';
  return first === undefined ? what : `${what}: ${first.name}`;
}

const PAYMENT_LOOK: Readonly<Record<Payment['status'], readonly [Tone, string]>> = {
  started: ['neutral', 'Started'],
  declined: ['warning', 'Declined'],
  failed: ['error', 'Failed'],
  succeeded: ['success', 'Succeeded'],
  refunded: ['neutral', 'Refunded'],
  disputed: ['error', 'Disputed'],
};

/** How an attempt to pay stands; money that nothing claimed; whether it was real money (decisions B24). */
export function PaymentStatus({ payment }: { readonly payment: Payment }) {
  const [tone, label] = PAYMENT_LOOK[payment.status];
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 0.5 }}>
      <StatusBadge tone={tone}>{label}</StatusBadge>
      {payment.unclaimed_amount > 0 && (
        <StatusBadge tone="warning">{`${showDollars(payment.unclaimed_amount)} unclaimed`}</StatusBadge>
      )}
      {payment.test_mode && <TestMode />}
    </Box>
  );
}
