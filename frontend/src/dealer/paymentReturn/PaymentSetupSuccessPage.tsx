import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { paths } from '@portal/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ReturnCard } from './ReturnCard.tsx';
import { useLeaveAfter } from './useLeaveAfter.ts';

/** Spec 2, section 9. */
const LEAVE_MS = 5_000;

/** /payment-setup-success (spec 2, section 2): the card is kept; on to /invoicing after 5 s. */
export default function PaymentSetupSuccessPage() {
  const client = useQueryClient();
  const failed = useSearchParams()[0].get('redirect_status') === 'failed';
  useLeaveAfter(failed ? null : '/invoicing', LEAVE_MS);
  useEffect(() => {
    void client.invalidateQueries({ queryKey: [paths.paymentMethod] });
  }, [client]);
  const actions = (
    <>
      <Button component={Link} to="/invoicing" variant="contained">
        Return to Invoicing
      </Button>
      <Button component={Link} to="/dealer-dashboard" variant="outlined">
        Go to Dashboard
      </Button>
    </>
  );
  if (failed)
    return (
      <ReturnCard title="Payment Setup Failed" state="failed" actions={actions}>
        <Typography>Your payment method was not saved. Please try again.</Typography>
      </ReturnCard>
    );
  return (
    <ReturnCard title="Payment Method Added" state="success" actions={actions}>
      <Typography>Your payment method has been saved successfully.</Typography>
      <Typography variant="body2" color="text.secondary" sx={{ mt: 1 }}>
        You will be taken to Invoicing in 5 seconds.
      </Typography>
    </ReturnCard>
  );
}
