import { Box } from '@mui/material';
import { type InvoiceDetail, invoiceReasonSchema, paths } from '@portal/contract';
import { dollarsText } from '../../../shared/dollarsText.ts';
import { useZodForm } from '../../../shared/form/useZodForm.ts';
import { ReasonField } from '../../dialogs/ReasonField.tsx';
import { InvoiceForm } from './InvoiceForm.tsx';

type Named = Pick<InvoiceDetail, 'id' | 'invoice_number' | 'paid_amount'>;

interface InvoiceDialogProps {
  readonly invoice: Named;
  readonly onClose: () => void;
}

/** Cancels an open invoice. */
export function VoidDialog({ invoice, onClose }: InvoiceDialogProps) {
  const form = useZodForm(invoiceReasonSchema, { reason: '' });
  return (
    <InvoiceForm
      title={`Void ${invoice.invoice_number}?`}
      form={form}
      submitLabel="Void invoice"
      path={paths.admin.voidInvoice(invoice.id)}
      done="Invoice voided"
      failed="Failed to void invoice"
      onClose={onClose}
    >
      <Box component="ul" sx={{ m: 0, pl: 2.5, color: 'text.secondary', '& li + li': { mt: 0.75 } }}>
        <li>The invoice shows as Canceled and can no longer be paid.</li>
        <li>Its number is never used again.</li>
        <li>What is due for the month can be issued again with Reissue.</li>
        {invoice.paid_amount > 0 && (
          <li>
            The {dollarsText(invoice.paid_amount)} that was paid becomes account credit and lowers the next
            invoices.
          </li>
        )}
      </Box>
      <ReasonField form={form} />
    </InvoiceForm>
  );
}
