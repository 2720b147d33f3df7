import { DialogContentText } from '@mui/material';
import { cardText, type PaymentMethod, paths } from '@portal/contract';
import { request } from '../../shared/http/http.ts';
import { useCommand } from '../../shared/http/useCommand.ts';
import { ConfirmDialog } from '../../shared/ui/ConfirmDialog.tsx';
import { Notice } from '../../shared/ui/Notice.tsx';
import { useSites } from '../sites/queries.ts';

interface RemovePaymentDialogProps {
  readonly card: NonNullable<PaymentMethod>;
  readonly onClose: () => void;
}

/** Asks before the saved card is removed, with a warning while sites are billed. */
export default function RemovePaymentDialog({ card, onClose }: RemovePaymentDialogProps) {
  const sites = useSites().data ?? [];
  const active = sites.filter(({ status }) => status === 'active').length;
  const remove = useCommand({
    send: () => request('DELETE', paths.paymentMethod),
    refresh: async (client) => {
      client.setQueryData([paths.paymentMethod], null);
      void client.invalidateQueries({ queryKey: [paths.userHasPaymentMethod] });
    },
    done: { title: 'Payment method removed', description: `${cardText(card)} was removed.` },
    failed: { title: 'Error', fallback: 'Failed to remove payment method' },
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title="Remove Payment Method"
      action="Remove Payment"
      pendingAction="Removing..."
      destructive
      pending={remove.isPending}
      onConfirm={remove.mutate}
      onClose={onClose}
    >
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
    </ConfirmDialog>
  );
}
