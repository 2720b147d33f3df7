import { type Invoice, invoiceSchema, paths } from '@portal/contract';
import { useQuery } from '@tanstack/react-query';
import type { FieldValues } from 'react-hook-form';
import { refreshInvoices } from '../../../parts/invoice/reads.ts';
import { Field, FieldGrid } from '../../../shared/form/Field.tsx';
import { read } from '../../../shared/http/http.ts';
import { LoadProblem } from '../../../shared/ui/LoadProblem.tsx';
import { PostDialog, type PostDialogProps } from '../../kit/PostDialog.tsx';

/** How money moves outside of the portal. */
export const OFFLINE_METHODS = [
  { value: 'check', label: 'Check' },
  { value: 'ach', label: 'ACH' },
] as const;

interface OfflineFieldsProps {
  /** Of the labels `Paid by` and `Paid on`. */
  readonly verb: 'Paid' | 'Sent';
  readonly day: 'paid_on' | 'refunded_on';
  /** Days to choose from. */
  readonly days?: { readonly first: string; readonly last: string };
}

/** How, when and under which reference money moved by check or ACH. */
export function OfflineFields({ verb, day, days }: OfflineFieldsProps) {
  return (
    <>
      <FieldGrid>
        <Field name="method" label={`${verb} by`} options={OFFLINE_METHODS} required />
        <Field name={day} label={`${verb} on`} type="date" days={days} required />
      </FieldGrid>
      <Field name="reference" label="Reference" hint="Check number or ACH trace." required />
    </>
  );
}

export const AmountField = ({ hint }: { readonly hint: string }) => (
  <Field name="amount" label="Amount in dollars" hint={hint} required />
);

/** The invoices that a filter of their list lets through, the oldest first. */
export function useInvoicesBy(filter: Readonly<Record<string, unknown>>) {
  const query = new URLSearchParams({ filter: JSON.stringify(filter), sort: '["invoice_date","ASC"]' });
  const path = `${paths.admin.invoices}?${query}`;
  return useQuery({
    queryKey: [path],
    queryFn: async () => invoiceSchema.array().parse(await read(path)),
  });
}

interface ToInvoiceFieldProps {
  readonly query: ReturnType<typeof useInvoicesBy>;
  /** Of the query, those to choose from. */
  readonly invoices?: readonly Invoice[] | undefined;
  /** Shown where there is none to choose from. */
  readonly none?: string;
  /** What an invoice can take. */
  readonly room: (invoice: Invoice) => string;
}

/** The invoice that an amount is moved to. */
export function ToInvoiceField(props: ToInvoiceFieldProps) {
  const { query, invoices = query.data, none = 'Select', room } = props;
  return (
    <>
      {query.isError && <LoadProblem text="Failed to fetch invoices" onRetry={query.refetch} />}
      <Field
        name="to_invoice_id"
        label="To invoice"
        blank={invoices?.length === 0 ? none : 'Select'}
        options={(invoices ?? []).map((invoice) => ({
          value: invoice.id,
          label: `${invoice.invoice_number}, ${room(invoice)}`,
        }))}
        required
      />
    </>
  );
}

/** A {@link PostDialog} for a command about an invoice; the pages that show invoices are read again. */
export const InvoiceForm = <Input extends FieldValues, Output extends object>(
  props: PostDialogProps<Input, Output>,
) => <PostDialog {...props} refresh={refreshInvoices} />;
