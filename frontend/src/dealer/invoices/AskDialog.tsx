import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { askAboutChargeSchema, type InvoiceItem, paths } from '@portal/contract';
import { Field } from '../../shared/form/Field.tsx';
import { useZodForm } from '../../shared/form/useZodForm.ts';
import { dollarsText } from '../../shared/text.ts';
import { useSendQuestion } from './useQuestions.ts';

interface AskDialogProps {
  readonly invoiceId: string;
  /** The line. */
  readonly item: InvoiceItem;
  readonly onClose: () => void;
}

/** 'Question this charge': what a dealer would like to know about one line. */
export default function AskDialog({ invoiceId, item, onClose }: AskDialogProps) {
  const form = useZodForm(askAboutChargeSchema, { line: Number(item.id), question: '' });
  const { busy, send } = useSendQuestion();
  const submit = form.handleSubmit(async (body) => {
    if (await send(paths.invoiceQuestions(invoiceId), body, 'Your question was sent')) onClose();
  });
  return (
    <Dialog open onClose={onClose} aria-labelledby="ask-title" fullWidth maxWidth="sm">
      <form noValidate onSubmit={submit}>
        <DialogTitle id="ask-title" component="h2">
          Question this charge
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <Typography>
            {item.description}: {item.quantity} x {dollarsText(item.unit_price)} = {dollarsText(item.amount)}
          </Typography>
          <Typography color="text.secondary">
            We look at how this charge came about and answer here and by e-mail. The due date of the invoice
            stays.
          </Typography>
          <Field form={form} name="question" label="What would you like to know?" lines={4} required />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="contained" aria-disabled={busy}>
            {busy ? 'Sending...' : 'Send question'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
