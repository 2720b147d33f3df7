import Button from '@mui/material/Button';
import { newSiteSchema } from '@portal/contract';
import { priceNewSite } from '@portal/domain/pricing';
import { DEALER_SITE_INPUTS, mapValues } from '@portal/domain/values';
import { FormProvider } from 'react-hook-form';
import { Link } from 'react-router';
import { FormProblems } from '../../shared/form/Form.tsx';
import { KeptEntries } from '../../shared/form/KeptEntries.tsx';
import { useZodForm } from '../../shared/form/useZodForm.ts';
import { Page } from '../../shared/layout/Page.tsx';
import { today } from '../../shared/text.ts';
import { OrderForm } from '../order/OrderForm.tsx';
import { OrderPanel } from '../order/OrderPanel.tsx';
import { countTyped, hardwareOffered } from '../order/order.ts';
import { showRefusal } from '../order/showRefusal.ts';
import { useEnteredBefore } from '../order/useEnteredBefore.ts';
import { usePlaceOrder } from '../order/usePlaceOrder.ts';
import { NewSiteFields } from './NewSiteFields.tsx';
import { siteOrder } from './siteOrder.ts';

/** /new-site (S1-2, New Site Setup). */
export default function NewSitePage() {
  const flow = usePlaceOrder('Creating Site');
  const form = useZodForm(newSiteSchema, {
    site_name: '',
    site_address: '',
    site_city: '',
    site_state: '',
    site_zip: '',
    number_of_readers: '1',
    number_of_acu_panels: '1',
    requested_date: today(),
    ...mapValues(DEALER_SITE_INPUTS, () => ''),
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
  const price = priceNewSite({ panels: countTyped(panels), ca150Panel, netcom6p }, flow.terms);
  const { isDirty } = form.formState;
  useEnteredBefore(form, flow);

  return (
    <Page
      title="New Site Setup"
      lead="Order a hosted access-control site. It becomes active once an administrator approves it."
      actions={
        <Button component={Link} to="/new-site/import" variant="outlined">
          Import sites
        </Button>
      }
    >
      <FormProvider {...form}>
        <FormProblems />
        <KeptEntries name="New site" sent={flow.ordered} below={3} />
        <OrderForm
          label="New site"
          flow={flow}
          unsaved={isDirty}
          onSubmit={form.handleSubmit((site) => {
            if (flow.account.data) flow.place(siteOrder(site, price, (error) => showRefusal(form, error)));
          })}
          fields={<NewSiteFields hardware={hardwareOffered(flow.account.data)} />}
          panel={<OrderPanel price={price} flow={flow} readers={countTyped(readers)} action="Create Site" />}
        />
      </FormProvider>
    </Page>
  );
}
