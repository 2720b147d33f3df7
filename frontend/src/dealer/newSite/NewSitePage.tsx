import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { newSiteSchema } from '@portal/contract';
import { hardwareEnabled, priceNewSite } from '@portal/domain/pricing';
import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router';
import { FormProblems } from '../../shared/form/FormProblems.tsx';
import { showServerErrors, useZodForm } from '../../shared/form/useZodForm.ts';
import { Page } from '../../shared/layout/Page.tsx';
import { useUser } from '../../shared/session/session.ts';
import { today } from '../../shared/today.ts';
import { Notice } from '../../shared/ui/Notice.tsx';
import { OrderSummary } from '../order/OrderSummary.tsx';
import { ReaderRate } from '../order/ReaderRate.tsx';
import { shownRate } from '../order/readerRate.ts';
import { useAccount } from '../order/useAccount.ts';
import { NewSiteFields } from './NewSiteFields.tsx';
import { useCreateSite } from './useCreateSite.ts';

const ProgressDialog = lazy(() => import('../order/ProgressDialog.tsx'));

const PAYMENT_NEEDED =
  'Payment Method Required: Please add a payment method before proceeding with the payment.';

/** A count as typed, for the summary; 0 while it is no whole number. */
const counted = (value: unknown) => (/^\d{1,6}$/.test(String(value ?? '')) ? Number(value) : 0);

/** /new-site (spec 1, section 2, New Site Setup): the form, the order's summary, and its way to the server. */
export default function NewSitePage() {
  const user = useUser();
  const account = useAccount(user.account_id).data;
  const navigate = useNavigate();
  const order = useCreateSite();
  const form = useZodForm(newSiteSchema, {
    site_name: '',
    site_address: '',
    site_city: '',
    site_zip: '',
    number_of_readers: '1',
    number_of_acu_panels: '1',
    requested_date: today(),
    site_notes: '',
    aurora_license: true,
    reverse_network_ip: true,
    ca150_panel: false,
    netcom6p: false,
  });
  const [panels, readers, ca150Panel = false, netcom6p = false] = form.watch([
    'number_of_acu_panels',
    'number_of_readers',
    'ca150_panel',
    'netcom6p',
  ]);
  const terms = {
    promotionalLicensePricing: account?.promotional_license_pricing ?? false,
    equipmentPurchasesEnabled: account?.equipment_purchases_enabled ?? false,
  };
  const price = priceNewSite({ panels: counted(panels), ca150Panel, netcom6p }, terms);
  const payable = account !== undefined && price.totalCents > 0;
  const blocked = payable || account === undefined || order.pending;
  const { errors, submitCount } = form.formState;

  return (
    <Page
      title="New Site Setup"
      lead="Order a hosted access-control site. It becomes active once an administrator approves it."
    >
      <form
        noValidate
        aria-label="New site"
        onSubmit={form.handleSubmit((site) => {
          if (!blocked) order.submit(site, (error) => showServerErrors(form, error));
        })}
      >
        <FormProblems errors={errors} submits={submitCount} />
        <Box
          sx={{
            display: 'grid',
            gap: 3,
            alignItems: 'start',
            gridTemplateColumns: { xs: '1fr', md: '1fr 360px' },
          }}
        >
          <NewSiteFields form={form} hardware={hardwareEnabled(terms)} />
          <Paper
            component="section"
            variant="outlined"
            aria-labelledby="summary-title"
            sx={{ p: 3, position: { md: 'sticky' }, top: { md: 88 } }}
          >
            <Typography variant="h2" id="summary-title" sx={{ mb: 2 }}>
              Order Summary
            </Typography>
            <OrderSummary price={price} />
            <ReaderRate rate={shownRate(account)} readers={counted(readers)} />
            {payable && (
              <Box sx={{ mt: 2.5 }}>
                <Notice tone="warning">{PAYMENT_NEEDED}</Notice>
              </Box>
            )}
            <Button
              type="submit"
              variant="contained"
              size="large"
              fullWidth
              sx={{ mt: 2.5 }}
              disabled={payable}
              aria-disabled={blocked}
            >
              {order.pending ? 'Processing...' : 'Create Site'}
            </Button>
          </Paper>
        </Box>
      </form>
      <Suspense>
        {order.steps && (
          <ProgressDialog
            open
            steps={order.steps}
            onClose={order.close}
            onComplete={() => navigate('/dealer-dashboard')}
          />
        )}
      </Suspense>
    </Page>
  );
}
