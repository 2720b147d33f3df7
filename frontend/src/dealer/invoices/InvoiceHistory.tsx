import { Box, Button, Typography, useMediaQuery, useTheme } from '@mui/material';
import type { Invoice } from '@portal/contract';
import { centsFromDollars, formatDollars, sumCents } from '@portal/domain/values';
import { lazy, Suspense, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { InvoiceCards, InvoiceTable } from '../../parts/invoice/InvoiceTable.tsx';
import { matchOf } from '../../parts/palette/match.ts';
import { CheckBox } from '../../shared/form/Field.tsx';
import { counted, formatMonth } from '../../shared/text.ts';
import { EmptyState } from '../../shared/ui/LoadProblem.tsx';
import { Pager, pageOf } from '../../shared/ui/Pager.tsx';
import { Section } from '../../shared/ui/Section.tsx';

/** Invoices selected for a joint payment, across pages. */
function useSelection(invoices: readonly Invoice[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return {
    /** In the list's order, without those that can no longer be paid. */
    chosen: invoices.filter(({ id, can_pay }) => can_pay && ids.has(id)),
    /** The current state of these invoices. */
    latest: (some: readonly Invoice[]) => some.map((one) => invoices.find(({ id }) => id === one.id) ?? one),
    has: (id: string) => ids.has(id),
    toggle(id: string) {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      setIds(next);
    },
    clear: () => setIds(new Set()),
  };
}

type Selection = ReturnType<typeof useSelection>;

interface SelectInvoiceProps {
  readonly invoice: Invoice;
  readonly selection: Selection;
}

/** Selects an invoice for a joint payment; nothing if it can't be paid. */
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

/** The total of the selected invoices, and their payment; nothing while none is selected. */
function PaySelected({ selection }: { readonly selection: Selection }) {
  const [paying, setPaying] = useState<readonly Invoice[] | null>(null);
  const { chosen } = selection;
  const total = sumCents(chosen.map(({ open_amount }) => centsFromDollars(open_amount)));
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
            {counted(chosen.length, 'invoice')} selected, {formatDollars(total)}
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

/** What an invoice is searched by. */
const searched = ({ invoice_number: number, period }: Pick<Invoice, 'invoice_number' | 'period'>) => [
  number,
  formatMonth(period),
];

/** The company's invoices, or those that `q` of the address finds, ten a page, with joint payment (S2-2-invoicing). */
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
  const search = query.get('q') ?? '';
  const listed = search === '' ? invoices : invoices.filter((one) => matchOf(searched(one), search));
  const current = pageOf(listed, Number(query.get('page') ?? 1));
  const rows = {
    invoices: current.shown,
    before: (invoice: Invoice) => <SelectInvoice invoice={invoice} selection={selection} />,
    actions: (invoice: Invoice) => <InvoiceActions invoice={invoice} />,
  };
  return (
    <Section
      title="Invoice History"
      flush
      {...(search !== '' && {
        lead: `${search}: ${counted(listed.length, 'invoice')}`,
        actions: (
          <Button size="small" onClick={() => setQuery({}, { replace: true })}>
            Show all
          </Button>
        ),
      })}
    >
      {narrow ? <InvoiceCards label="Invoices" {...rows} /> : <InvoiceTable {...rows} />}
      <PaySelected selection={selection} />
      <Pager
        current={current}
        noun="invoices"
        onPage={(next) =>
          setQuery({ ...(search !== '' && { q: search }), page: String(next) }, { replace: true })
        }
      />
    </Section>
  );
}
