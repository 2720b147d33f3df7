import { Box, Button } from '@mui/material';
import { type NewSiteRequest, newSiteSchema, paths, type Site } from '@portal/contract';
import { type Price, priceNewSite, withTax } from '@portal/domain/pricing';
import { DEALER_SITE_INPUTS, mapValues, usStateOf } from '@portal/domain/values';
import { Link } from 'react-router';
import { Field, FieldGrid } from '../../shared/form/Field.tsx';
import { useZodForm } from '../../shared/form/Form.tsx';
import { SiteAddressFields, TextFields } from '../../shared/form/SiteAddressFields.tsx';
import { messageOf, request } from '../../shared/http/http.ts';
import { Page } from '../../shared/layout/Page.tsx';
import { today } from '../../shared/text.ts';
import { Section } from '../../shared/ui/Section.tsx';
import { HardwareOptions, LICENSES, OptionRow } from '../order/HardwareOptions.tsx';
import { EnteredOrder } from '../order/OrderForm.tsx';
import { OrderPanel } from '../order/OrderPanel.tsx';
import { countTyped, hardwareOffered, type Order, siteForm } from '../order/order.ts';
import { usePlaceOrder } from '../order/usePlaceOrder.ts';

/** The inputs of a new site (S1-3, S1-5). */
function NewSiteFields({ hardware }: { readonly hardware: boolean | null }) {
  const required = { required: true };
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Section spaced title="Site">
        <SiteAddressFields />
      </Section>
      <Section spaced title="System">
        <FieldGrid columns="repeat(auto-fit, minmax(190px, 1fr))">
          <Field {...required} name="number_of_readers" label="Number of readers" type="number" min={1} />
          <Field name="number_of_acu_panels" label="Number of ACU panels" type="number" min={0} />
          <Field name="requested_date" label="Requested date" type="date" />
        </FieldGrid>
        <TextFields texts={DEALER_SITE_INPUTS} lines={3} />
      </Section>
      <Section spaced title="Licenses">
        {LICENSES.map(({ name, label, priceCents }) => (
          <OptionRow
            key={name}
            id={name}
            label={label}
            priceCents={priceCents}
            included
            hint="Required, included"
            checked
            readOnly
            disabled
          />
        ))}
      </Section>
      <HardwareOptions offered={hardware} />
    </Box>
  );
}

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
  const [panels, readers, ca150Panel = false, netcom6p = false, state = ''] = form.watch([
    'number_of_acu_panels',
    'number_of_readers',
    'ca150_panel',
    'netcom6p',
    'site_state',
  ]);
  const price = withTax(
    priceNewSite({ panels: countTyped(panels), ca150Panel, netcom6p }, flow.terms),
    usStateOf(state),
    flow.terms.taxRates,
  );

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
      <EnteredOrder
        label="New site"
        form={form}
        flow={flow}
        orderOf={(site, onRefused) => siteOrder(site, price, onRefused)}
        fields={<NewSiteFields hardware={hardwareOffered(flow.account.data)} />}
        panel={<OrderPanel price={price} flow={flow} readers={countTyped(readers)} action="Create Site" />}
      />
    </Page>
  );
}

const FAILED = 'There was a problem submitting your form. Please try again.';

/** A new site as an order: POST /api/sites creates it (S1-7). */
function siteOrder(site: NewSiteRequest, price: Price, onRefused: (error: unknown) => void): Order {
  const form = siteForm(site);
  return {
    form: { kind: 'site', site: form },
    price,
    async create({ orderId }) {
      const body = { ...form, payment_verified: price.totalCents > 0, orderId };
      const { id } = (await request('POST', paths.sites, body)) as Pick<Site, 'id'>;
      return { entries: [{ id, name: site.site_name }] };
    },
    explain: (error) => ({ title: 'Error', message: messageOf(error, FAILED) }),
    onRefused,
  };
}
