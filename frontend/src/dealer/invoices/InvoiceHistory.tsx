import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { Invoice } from '@portal/contract';
import { centsFromDollars, formatDollars, INVOICE_PAGE_SIZE, sumCents } from '@portal/domain/values';
import { lazy, Suspense, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { InvoiceCards } from '../../parts/invoice/InvoiceCards.tsx';
import { InvoiceTable } from '../../parts/invoice/InvoiceTable.tsx';
import { CheckBox } from '../../shared/form/CheckBox.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { Section } from '../../shared/ui/Section.tsx';
import { type Selection, useSelection } from './useSelection.ts';

interface SelectInvoiceProps {
  readonly invoice: Invoice;
  readonly selection: Selection;
}

/** Chooses an invoice to be paid with others; nothing where it can't be paid. */
function SelectInvoice({ invoice, selection }: SelectInvoiceProps) {
  if (!invoice.can_pay) return null;
  return (
    <CheckBox
      type="checkbox"
      aria-label={`Select ${invoice.invoice_number}`}
      checked={selection.has(invoice.id)}
      onChange={() => selection.toggle(invoice.id)}
      sx={{ display: 'block' }}
    />
  );
}

/** View, and Pay Now where it can be paid. */
function InvoiceActions({ invoice }: { readonly invoice: Invoice }) {
  const { id, invoice_number: number } = invoice;
  return (
    <Box sx={{ display: 'flex', gap: 1, '& > a': { whiteSpace: 'nowrap' } }}>
      <Button
        component={Link}
        to={`/invoicing/${encodeURIComponent(id)}`}
        size="small"
        variant="outlined"
        aria-label={`View ${number}`}
      >
        View
      </Button>
      {invoice.can_pay && (
        <Button
          component={Link}
          to={`/invoices/${encodeURIComponent(id)}/pay`}
          size="small"
          variant="contained"
          aria-label={`Pay Now ${number}`}
        >
          Pay Now
        </Button>
      )}
    </Box>
  );
}

const PayDialog = lazy(() => import('./PayDialog.tsx'));

/** What the chosen invoices come to, and the way to pay them with one payment; nothing while none is chosen. */
function PaySelected({ selection }: { readonly selection: Selection }) {
  const [paying, setPaying] = useState<readonly Invoice[] | null>(null);
  const { chosen } = selection;
  const total = sumCents(chosen.map(({ open_amount }) => centsFromDollars(open_amount)));
  const words = chosen.length === 1 ? '1 invoice' : `${chosen.length} invoices`;
  return (
    <>
      {chosen.length > 0 && (
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            gap: 1.5,
            px: { xs: 2, sm: 3 },
            py: 1.5,
            bgcolor: 'primary.light',
          }}
        >
          <Typography role="status" sx={{ mr: 'auto', fontWeight: 600 }}>
            {words} selected, {formatDollars(total)}
          </Typography>
          <Button size="small" onClick={selection.clear}>
            Clear
          </Button>
          <Button size="small" variant="contained" onClick={() => setPaying(chosen)}>
            Pay selected
          </Button>
        </Box>
      )}
      <Suspense>
        {paying && (
          <PayDialog
            invoices={selection.latest(paying)}
            onClose={() => setPaying(null)}
            onPaid={() => {
              setPaying(null);
              selection.clear();
            }}
          />
        )}
      </Suspense>
    </>
  );
}

/** The page in the address, from 1; the nearest there is. */
function pageIn(text: string | null, pages: number): number {
  const page = /^\d{1,6}$/.test(text ?? '') ? Number(text) : 1;
  return Math.min(Math.max(page, 1), pages);
}

/** The company's invoices, ten a page; those that can be paid may be paid together (S2-2-invoicing). */
export function InvoiceHistory({ invoices }: { readonly invoices: readonly Invoice[] }) {
  const [query, setQuery] = useSearchParams();
  const selection = useSelection(invoices);
  const narrow = useMediaQuery(useTheme().breakpoints.down('lg'));
  if (invoices.length === 0) {
    return (
      <Section title="Invoice History">
        <EmptyState text="No invoices found" />
      </Section>
    );
  }
  const pages = Math.ceil(invoices.length / INVOICE_PAGE_SIZE);
  const page = pageIn(query.get('page'), pages);
  const first = (page - 1) * INVOICE_PAGE_SIZE;
  const shown = invoices.slice(first, first + INVOICE_PAGE_SIZE);
  const rows = {
    invoices: shown,
    before: (invoice: Invoice) => <SelectInvoice invoice={invoice} selection={selection} />,
    actions: (invoice: Invoice) => <InvoiceActions invoice={invoice} />,
  };
  const goTo = (next: number) => setQuery({ page: String(next) }, { replace: true });
  return (
    <Section title="Invoice History" flush>
      {narrow ? <InvoiceCards label="Invoices" {...rows} /> : <InvoiceTable {...rows} />}
      <PaySelected selection={selection} />
      <Box
        component="nav"
        aria-label="Pages of invoices"
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: 1.5,
          px: { xs: 2, sm: 3 },
          py: 2,
          borderTop: 1,
          borderColor: 'divider',
        }}
      >
        <Typography variant="body2" color="text.secondary" role="status" sx={{ mr: 'auto' }}>
          Showing {first + 1}-{first + shown.length} of {invoices.length} invoices
        </Typography>
        <Button size="small" variant="outlined" disabled={page === 1} onClick={() => goTo(page - 1)}>
          Previous
        </Button>
        <Typography variant="body2">
          Page {page} of {pages}
        </Typography>
        <Button size="small" variant="outlined" disabled={page === pages} onClick={() => goTo(page + 1)}>
          Next
        </Button>
      </Box>
    </Section>
  );
}
