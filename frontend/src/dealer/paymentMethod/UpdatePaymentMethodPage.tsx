import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { Page } from '../../shared/layout/Page.tsx';
import { PaymentMethodCard } from './PaymentMethodCard.tsx';

/** /update-payment-method (spec 2, section 2): the payment card panel. */
export default function UpdatePaymentMethodPage() {
  return (
    <Page title="Update Payment Method" lead="The card that orders and invoices are paid with." width="sm">
      <PaymentMethodCard />
      <Box sx={{ mt: 3 }}>
        <Button component={Link} to="/invoicing">
          Back to Invoicing
        </Button>
      </Box>
    </Page>
  );
}
