import type { Invoice } from '@portal/contract';
import { CheckBox } from '../../shared/form/CheckBox.tsx';
import type { Selection } from './useSelection.ts';

interface SelectInvoiceProps {
  readonly invoice: Invoice;
  readonly selection: Selection;
}

/** Chooses an invoice to be paid with others; nothing where it can't be paid. */
export function SelectInvoice({ invoice, selection }: SelectInvoiceProps) {
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
