import { DialogContentText } from '@mui/material';
import { type Account, paths } from '@portal/contract';
import { request } from '../../shared/http/http.ts';
import { useCommand, wordsOf } from '../../shared/http/useCommand.ts';
import { ConfirmDialog } from '../../shared/ui/ConfirmDialog.tsx';

interface AskForCardDialogProps {
  readonly account: Pick<Account, 'id' | 'name' | 'company_name'>;
  readonly onClose: () => void;
}

/** Update Payment Method: explains, then sends the dealer a mail with the link (rule G11). */
export default function AskForCardDialog({ account, onClose }: AskForCardDialogProps) {
  const company = account.company_name || account.name;
  const ask = useCommand({
    send: () => request('POST', paths.admin.askForPaymentMethod(account.id)),
    done: (_, answer) => ({
      title: 'Email sent',
      description: wordsOf(answer) ?? `${company} was sent the link to the payment method page.`,
    }),
    failed: { title: 'Error', fallback: 'The email could not be sent. Please try again.' },
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title="Update Payment Method"
      action="Send email"
      pendingAction="Sending..."
      pending={ask.isPending}
      onConfirm={ask.mutate}
      onClose={onClose}
    >
      <DialogContentText>
        Only the dealer can enter a card: administrators never see its number. {company} is sent an email with
        a link to the page where the card is added or replaced.
      </DialogContentText>
    </ConfirmDialog>
  );
}
