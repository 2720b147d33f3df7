import { Box, Typography } from '@mui/material';
import { creditNotesOf, type InvoiceDetail, paths, paymentNotesOf, refundNotesOf } from '@portal/contract';
import { useCreatePath } from 'react-admin';
import { DifferencesPanel } from '../../../parts/invoice/DifferencesPanel.tsx';
import { CreditNoteLine } from '../../../parts/invoice/items.tsx';
import { dollarsText, formatMonth, NONE, showDate, showPlace } from '../../../shared/text.ts';
import { Timeline } from '../../kit/History.tsx';
import { PdfButton } from '../../kit/parts.tsx';
import { ReplayPanel } from '../../kit/Replay.tsx';
import { CompanyName, linkFact, someFact } from '../../records/links.tsx';
import { InvoiceStatus, paidBy } from '../../records/states.tsx';
import { Show } from '../../ui/Show.tsx';
import { SimpleShowLayout, Tab, TabbedShowLayout } from '../../ui/TabbedShowLayout.tsx';
import { Notes, PinnedNotes, useNotes } from '../notes/parts.tsx';
import InvoiceTools from './InvoiceTools.tsx';
import { InvoiceItems } from './Items.tsx';

/** The list's rows have no lines: a key of its own keeps them out of this read. */
const WITH_LINES = { meta: { detail: true } };

/** An invoice with its items, history and actions. */
export default function InvoiceShow() {
  return (
    <Show<InvoiceDetail>
      queryOptions={WITH_LINES}
      noun="invoice"
      lead={(invoice) => (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          <InvoiceStatus invoice={invoice} />
          <Typography component="span">{formatMonth(invoice.period)}</Typography>
        </Box>
      )}
      actions={(invoice) => (
        <PdfButton label="Download PDF" href={paths.admin.invoicePdf(invoice.id)} variant="outlined" />
      )}
    >
      {(invoice) => <Parts invoice={invoice} />}
    </Show>
  );
}

function Parts({ invoice }: { readonly invoice: InvoiceDetail }) {
  const createPath = useCreatePath();
  const { total: notes } = useNotes({ about: 'invoice', id: invoice.id });
  return (
    <>
      {/* a printed invoice may go to the dealer, who never sees notes */}
      <div className="no-print">
        <PinnedNotes about="invoice" id={invoice.id} />
      </div>
      <InvoiceTools invoice={invoice} />
      <TabbedShowLayout label="Parts of this invoice">
        <Tab label="Invoice" path="details">
          <SimpleShowLayout facts={[...headOf(invoice), ...moneyOf(invoice), ...linksOf(invoice)]}>
            <Box className="no-print" sx={{ mt: 3 }}>
              <DifferencesPanel
                path={paths.invoiceDifferences(invoice.id)}
                what="invoice"
                linkTo={(id) => createPath({ resource: 'invoices', type: 'show', id })}
              />
            </Box>
            <InvoiceItems invoice={invoice} />
          </SimpleShowLayout>
        </Tab>
        <Tab label="Replay" path="replay">
          <Box sx={{ p: { xs: 2, sm: 3 } }}>
            <ReplayPanel invoiceId={invoice.id} />
          </Box>
        </Tab>
        <Tab label="Notes" path="notes" count={notes}>
          <Notes about="invoice" id={invoice.id} />
        </Tab>
        <Tab label="History" path="history">
          <Timeline kind="invoice" id={invoice.id} />
        </Tab>
      </TabbedShowLayout>
    </>
  );
}

const NOT_AVAILABLE = 'N/A';

function headOf(invoice: InvoiceDetail) {
  const { account_id, user, invoice_date, due_date, next_try_on: next } = invoice;
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
    { label: 'Invoice date', value: showDate(invoice_date) },
    { label: 'Due date', value: showDate(due_date) },
    ...someFact('Automatic payment', next && `Next try on ${showDate(next)}`),
  ];
}

function moneyOf(invoice: InvoiceDetail) {
  const { status, total_amount, payment_date, payment_reference, refunds, credited_amount } = invoice;
  const { credit_spent_amount: spent, credit_moves, payments, unused_credit_amount: unused } = invoice;
  // a single full payment shows as day and method
  const [only] = payments;
  const isPaid = status === 'paid';
  const isSimple =
    isPaid &&
    payments.length <= 1 &&
    (only?.amount ?? 0) <= total_amount &&
    (only?.receipt?.invoice_numbers.length ?? 1) === 1 &&
    (invoice.payment_moves ?? []).length === 0;
  return [
    { label: 'Total', value: dollarsText(total_amount) },
    ...someFact('Paid on', isPaid && showDate(payment_date)),
    ...someFact('Paid by', isPaid && [paidBy(invoice), payment_reference].filter(Boolean).join(', ')),
    ...someFact('Payments', !isSimple && payments.length > 0 && paymentNotesOf(invoice).join('\n')),
    ...(credit_moves.length > 0
      ? someFact('Account credit', creditNotesOf(invoice).join('\n'))
      : someFact('Settled by credit', spent !== 0 && dollarsText(spent))),
    ...someFact('Refunds', refunds.length > 0 && refundNotesOf(invoice).join('\n')),
    ...creditNotesFact(invoice),
    ...someFact('Written off', writeOffsOf(invoice)),
    ...someFact('Credited', credited_amount !== 0 && dollarsText(credited_amount)),
    ...someFact('Unused credit', unused !== 0 && dollarsText(unused)),
  ];
}

function creditNotesFact({ credit_notes: notes = [] }: InvoiceDetail) {
  if (notes.length === 0) return [];
  const value = notes.map((note) => (
    <div key={note.id}>
      <CreditNoteLine note={note} asAdmin />
    </div>
  ));
  return [{ label: 'Credit notes', value }];
}

/** `Nov 28, 2026 by Ann Doe: $38.00. The company closed` */
const writeOffsOf = ({ write_offs = [] }: InvoiceDetail) =>
  write_offs
    .map(({ amount, on, by, reason }) => {
      const what = amount > 0 ? dollarsText(amount) : `${dollarsText(-amount)} taken back`;
      return `${showDate(on)} by ${by}: ${what}. ${reason}`;
    })
    .join('\n');

const linksOf = ({ replaces, replaced_by, carried_to, proof }: InvoiceDetail) => [
  ...linkFact('Replaces', 'invoices', replaces, 'Open that invoice'),
  ...linkFact('Replaced by', 'invoices', replaced_by, 'Open that invoice'),
  ...linkFact('Carried to', 'invoices', carried_to, 'Open that invoice'),
  {
    label: 'Based on event',
    value: proof === null || proof === undefined ? NONE : `#${proof.cut_seq.toLocaleString('en-US')}`,
  },
];
