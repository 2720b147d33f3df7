import { Typography } from '@mui/material';
import { askAboutChargeSchema, type InvoiceItem, paths } from '@portal/contract';
import { Field } from '../../shared/form/Field.tsx';
import { submitOf, useZodForm } from '../../shared/form/Form.tsx';
import { FormDialog } from '../../shared/form/FormDialog.tsx';
import { dollarsText } from '../../shared/text.ts';
import { useSendQuestion } from './Questions.tsx';

interface AskDialogProps {
  readonly invoiceId: string;
  readonly item: InvoiceItem;
  readonly onClose: () => void;
}

/** A dealer's question about one line. */
export default function AskDialog({ invoiceId, item, onClose }: AskDialogProps) {
  const form = useZodForm(askAboutChargeSchema, { line: Number(item.id), question: '' });
  const ask = useSendQuestion<object>(paths.invoiceQuestions(invoiceId), 'Your question was sent', onClose);
  return (
    <FormDialog
      title="Question this charge"
      onClose={onClose}
      form={form}
      keepAs={`${invoiceId} ${item.id}`}
      busy={ask.isPending}
      submitLabel="Send question"
      busyLabel="Sending..."
      onSubmit={submitOf(form, ask)}
    >
      <Typography>
        {item.description}: {item.quantity} × {dollarsText(item.unit_price)} = {dollarsText(item.amount)}
      </Typography>
      <Typography color="text.secondary">
        We will check this charge and answer here and by email. The due date does not change.
      </Typography>
      <Field name="question" label="What would you like to know?" lines={4} required />
    </FormDialog>
  );
}
