import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { type PaymentMethod, paths } from '@portal/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { cardText } from '../../parts/cardText.ts';
import { messageOf, request } from '../../shared/http/http.ts';
import { toast } from '../../shared/toast/toasts.ts';
import { Notice } from '../../shared/ui/Notice.tsx';
import { useSites } from '../sites/queries.ts';

interface RemovePaymentDialogProps {
  readonly card: NonNullable<PaymentMethod>;
  readonly onClose: () => void;
}

/** Asks before the saved card is removed, and warns while sites are billed. DELETE /api/payment-method. */
export default function RemovePaymentDialog({ card, onClose }: RemovePaymentDialogProps) {
  const client = useQueryClient();
  const sites = useSites().data ?? [];
  const active = sites.filter(({ status }) => status === 'active').length;
  const remove = useMutation({
    mutationFn: () => request('DELETE', paths.paymentMethod),
    onSuccess() {
      client.setQueryData([paths.paymentMethod], null);
      void client.invalidateQueries({ queryKey: [paths.userHasPaymentMethod] });
      toast({ title: 'Payment method removed', description: `${cardText(card)} was removed.` });
      onClose();
    },
    onError(error) {
      const description = messageOf(error, 'Failed to remove payment method');
      toast({ title: 'Error', description, variant: 'destructive' });
    },
  });
  return (
    <Dialog open onClose={onClose} aria-labelledby="remove-title" maxWidth="xs" fullWidth>
      <DialogTitle id="remove-title">Remove Payment Method</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: active > 0 || card.autoPay ? 2 : 0 }}>
          {cardText(card)} will no longer be used for orders and invoices.
        </DialogContentText>
        {active > 0 && (
          <Notice tone="warning">
            {active === 1 ? '1 active site is' : `${active} active sites are`} billed every month. Without a
            card each invoice must be paid by hand.
            {card.autoPay && ' Automatic payment ends with the card.'}
          </Notice>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="contained"
          color="error"
          aria-disabled={remove.isPending}
          onClick={() => !remove.isPending && remove.mutate()}
        >
          {remove.isPending ? 'Removing...' : 'Remove Payment'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
