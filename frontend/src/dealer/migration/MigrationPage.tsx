import { Box } from '@mui/material';
import {
  type Migration,
  type NewMigrationForm,
  type NewMigrationRequest,
  newMigrationSchema,
  paths,
} from '@portal/contract';
import { type Price, priceMigration, withTax } from '@portal/domain/pricing';
import { SOFTWARE_VERSIONS, usStateOf } from '@portal/domain/values';
import { useFormContext } from 'react-hook-form';
import { Field, FieldGrid } from '../../shared/form/Field.tsx';
import { useZodForm } from '../../shared/form/Form.tsx';
import { SiteAddressFields } from '../../shared/form/SiteAddressFields.tsx';
import { EXPIRED, signInAgain } from '../../shared/http/askedPage.ts';
import { call, HttpError, messageOf, request } from '../../shared/http/http.ts';
import { readProblem } from '../../shared/http/problem.ts';
import { Page } from '../../shared/layout/Page.tsx';
import { Section } from '../../shared/ui/Section.tsx';
import { HardwareOptions, hardwareOf, LICENSES, OptionRow } from '../order/HardwareOptions.tsx';
import { EnteredOrder } from '../order/OrderForm.tsx';
import { OrderPanel } from '../order/OrderPanel.tsx';
import { countTyped, type FailureText, hardwareOffered, type Order } from '../order/order.ts';
import { usePlaceOrder } from '../order/usePlaceOrder.ts';

interface MigrationFieldsProps {
  /** Whether the account may buy hardware; null while it is not loaded. */
  readonly hardware: boolean | null;
  readonly freeLicenses: boolean;
}

/** The inputs of a migration request (S1-3, S1-5). */
function MigrationFields({ hardware, freeLicenses }: MigrationFieldsProps) {
  const required = { required: true };
  const { register } = useFormContext();
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Section spaced title="Site">
        <SiteAddressFields prefix="migration_" />
      </Section>
      <Section spaced title="Current system">
        <FieldGrid>
          <Field {...required} name="system7_site_id" label="System 7 site ID" />
          <Field {...required} name="num_controllers" label="Number of controllers" type="number" min={1} />
          <Field
            {...required}
            name="number_of_acu_panels"
            label="Number of ACU panels"
            type="number"
            min={1}
          />
          <Field {...required} name="number_of_readers" label="Number of readers" type="number" min={1} />
        </FieldGrid>
      </Section>
      <Section spaced title="Migration">
        <FieldGrid>
          <Box sx={{ '& select': { textTransform: 'capitalize' } }}>
            <Field name="software_version" label="Software version" options={SOFTWARE_VERSIONS} />
          </Box>
          <Field name="requested_migration_date" label="Requested date" type="date" />
        </FieldGrid>
        <Field name="migration_notes" label="Notes" lines={3} />
      </Section>
      <Section spaced title="Licenses">
        {LICENSES.map(({ name, label, priceCents }) => (
          <OptionRow
            key={name}
            {...register(name)}
            id={name}
            label={label}
            priceCents={priceCents}
            included={freeLicenses}
            hint={freeLicenses ? 'Included for your account' : 'One-time, for this migration'}
          />
        ))}
      </Section>
      <HardwareOptions offered={hardware} />
    </Box>
  );
}

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
  const [panels, readers, state = ''] = form.watch([
    'number_of_acu_panels',
    'number_of_readers',
    'migration_site_state',
  ]);
  const [auroraLicense = true, reverseNetworkIp = true, ca150Panel = false, netcom6p = false] = form.watch([
    'aurora_license',
    'reverse_network_ip',
    'ca150_panel',
    'netcom6p',
  ]);
  const price = withTax(
    priceMigration(
      { panels: countTyped(panels), auroraLicense, reverseNetworkIp, ca150Panel, netcom6p },
      flow.terms,
    ),
    usStateOf(state),
    flow.terms.taxRates,
  );

  return (
    <Page
      title="Site Migration"
      lead="Move a System VII site to the hosted service. An administrator approves the request and the site becomes active."
    >
      <EnteredOrder
        label="Site migration"
        form={form}
        flow={flow}
        orderOf={(migration, onRefused) => migrationOrder(migration, price, onRefused)}
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
    </Page>
  );
}

const FAILED = 'There was a problem submitting your form.';
const NO_NETWORK = 'There was a problem with your request. Please try again.';
/** Delay of the sign-out after the toast (S1-8-orders). */
const LOGOUT_MS = 1_000;

/** The request body, with fixed values (S1-3). */
function migrationForm(migration: NewMigrationRequest): NewMigrationForm {
  const hardware = hardwareOf(migration);
  return {
    ...migration,
    hardware,
    num_controllers: String(migration.num_controllers),
    number_of_readers: String(migration.number_of_readers),
    number_of_acu_panels: String(migration.number_of_acu_panels),
    include_shipping: hardware.length > 0,
    status: 'pending',
    current_system: '',
    other_system: '',
    num_cards: '0',
    database_required: 'no',
  };
}

function messagesIn(text: string): readonly string[] {
  try {
    const body = JSON.parse(text) as { readonly errors?: unknown } | null;
    if (!Array.isArray(body?.errors)) return [];
    return body.errors.flatMap((one: { readonly message?: unknown } | null) =>
      typeof one?.message === 'string' ? [one.message] : [],
    );
  } catch {
    return [];
  }
}

/** The text of a refusal: `error`, else the messages of `errors`, else the status text (S1-8-orders). */
export function refusalOf(text: string, statusText: string): string {
  const error = readProblem(text)?.error;
  return error || messagesIn(text).join('. ') || statusText || FAILED;
}

async function send(body: NewMigrationForm): Promise<Pick<Migration, 'id'>> {
  const response = await call(paths.migrations, { method: 'POST', body: JSON.stringify(body) });
  const text = await response.text();
  if (response.ok) return JSON.parse(text);
  throw new HttpError(response.status, refusalOf(text, response.statusText), {
    errors: readProblem(text)?.errors ?? [],
  });
}

function explain(error: unknown): FailureText {
  if (error instanceof HttpError && error.status === 401)
    return { title: 'Session expired', message: EXPIRED };
  if (error instanceof HttpError) return { title: 'Submission Error', message: messageOf(error, FAILED) };
  return { title: 'Error', message: NO_NETWORK };
}

/** Ends an expired session after 1 s and opens /auth. */
function signOutSoon(): void {
  setTimeout(() => {
    request('POST', paths.logout, undefined, { unauthorized: 'own' })
      .catch(() => undefined)
      .then(signInAgain);
  }, LOGOUT_MS);
}

/** A migration request as an order: POST /api/migrations creates it (S1-7). */
function migrationOrder(
  migration: NewMigrationRequest,
  price: Price,
  showInForm: (error: unknown) => void,
): Order {
  const form = migrationForm(migration);
  return {
    form: { kind: 'migration', migration: form },
    price,
    async create({ orderId }) {
      const { id } = await send({ ...form, payment_verified: price.totalCents > 0, orderId });
      return { entries: [{ id, name: migration.migration_site_name }] };
    },
    explain,
    onRefused(error) {
      if (error instanceof HttpError && error.status === 401) signOutSoon();
      else showInForm(error);
    },
  };
}
