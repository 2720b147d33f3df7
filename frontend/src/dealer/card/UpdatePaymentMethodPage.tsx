import { Box, Button } from '@mui/material';
import { Link, useNavigate } from 'react-router';
import { Page } from '../../shared/layout/Page.tsx';
import PaymentMethodCard from './PaymentMethodCard.tsx';

/** /update-payment-method; opens /invoicing after a card was saved. */
export default function UpdatePaymentMethodPage() {
  const navigate = useNavigate();
  return (
    <Page title="Update Payment Method" lead="The card used for orders and invoices." width="sm">
      <PaymentMethodCard onSaved={() => void navigate('/invoicing', { replace: true })} />
      <Box sx={{ mt: 3 }}>
        <Button component={Link} to="/invoicing" size="small" sx={{ ml: -1.5 }}>
          Back to Invoicing
        </Button>
      </Box>
    </Page>
  );
}
