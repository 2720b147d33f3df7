import { Box } from '@mui/material';
import { type InvoiceDetail, invoiceReasonSchema, paths } from '@portal/contract';
import { dollarsText } from '../../../shared/dollarsText.ts';
import { useZodForm } from '../../../shared/form/useZodForm.ts';
import { ReasonField } from '../../dialogs/ReasonField.tsx';
import { InvoiceForm } from './InvoiceForm.tsx';

type Named = Pick<InvoiceDetail, 'id' | 'invoice_number' | 'paid_amount'>;

interface ReasonDialogProps {
  readonly title: string;
  readonly submitLabel: string;
  readonly path: string;
  readonly done: string;
  readonly failed: string;
  readonly consequences: readonly string[];
  readonly onClose: () => void;
}

/** Says what follows and asks why. */
function ReasonDialog({ consequences, ...dialog }: ReasonDialogProps) {
  const form = useZodForm(invoiceReasonSchema, { reason: '' });
  return (
    <InvoiceForm {...dialog} form={form}>
      <Box component="ul" sx={{ m: 0, pl: 2.5, color: 'text.secondary', '& li + li': { mt: 0.75 } }}>
        {consequences.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </Box>
      <ReasonField form={form} />
    </InvoiceForm>
  );
}

interface InvoiceDialogProps {
  readonly invoice: Named;
  readonly onClose: () => void;
}

/** Cancels an open invoice (decisions B26). */
export function VoidDialog({ invoice, onClose }: InvoiceDialogProps) {
  return (
    <ReasonDialog
      title={`Void ${invoice.invoice_number}?`}
      submitLabel="Void invoice"
      path={paths.admin.voidInvoice(invoice.id)}
      done="Invoice voided"
      failed="Failed to void invoice"
      consequences={[
        'The invoice shows as Canceled and can no longer be paid.',
        'Its number is never used again.',
        'What is due for the month can be issued again with Reissue.',
        ...(invoice.paid_amount > 0
          ? [
              `The ${dollarsText(invoice.paid_amount)} that was paid becomes account credit and lowers the next invoices.`,
            ]
          : []),
      ]}
      onClose={onClose}
    />
  );
}

/** Issues the month of a voided invoice again, under a new number (decisions B26). */
export function ReissueDialog({ invoice, onClose }: InvoiceDialogProps) {
  return (
    <ReasonDialog
      title={`Reissue ${invoice.invoice_number}?`}
      submitLabel="Reissue"
      path={paths.admin.reissueInvoice(invoice.id)}
      done="Invoice reissued"
      failed="Failed to reissue invoice"
      consequences={[
        'The month is billed again under a new number, from everything that is recorded by now.',
        'The new invoice is dated today, so that the dealer has the full term to pay.',
        'The dealer is sent the new invoice by e-mail.',
      ]}
      onClose={onClose}
    />
  );
}
