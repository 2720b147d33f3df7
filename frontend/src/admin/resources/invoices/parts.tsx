import { type Invoice, type InvoiceDetail, recordPaymentSchema } from '@portal/contract';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { Field, FieldGrid } from '../../../shared/form/Field.tsx';
import { LoadProblem } from '../../../shared/ui/LoadProblem.tsx';
import { type FilterValues, wholeListPath } from '../../dataProvider/resourcePaths.ts';

export interface InvoiceDialogProps {
  readonly invoice: InvoiceDetail;
  readonly onClose: () => void;
}

const { method, paid_on, reference } = recordPaymentSchema.shape;

/** How money was sent outside of the portal. */
export const sentSchema = z.object({ method, refunded_on: paid_on, reference });

/** The same as entered, for a form that needs it only in some cases: see {@link checkSent}. */
export const enteredSent = { method: z.string(), refunded_on: z.string(), reference: z.string() };

/** Shows the problems of {@link sentSchema} at its fields. */
export function checkSent(sent: object, context: z.RefinementCtx): void {
  for (const { path, message } of sentSchema.safeParse(sent).error?.issues ?? [])
    context.addIssue({ code: 'custom', path, message });
}

/** How money moves outside of the portal. */
export const OFFLINE_METHODS = [
  { value: 'check', label: 'Check' },
  { value: 'ach', label: 'ACH' },
] as const;

interface OfflineFieldsProps {
  /** Of the labels `Paid by` and `Paid on`. */
  readonly verb: 'Paid' | 'Sent';
  readonly day: 'received_on' | 'refunded_on' | 'paid_on';
  /** Days to choose from. */
  readonly days?: { readonly first: string; readonly last: string };
}

/** How, when and under which reference money moved by check or ACH. */
export const OfflineFields = ({ verb, day, days }: OfflineFieldsProps) => (
  <>
    <FieldGrid>
      <Field name="method" label={`${verb} by`} options={OFFLINE_METHODS} required />
      <Field name={day} label={`${verb} on`} type="date" days={days} required />
    </FieldGrid>
    <Field name="reference" label="Reference" hint="Check number or ACH trace." required />
  </>
);

export const AmountField = ({ hint }: { readonly hint: string }) => (
  <Field name="amount" label="Amount in dollars" hint={hint} required />
);

/**
 * The invoices that a filter of their list lets through, the oldest first.
 * @param enabled false while they stay as they were read
 */
export const useInvoicesBy = (filter: FilterValues<'invoices'>, enabled = true) =>
  useQuery<readonly Invoice[]>({
    queryKey: [wholeListPath('invoices', filter, { field: 'invoice_date', order: 'ASC' })],
    enabled,
  });

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
