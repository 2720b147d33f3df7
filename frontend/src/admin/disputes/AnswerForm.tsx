import { Box, Button } from '@mui/material';
import { type Dispute, disputeReplySchema, paths } from '@portal/contract';
import { Field } from '../../shared/form/Field.tsx';
import { useZodForm } from '../../shared/form/useZodForm.ts';
import { useInvoiceCommand } from '../invoices/dialogs/useInvoiceCommand.ts';

/** An answer to the dealer; the question stays open. */
export function AnswerForm({ dispute }: { readonly dispute: Dispute }) {
  const form = useZodForm(disputeReplySchema, { text: '' });
  const { busy, send } = useInvoiceCommand(form, {
    path: paths.admin.disputeReplies(dispute.id),
    done: 'Answer sent',
    failed: 'Failed to send the answer.',
    close: () => undefined,
  });
  return (
    <Box
      component="form"
      noValidate
      onSubmit={form.handleSubmit(send)}
      sx={{ mt: 3, display: 'grid', gap: 1.5 }}
    >
      <Field form={form} name="text" label="Your answer" lines={3} required />
      <Button type="submit" variant="outlined" aria-disabled={busy} sx={{ justifySelf: 'start' }}>
        {busy ? 'Sending...' : 'Send answer'}
      </Button>
    </Box>
  );
}
