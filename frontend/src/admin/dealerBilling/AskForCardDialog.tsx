import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { type Account, paths } from '@portal/contract';
import { useState } from 'react';
import { messageOf, request } from '../../shared/http/http.ts';
import { toast } from '../../shared/toast/toasts.ts';
import { wordsOf } from '../invoices/parts.tsx';

interface AskForCardDialogProps {
  readonly account: Pick<Account, 'id' | 'name' | 'company_name'>;
  readonly onClose: () => void;
}

/** Update Payment Method: explains, then sends the dealer a mail with the link (decisions, Routes 11). */
export default function AskForCardDialog({ account, onClose }: AskForCardDialogProps) {
  const [busy, setBusy] = useState(false);
  const company = account.company_name || account.name;
  const send = async () => {
    if (busy) return;
    setBusy(true);
    try {
      const answer = await request('POST', paths.admin.askForPaymentMethod(account.id));
      onClose();
      const description = wordsOf(answer) ?? `${company} was sent the link to the payment method page.`;
      toast({ title: 'E-mail sent', description });
    } catch (error) {
      setBusy(false);
      const description = messageOf(error, 'The e-mail could not be sent. Please try again.');
      toast({ title: 'Error', description, variant: 'destructive' });
    }
  };
  return (
    <Dialog
      open
      onClose={() => !busy && onClose()}
      aria-labelledby="ask-title"
      aria-describedby="ask-text"
      maxWidth="xs"
      fullWidth
    >
      <DialogTitle id="ask-title" component="h2">
        Update Payment Method
      </DialogTitle>
      <DialogContent>
        <DialogContentText id="ask-text">
          Only the dealer can enter a card: its number never passes through an administrator’s hands.{' '}
          {company} is sent an e-mail with a link to the page where the card is added or replaced.
        </DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="contained" aria-disabled={busy} onClick={() => void send()}>
          {busy ? 'Sending...' : 'Send e-mail'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
