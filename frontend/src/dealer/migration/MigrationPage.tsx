import { newMigrationSchema } from '@portal/contract';
import { priceMigration } from '@portal/domain/pricing';
import { FormProvider } from 'react-hook-form';
import { FormProblems } from '../../shared/form/Form.tsx';
import { KeptEntries } from '../../shared/form/KeptEntries.tsx';
import { useZodForm } from '../../shared/form/useZodForm.ts';
import { Page } from '../../shared/layout/Page.tsx';
import { OrderForm } from '../order/OrderForm.tsx';
import { OrderPanel } from '../order/OrderPanel.tsx';
import { countTyped, hardwareOffered } from '../order/order.ts';
import { showRefusal } from '../order/showRefusal.ts';
import { useEnteredBefore } from '../order/useEnteredBefore.ts';
import { usePlaceOrder } from '../order/usePlaceOrder.ts';
import { MigrationFields } from './MigrationFields.tsx';
import { migrationOrder } from './migrationOrder.ts';

/** /site-migration (S1-2). */
export default function MigrationPage() {
  const flow = usePlaceOrder('Creating Migration Request');
  const form = useZodForm(newMigrationSchema, {
    migration_site_name: '',
    migration_site_address: '',
    migration_site_city: '',
    migration_site_state: '',
    migration_site_zip: '',
    system7_site_id: '',
    num_controllers: '1',
    number_of_acu_panels: '1',
    number_of_readers: '1',
    requested_migration_date: '',
    migration_notes: '',
    software_version: 'aurora',
    aurora_license: true,
    reverse_network_ip: true,
    ca150_panel: false,
    netcom6p: false,
  });
  const [panels, readers] = form.watch(['number_of_acu_panels', 'number_of_readers']);
  const [auroraLicense = true, reverseNetworkIp = true, ca150Panel = false, netcom6p = false] = form.watch([
    'aurora_license',
    'reverse_network_ip',
    'ca150_panel',
    'netcom6p',
  ]);
  const price = priceMigration(
    { panels: countTyped(panels), auroraLicense, reverseNetworkIp, ca150Panel, netcom6p },
    flow.terms,
  );
  const { isDirty } = form.formState;
  useEnteredBefore(form, flow);

  return (
    <Page
      title="Site Migration"
      lead="Move a System VII site to the hosted service. An administrator approves the request and the site becomes active."
    >
      <FormProvider {...form}>
        <FormProblems />
        <KeptEntries name="Site migration" sent={flow.ordered} below={3} />
        <OrderForm
          label="Site migration"
          flow={flow}
          unsaved={isDirty}
          onSubmit={form.handleSubmit((migration) => {
            if (flow.account.data)
              flow.place(migrationOrder(migration, price, (error) => showRefusal(form, error)));
          })}
          fields={
            <MigrationFields
              hardware={hardwareOffered(flow.account.data)}
              freeLicenses={flow.terms.promotionalLicensePricing}
            />
          }
          panel={
            <OrderPanel
              price={price}
              flow={flow}
              readers={countTyped(readers)}
              action="Create Migration Request"
            />
          }
        />
      </FormProvider>
    </Page>
  );
}
