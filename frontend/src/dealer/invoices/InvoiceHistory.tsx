import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { Invoice } from '@portal/contract';
import { INVOICE_PAGE_SIZE } from '@portal/domain/values';
import { useSearchParams } from 'react-router';
import { InvoiceCards } from '../../parts/invoice/InvoiceCards.tsx';
import { InvoiceTable } from '../../parts/invoice/InvoiceTable.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { InvoiceActions } from './InvoiceActions.tsx';
import { PaySelected } from './PaySelected.tsx';
import { Section } from './Section.tsx';
import { SelectInvoice } from './SelectInvoice.tsx';
import { useSelection } from './useSelection.ts';

/** The page in the address, from 1; the nearest there is. */
function pageIn(text: string | null, pages: number): number {
  const page = /^\d{1,6}$/.test(text ?? '') ? Number(text) : 1;
  return Math.min(Math.max(page, 1), pages);
}

/** The company's invoices, ten a page; those that can be paid may be paid together (spec 2, section 2, Invoicing). */
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
