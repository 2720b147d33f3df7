import { Box } from '@mui/material';
import type {
  Account,
  Dispute,
  Invoice,
  InvoiceItem,
  Mail,
  MailStatus,
  MigrationRecord,
  Order,
  Payment,
  Site,
  SiteStatus as Status,
} from '@portal/contract';
import type { ReactNode } from 'react';
import { counted, dollarsText, NONE } from '../../shared/text.ts';
import { StatusBadge, type Tone } from '../../shared/ui/StatusBadge.tsx';

/** Several badges of a record in a row. */
export const Badges = ({ children }: { readonly children: ReactNode }) => (
  <Box
    component="span"
    sx={{
      display: 'inline-flex',
      flexWrap: 'wrap',
      gap: 0.5,
      alignItems: 'center',
      'td &': { flexWrap: 'nowrap' },
    }}
  >
    {children}
  </Box>
);

/** How a status looks, and what it is called. */
export type Look = readonly [Tone, string];

export const LookBadge = ({ look: [tone, label] }: { readonly look: Look }) => (
  <StatusBadge tone={tone}>{label}</StatusBadge>
);

/** Of a demo company, or paid with a test card: no real money moved (rule B24). */
export const DemoBadge = () => <StatusBadge tone="info">Demo</StatusBadge>;

/** Asked before an approval where no real money was taken (rule B24). */
export const TEST_MONEY =
  'This order was paid in test mode: no real money was charged. Approve it only if that is intended.';

const SITE_LOOK: Readonly<Record<Status, Look>> = {
  active: ['success', 'Active'],
  pending: ['warning', 'Pending'],
  inactive: ['neutral', 'Inactive'],
};

export const SiteStatus = ({ status }: { readonly status: Status }) => <LookBadge look={SITE_LOOK[status]} />;

const MIGRATION_LOOK: Readonly<Record<string, Look>> = {
  pending: ['warning', 'Pending'],
  approved: ['success', 'Approved'],
  deleted: ['neutral', 'Deleted'],
};

export const MigrationStatus = ({ migration: { status } }: { readonly migration: MigrationRecord }) => (
  <LookBadge look={MIGRATION_LOOK[status] ?? ['neutral', status]} />
);

const INVOICE_LOOK: Readonly<Record<Invoice['status'], Look>> = {
  pending: ['warning', 'Open'],
  paid: ['success', 'Paid'],
  written_off: ['neutral', 'Written off'],
  canceled: ['neutral', 'Canceled'],
  carried: ['neutral', 'Carried'],
};

/** `3 days overdue`. */
const overdueText = ({ days_overdue: days }: Pick<Invoice, 'days_overdue'>) =>
  days === 1 ? '1 day overdue' : `${days} days overdue`;

/** An invoice's status (S2-3), overdue days, refund, dispute and demo badge. */
export const InvoiceStatus = ({ invoice }: { readonly invoice: Invoice }) => (
  <Badges>
    <LookBadge look={invoice.is_overdue ? ['error', overdueText(invoice)] : INVOICE_LOOK[invoice.status]} />
    {invoice.is_refunded && <StatusBadge tone="neutral">Refunded</StatusBadge>}
    {invoice.dispute !== null && <LookBadge look={DISPUTE_LOOK[invoice.dispute]} />}
    {invoice.is_demo && <DemoBadge />}
  </Badges>
);

/** Disputes at a cardholder's bank. */
export const DISPUTE_LOOK: Readonly<Record<Payment['disputes'][number]['status'], Look>> = {
  inquiry: ['warning', 'Bank inquiry'],
  inquiry_closed: ['neutral', 'Inquiry closed'],
  open: ['error', 'Disputed'],
  won: ['success', 'Dispute won'],
  lost: ['error', 'Dispute lost'],
};

const ORDER_LOOK: Readonly<Record<Order['status'], Look>> = {
  unpaid: ['neutral', 'Unpaid'],
  paid: ['warning', 'Paid'],
  fulfilled: ['success', 'Fulfilled'],
  rejected: ['error', 'Rejected'],
};

/** An order's status, dispute and mode (rules B24, B43). */
export const OrderStatus = ({ order }: { readonly order: Order }) => (
  <Badges>
    <LookBadge look={ORDER_LOOK[order.status]} />
    {order.dispute !== null && <LookBadge look={DISPUTE_LOOK[order.dispute]} />}
    {order.test_mode && <DemoBadge />}
  </Badges>
);

/** What was ordered, in words. */
export function orderedText({ kind, entries }: Pick<Order, 'kind' | 'entries'>): string {
  const [first] = entries;
  if (kind === 'sites' && entries.length > 1) return `${entries.length} sites`;
  const what = kind === 'migration' ? 'Migration' : 'New site';
  return first === undefined ? what : `${what}: ${first.name}`;
}

const PAYMENT_LOOK: Readonly<Record<Payment['status'], Look>> = {
  started: ['neutral', 'Started'],
  declined: ['warning', 'Declined'],
  failed: ['error', 'Failed'],
  succeeded: ['success', 'Succeeded'],
  refunded: ['neutral', 'Refunded'],
  disputed: ['error', 'Disputed'],
};

/** A payment's status, unclaimed amount and mode (rule B24). */
export function PaymentStatus({ payment }: { readonly payment: Payment }) {
  const isDecided = payment.disputes.every(({ status }) => status !== 'open');
  const look = payment.status === 'disputed' && isDecided ? DISPUTE_LOOK.lost : PAYMENT_LOOK[payment.status];
  return (
    <Badges>
      <LookBadge look={look} />
      {payment.disputes.some(({ status }) => status === 'inquiry') && (
        <LookBadge look={DISPUTE_LOOK.inquiry} />
      )}
      {payment.unclaimed_amount > 0 && (
        <StatusBadge tone="warning">{`${dollarsText(payment.unclaimed_amount)} unallocated`}</StatusBadge>
      )}
      {payment.test_mode && <DemoBadge />}
    </Badges>
  );
}

/** A site's status and pending requests. */
export const SiteStanding = ({ site }: { readonly site: Site }) => (
  <Badges>
    <SiteStatus status={site.status} />
    {typeof site.requested_readers === 'string' && (
      <StatusBadge tone="warning">{`Asks for ${counted(site.requested_readers, 'reader')}`}</StatusBadge>
    )}
    {site.panels_raised === true && <StatusBadge tone="warning">Panels raised</StatusBadge>}
  </Badges>
);

/** Whether a company is demo or live (rule B24). */
export const AccountMode = ({ company }: { readonly company: Account }) =>
  company.is_demo_account ? <DemoBadge /> : <StatusBadge tone="success">Live</StatusBadge>;

/** The states of a mail, explained to administrators. */
export const MAIL_STATES: Readonly<
  Record<MailStatus, { readonly label: string; readonly tone: Tone; readonly means: string }>
> = {
  queued: { label: 'Queued', tone: 'info', means: 'Waiting for the next attempt.' },
  kept: { label: 'Not sent', tone: 'warning', means: 'No mail server is set up; it can only be read here.' },
  sent: { label: 'Sent', tone: 'success', means: 'Accepted by the mail server.' },
  dead: { label: 'Failed', tone: 'error', means: 'Failed after too many attempts.' },
};

/** What the state of this mail means. */
export const meaningOf = ({ status, is_secret }: Mail) =>
  status === 'kept' && is_secret ? 'No mail server is set up; it was not sent.' : MAIL_STATES[status].means;

export function MailStanding({ status }: { readonly status: MailStatus }) {
  const { label, tone } = MAIL_STATES[status];
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
}

const DISPUTE_OUTCOMES: Readonly<Record<NonNullable<Dispute['outcome']>, string>> = {
  explained: 'Explained',
  reissued: 'Reissued',
  refunded: 'Refunded',
  credited: 'Credited',
  withdrawn: 'Withdrawn',
};

/** Open, or how it ended. */
export const standingOf = ({ status, outcome }: Dispute): string =>
  status === 'open' || outcome === null ? 'Open' : DISPUTE_OUTCOMES[outcome];

export function DisputeStanding({ dispute }: { readonly dispute: Dispute }) {
  const tone = dispute.status === 'open' ? 'warning' : 'success';
  return <StatusBadge tone={tone}>{standingOf(dispute)}</StatusBadge>;
}

const PAID_BY: Readonly<Record<NonNullable<Invoice['payment_kind']>, string>> = {
  card: 'Card',
  check: 'Check',
  ach: 'ACH',
  none: 'Nothing to pay',
};

/** How an invoice was paid; one with an amount and without a payment was paid by account credit. */
export function paidBy({ payment_kind: kind, total_amount }: Pick<Invoice, 'payment_kind' | 'total_amount'>) {
  if (kind === null) return NONE;
  return kind === 'none' && total_amount > 0 ? 'Account credit' : PAID_BY[kind];
}

/** Where the rate of an invoice line comes from. */
export const RATE_SOURCES: Readonly<Record<NonNullable<InvoiceItem['rate_source']>, string>> = {
  custom: 'Custom rate',
  promotional: 'Promotional rate',
  account: 'Default rate',
  system: 'System rate',
  corrected: 'Corrected rate',
  line: 'Added line',
};
