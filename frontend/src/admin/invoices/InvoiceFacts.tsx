import { type InvoiceDetail, paymentNotesOf } from '@portal/contract';
import { NONE, showDate, showDollars, showPlace } from '../format.ts';
import { Facts } from '../kit/Facts.tsx';
import { CompanyName, RecordLink } from '../records/links.tsx';
import { paidBy } from './columns.tsx';

const NOT_AVAILABLE = 'N/A';

/** Whom an invoice is for, its days and amounts, and how it was paid. */
export function InvoiceFacts({ invoice }: { readonly invoice: InvoiceDetail }) {
  return <Facts facts={[...headOf(invoice), ...moneyOf(invoice), ...linksOf(invoice)]} />;
}

function headOf({ account_id, user, invoice_date, due_date }: InvoiceDetail) {
  const shown = (text: string | null | undefined) => text || NOT_AVAILABLE;
  return [
    { label: 'Company', value: <CompanyName id={account_id} /> },
    {
      label: 'Bill To',
      value: [
        shown(user?.company),
        shown(user?.name),
        shown(user?.address),
        user === null ? NOT_AVAILABLE : showPlace(user.city ?? '', user.state ?? '', user.zip ?? ''),
        shown(user?.email),
      ].join('\n'),
    },
    { label: 'Invoice Date', value: showDate(invoice_date) },
    { label: 'Due Date', value: showDate(due_date) },
  ];
}

function moneyOf(invoice: InvoiceDetail) {
  const { status, total_amount, payment_date, payment_reference, refunds, credited_amount } = invoice;
  const { credit_spent_amount: spent, payments } = invoice;
  // one that paid it whole is told of by day and means
  const [only] = payments;
  const isSimple = status === 'paid' && payments.length <= 1 && (only?.amount ?? 0) <= total_amount;
  return [
    { label: 'Total', value: showDollars(total_amount) },
    ...(status === 'paid'
      ? [
          { label: 'Paid on', value: showDate(payment_date) },
          {
            label: 'Paid by',
            value: [paidBy(invoice), payment_reference].filter(Boolean).join(', '),
          },
        ]
      : []),
    ...(isSimple || payments.length === 0
      ? []
      : [{ label: 'Payments', value: paymentNotesOf(invoice).join('\n') }]),
    ...(spent === 0 ? [] : [{ label: 'Settled by credit', value: showDollars(spent) }]),
    ...(refunds.length === 0
      ? []
      : [
          {
            label: 'Refunds',
            value: refunds.map(({ amount, status: how }) => `${showDollars(amount)} ${how}`).join('\n'),
          },
        ]),
    ...(credited_amount === 0 ? [] : [{ label: 'Credited', value: showDollars(credited_amount) }]),
  ];
}

function linksOf({ replaces, replaced_by, carried_to, proof }: InvoiceDetail) {
  const other = (label: string, id: string | null) =>
    id === null
      ? []
      : [
          {
            label,
            value: (
              <RecordLink resource="invoices" id={id}>
                Open that invoice
              </RecordLink>
            ),
          },
        ];
  return [
    ...other('Replaces', replaces),
    ...other('Replaced by', replaced_by),
    ...other('Carried to', carried_to),
    {
      label: 'Made from event',
      value: proof === null || proof === undefined ? NONE : `No. ${proof.cut_seq.toLocaleString('en-US')}`,
    },
  ];
}
