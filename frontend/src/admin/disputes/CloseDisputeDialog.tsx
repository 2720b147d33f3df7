import { closeDisputeSchema, type Dispute, paths } from '@portal/contract';
import { useWatch } from 'react-hook-form';
import { Field } from '../../shared/form/Field.tsx';
import { useZodForm } from '../../shared/form/useZodForm.ts';
import { FormBody } from '../dialogs/FormBody.tsx';
import { FormDialog } from '../dialogs/FormDialog.tsx';
import { ChoiceField } from '../invoices/dialogs/ChoiceField.tsx';
import { useInvoiceCommand } from '../invoices/dialogs/useInvoiceCommand.ts';

const OUTCOMES = [
  { value: 'explained', label: 'Explain: the charge stays' },
  { value: 'reissued', label: 'Void the invoice and issue it anew' },
  { value: 'refunded', label: 'Refund the difference' },
  { value: 'credited', label: 'Credit the difference' },
] as const;

const HINTS: Readonly<Record<string, string>> = {
  reissued: 'For an open invoice: it is issued anew from everything that is recorded by now.',
  refunded: 'For an invoice that was paid by card: the money goes back to the card.',
  credited: 'For an invoice that was paid: lowers the next ones.',
};

interface CloseDisputeDialogProps {
  readonly dispute: Dispute;
  readonly onClose: () => void;
}

/** How a questioned charge ends; what it promises is done in the same step, and the dealer is told. */
export default function CloseDisputeDialog({ dispute, onClose }: CloseDisputeDialogProps) {
  const form = useZodForm(closeDisputeSchema, { outcome: 'explained', explanation: '', amount: '' });
  const outcome = useWatch({ control: form.control, name: 'outcome' });
  const { busy, send } = useInvoiceCommand(form, {
    path: paths.admin.closeDispute(dispute.id),
    done: 'Question settled',
    failed: 'Failed to settle the question.',
    close: onClose,
  });
  const money = outcome === 'refunded' || outcome === 'credited';
  return (
    <FormDialog title={`Settle the question about ${dispute.invoice_number}`} onClose={onClose}>
      {(frame) => (
        <FormBody
          frame={frame}
          form={form}
          busy={busy}
          submitLabel="Settle"
          onSubmit={form.handleSubmit(({ amount, ...rest }) => send(money ? { ...rest, amount } : rest))}
        >
          <ChoiceField
            form={form}
            name="outcome"
            label="How it ends"
            blank="Select"
            choices={OUTCOMES}
            hint={HINTS[outcome]}
          />
          {money && <Field form={form} name="amount" label="Amount in dollars" required />}
          <Field
            form={form}
            name="explanation"
            label="Explanation"
            hint="The dealer reads this."
            lines={4}
            required
          />
        </FormBody>
      )}
    </FormDialog>
  );
}
