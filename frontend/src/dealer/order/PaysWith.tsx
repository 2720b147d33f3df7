import Typography from '@mui/material/Typography';
import { cardText } from '@portal/contract';
import { declineText } from '../../parts/savedCard.ts';
import { Notice } from '../../shared/ui/Notice.tsx';
import { usePaymentMethod } from '../card/queries.ts';

const PAYMENT_NEEDED =
  'Payment Method Required: Please add a payment method before proceeding with the payment.';

/** The saved card that will pay, or a warning without one or after a decline. */
export function PaysWith({ verified }: { readonly verified: boolean }) {
  const method = usePaymentMethod(!verified);
  if (verified)
    return (
      <Notice tone="success">
        <strong>Payment Verified</strong>
        <br />
        This order is paid. Its details can no longer be changed.
      </Notice>
    );
  if (method.data?.declined)
    return (
      <Notice tone="warning">
        {cardText(method.data)}. {declineText(method.data.declined)}
      </Notice>
    );
  if (method.data)
    return (
      <Typography variant="body2" color="text.secondary">
        You pay with {cardText(method.data)}
      </Typography>
    );
  return method.isPending ? null : <Notice tone="warning">{PAYMENT_NEEDED}</Notice>;
}
