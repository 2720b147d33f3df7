import { Box, Button, Link, Paper, Typography } from '@mui/material';
import {
  correctionsOf,
  creditNotesOf,
  disputeNoteOf,
  howToPay,
  type InvoiceDetail,
  type InvoiceItem,
  paymentNotesOf,
  refundNotesOf,
  siteNameOf,
} from '@portal/contract';
import { centsFromDollars, INVOICE_DUE_DAYS, MIN_CARD_CHARGE_CENTS } from '@portal/domain/values';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { InvoiceStatus } from '../../parts/invoice/InvoiceStatus.tsx';
import { CorrectionText, CreditNoteLine } from '../../parts/invoice/items.tsx';
import { useInvoice } from '../../parts/invoice/reads.ts';
import { company } from '../../shared/company.ts';
import { dateText, dollarsText, showDate } from '../../shared/text.ts';
import { FigureRows } from './Figures.tsx';
import { InvoiceItems } from './InvoiceItems.tsx';

const MISSING = 'N/A';

/** `City, ST 12345` with N/A for missing parts; one N/A if all are missing. */
function placeOf({ city, state, zip }: NonNullable<InvoiceDetail['user']>): string {
  if (!city && !state && !zip) return MISSING;
  return `${city || MISSING}, ${state || MISSING} ${zip || MISSING}`;
}

/** The recipient as it was issued; N/A for missing values (S2-2-invoice). */
function BillTo({ user }: { readonly user: InvoiceDetail['user'] }) {
  const lines = [
    ['Company', user?.company || MISSING],
    ['Name', user?.name || MISSING],
    ['Address', user?.address || MISSING],
    ['City, state, ZIP', user ? placeOf(user) : MISSING],
    ['Email', user?.email || MISSING],
  ] as const;
  return (
    <div>
      <Typography variant="h2" sx={{ mb: 1 }}>
        Bill To
      </Typography>
      <Box component="dl" sx={{ m: 0, overflowWrap: 'anywhere' }}>
        {lines.map(([label, value], index) => (
          <div key={label}>
            <Box component="dt" sx={{ position: 'absolute', clipPath: 'inset(50%)' }}>
              {label}
            </Box>
            <Box component="dd" sx={{ m: 0, fontWeight: index === 0 ? 600 : 400 }}>
              {value}
            </Box>
          </div>
        ))}
      </Box>
    </div>
  );
}

/** The sender, for print; on screen the header names it. */
function Letterhead() {
  const lines = [company.address, company.phone, company.email].filter(Boolean);
  return (
    <Box className="print-only" sx={{ display: 'none', mb: 3 }}>
      <strong>{company.name}</strong>
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </Box>
  );
}

interface InvoicePaperProps {
  readonly invoice: InvoiceDetail;
  readonly asAdmin: boolean;
  readonly onPay: () => void;
  /** What can be done about a line that has a rate. */
  readonly lineAction: (line: InvoiceItem) => ReactNode;
}

/** The invoice as it was issued, with notes on later changes (S2-2-invoice). */
export function InvoicePaper({ invoice, asAdmin, onPay, lineAction }: InvoicePaperProps) {
  const payable = invoice.can_pay && !asAdmin;
  const disputeNote = disputeNoteOf(invoice);
  return (
    <Paper variant="outlined" component="article" aria-label="Invoice" sx={{ py: 3 }} className="invoice">
      <Box className="invoice-part" sx={{ px: { xs: 2, sm: 3 } }}>
        <Letterhead />
        <Box
          sx={{
            display: 'grid',
            gap: 3,
            mb: 3,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
          }}
        >
          <BillTo user={invoice.user} />
          {/* first on a phone, whose screen it fills */}
          <Box sx={{ display: 'grid', gap: 1.5, alignContent: 'start', order: { xs: -1, sm: 0 } }}>
            <div>
              <InvoiceStatus invoice={invoice} dated />
              {disputeNote !== null && <Typography sx={{ mt: 0.75 }}>{disputeNote}</Typography>}
              {invoice.replaced_by !== null && (
                <Typography sx={{ mt: 0.75 }}>
                  This invoice was replaced by <InvoiceLink id={invoice.replaced_by} asAdmin={asAdmin} />.
                </Typography>
              )}
            </div>
            <Box
              className="no-print"
              sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 2 }}
            >
              <Typography component="p" sx={{ fontSize: '1.5rem', fontWeight: 650 }}>
                {dollarsText(invoice.status === 'pending' ? invoice.open_amount : invoice.total_amount)}
              </Typography>
              {payable && (
                <Button variant="contained" size="large" onClick={onPay}>
                  Pay Now
                </Button>
              )}
            </Box>
            <FigureRows
              figures={[
                { label: 'Invoice date', value: dateText(invoice.invoice_date) },
                { label: 'Due date', value: dateText(invoice.due_date) },
                ...(invoice.po_number === undefined
                  ? []
                  : [{ label: 'PO number', value: invoice.po_number }]),
                { label: 'Site', value: siteNameOf(invoice) ?? MISSING },
              ]}
            />
          </Box>
        </Box>
      </Box>
      <InvoiceItems invoice={invoice} lineAction={lineAction} />
      <Box className="invoice-part" sx={{ px: { xs: 2, sm: 3 } }}>
        <InvoiceNotes invoice={invoice} asAdmin={asAdmin} />
        <Typography variant="h3" component="h2" sx={{ mt: 3 }}>
          Payment Terms
        </Typography>
        <Typography color="text.secondary">
          Payment is due within {INVOICE_DUE_DAYS} days of the invoice date.
        </Typography>
        {howToPay(invoice, company).map((way) => (
          <Typography key={way} color="text.secondary">
            {way}
          </Typography>
        ))}
      </Box>
    </Paper>
  );
}

/** Another invoice by its number, which is read first. */
function InvoiceLink({ id, asAdmin }: { readonly id: string; readonly asAdmin: boolean }) {
  const { data } = useInvoice(id, asAdmin);
  return (
    <Link component={RouterLink} to={`/invoicing/${encodeURIComponent(id)}`} sx={{ whiteSpace: 'nowrap' }}>
      {data?.invoice_number ?? 'another invoice'}
    </Link>
  );
}

const TOO_SMALL =
  'This amount is too small to be paid by card. It is carried over to your next invoice; no action is needed.';

/** Open, and below the card provider's minimum (rule B17). */
function isTooSmall({ status, open_amount }: InvoiceDetail): boolean {
  return status === 'pending' && centsFromDollars(open_amount) < MIN_CARD_CHARGE_CENTS;
}

interface InvoiceNotesProps {
  readonly invoice: InvoiceDetail;
  readonly asAdmin: boolean;
}

/** Payments, corrections, refunds and credits of the invoice, and related invoices; nothing without any. */
function InvoiceNotes({ invoice, asAdmin }: InvoiceNotesProps) {
  const linked = (words: string, id: string | null) =>
    id !== null && (
      <>
        {words} <InvoiceLink id={id} asAdmin={asAdmin} />.
      </>
    );
  const amount = (dollars: number, words: string) => dollars > 0 && `${dollarsText(dollars)} ${words}`;
  const notes: readonly ReactNode[] = [
    ...paymentNotesOf(invoice),
    invoice.next_try_on !== undefined &&
      `The automatic payment was declined. Next try on ${showDate(invoice.next_try_on)}.`,
    amount(
      invoice.credit_to_repay_amount,
      'of account credit came of a payment that was taken back after the credit was used or paid out, so it is open here again.',
    ),
    ...creditNotesOf(invoice),
    // biome-ignore lint/correctness/useJsxKeyInIterable: notes have keys below
    ...correctionsOf(invoice, null).map((correction) => <CorrectionText {...correction} />),
    linked('This invoice replaces', invoice.replaces),
    linked('Too small to be paid by card, it was carried over to', invoice.carried_to),
    isTooSmall(invoice) && TOO_SMALL,
    ...refundNotesOf(invoice),
    amount(invoice.credited_amount, 'was credited: it pays open invoices, then the next ones.'),
    ...(invoice.credit_notes ?? []).map((note) => (
      <>
        Credit note <CreditNoteLine note={note} asAdmin={asAdmin} />
      </>
    )),
  ].filter(Boolean);
  if (notes.length === 0) return null;
  return (
    <Box component="ul" aria-label="Notes" sx={{ m: 0, mt: 2.5, pl: 2.5, display: 'grid', gap: 0.75 }}>
      {notes.map((note, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: notes hold no state
        <li key={index}>{note}</li>
      ))}
    </Box>
  );
}
