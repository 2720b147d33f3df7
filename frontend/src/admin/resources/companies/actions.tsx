import ReleaseIcon from '@mui/icons-material/LockOpenOutlined';
import LiveIcon from '@mui/icons-material/RocketLaunchOutlined';
import DemoIcon from '@mui/icons-material/ScienceOutlined';
import { Box, Typography } from '@mui/material';
import {
  type Account,
  type EditAccountForm,
  editAccountSchema,
  PLAIN,
  paths,
  promotionalPricingSchema,
} from '@portal/contract';
import { COMPANY_INPUTS, pickFields } from '@portal/domain/values';
import { z } from 'zod';
import { CheckField, Field, FieldGrid } from '../../../shared/form/Field.tsx';
import { revise } from '../../../shared/http/http.ts';
import { Muted } from '../../../shared/ui/Muted.tsx';
import { NewRateButton, PromiseButton } from '../../dealerBilling/actions.tsx';
import { ActionButton, type ActionVariant, EditButton } from '../../kit/ActionButton.tsx';
import type { Action } from '../../kit/ActionDialog.tsx';
import { EditDialog, type EditProps, type Save } from '../../kit/EditDialog.tsx';
import { rateInput } from '../../kit/rateFields.tsx';
import { CompanyPaymentButton } from '../invoices/actions.tsx';
import { nameOf } from './fields.tsx';

const DONE = 'Company updated';
const FAILED = 'Failed to update company.';

const goLive: Action<Account> = {
  resource: 'companies',
  name: 'goLive',
  label: 'Go live',
  icon: LiveIcon,
  question: (company) => `Take ${nameOf(company)} live?`,
  consequences: [
    'Payments use production credentials: real cards are charged.',
    'Cards saved in demo mode do not apply; the dealer has to save a new one.',
  ],
  why: 'Recorded in the history.',
  done: DONE,
  failed: FAILED,
  run: (portal, id, meta) => portal.setDemoStatus(id, false, meta),
};

const backToDemo: Action<Account> = {
  resource: 'companies',
  name: 'backToDemo',
  label: 'Back to demo',
  icon: DemoIcon,
  destructive: true,
  question: (company) => `Take ${nameOf(company)} back to demo?`,
  consequences: [
    'Payments use sandbox credentials: test cards only, no real charges.',
    'The card saved in live mode is kept in case the company goes live again.',
  ],
  why: 'Recorded in the history.',
  done: DONE,
  failed: FAILED,
  run: (portal, id, meta) => portal.setDemoStatus(id, true, meta),
};

const releaseOrderHold: Action<Account> = {
  resource: 'companies',
  name: 'releaseOrderHold',
  label: 'Allow orders',
  icon: ReleaseIcon,
  question: (company) => `Allow new orders of ${nameOf(company)}?`,
  consequences: [
    'The invoices that hold orders now do not hold them again, also at a later step.',
    'Another invoice that becomes overdue holds new orders again.',
  ],
  why: 'Recorded in the history.',
  whyNeeded: true,
  done: DONE,
  failed: FAILED,
  run: (portal, id, meta) => portal.releaseOrderHold(id, meta),
};

interface CompanyButtonProps {
  readonly company: Account;
  readonly variant?: ActionVariant;
}

export const EditCompanyButton = ({ company, variant = 'icon' }: CompanyButtonProps) => (
  <EditButton resource="companies" variant={variant} record={company} dialog={EditCompanyDialog} />
);

/** The actions on a company. */
export const CompanyActions = ({ company }: { readonly company: Account }) => (
  <>
    <ActionButton action={goLive} record={company} variant="outlined" />
    <ActionButton action={backToDemo} record={company} variant="outlined" />
    <ActionButton action={releaseOrderHold} record={company} variant="outlined" />
    <CompanyPaymentButton company={company} variant="outlined" />
    <PromiseButton company={company} variant="outlined" />
    <NewRateButton company={company} variant="outlined" />
    <EditCompanyButton company={company} variant="outlined" />
  </>
);

const COMPANY_LABELS = {
  company_name: 'Company name',
  name: 'Account name',
  company_email: 'Email',
  company_phone: 'Phone',
  company_address: 'Address',
  company_city: 'City',
  company_state: 'State',
  company_zip: 'ZIP code',
  billing_contact: 'Billing contact',
  invoice_emails: 'Further invoice recipients',
  po_number: 'PO number',
  is_demo_account: 'Demo account',
  promotional_pricing_active: 'Promotional pricing',
  promotional_license_pricing: 'Promotional license pricing',
  promotional_reader_rate: 'Promotional reader rate',
  promotional_months: 'Promotional months',
  equipment_purchases_enabled: 'Equipment purchases',
  demo_pricing: 'Demo pricing',
} as const;

const PROMOTION = [
  'promotional_pricing_active',
  'promotional_license_pricing',
  'promotional_reader_rate',
  'promotional_months',
] as const;

interface Switches {
  is_demo_account: boolean;
  promotional_pricing_active: boolean;
  promotional_license_pricing: boolean;
  promotional_reader_rate: string;
  promotional_months: string;
}

type CompanyForm = EditAccountForm & Switches;

const companyToForm = (company: Account): CompanyForm => ({
  ...pickFields(COMPANY_INPUTS, company),
  equipment_purchases_enabled: company.equipment_purchases_enabled,
  demo_pricing: company.demo_pricing,
  is_demo_account: company.is_demo_account,
  promotional_pricing_active: company.promotional_pricing_active,
  promotional_license_pricing: company.promotional_license_pricing,
  promotional_reader_rate: rateInput(company.promotional_reader_rate),
  promotional_months: String(company.promotional_months),
  reason: '',
});

/** The problem of a promotion's field; undefined for none and for an unchanged promotion. */
function promotionProblem(company: Account, form: unknown, field: string): string | undefined {
  const before: Readonly<Record<string, unknown>> = { ...companyToForm(company) };
  const now = form as Readonly<Record<string, unknown>>;
  if (PROMOTION.every((name) => now[name] === before[name])) return undefined;
  const { error } = promotionalPricingSchema.safeParse(form, PLAIN);
  return error?.issues.find(({ path }) => path[0] === field)?.message;
}

/** Account, demo switch and promotion, which is checked once it is changed. */
function companyFormSchema(company: Account) {
  const judged = (field: 'promotional_reader_rate' | 'promotional_months') =>
    ({
      path: [field],
      when: () => true,
      error: ({ input }: { readonly input?: unknown }) => promotionProblem(company, input, field),
    }) satisfies z.core.$ZodCustomParams;
  return editAccountSchema
    .extend({
      is_demo_account: z.boolean(),
      promotional_pricing_active: z.boolean(),
      promotional_license_pricing: z.boolean(),
      promotional_reader_rate: z.string(),
      promotional_months: z.string(),
    })
    .refine(
      (form) => promotionProblem(company, form, 'promotional_reader_rate') === undefined,
      judged('promotional_reader_rate'),
    )
    .refine(
      (form) => promotionProblem(company, form, 'promotional_months') === undefined,
      judged('promotional_months'),
    );
}

/** Up to three requests; what was saved is not sent again when a later one is refused. */
const saveCompany: Save<Account, CompanyForm> = async (call) => {
  const { before, changes, values, input, keep } = call;
  const { id } = before.record;
  const { is_demo_account: isDemo, ...rest } = changes;
  const details = Object.fromEntries(
    Object.entries(rest).filter(([field]) => !PROMOTION.some((name) => name === field)),
  );
  let { etag } = before;
  const save = async (method: 'PATCH' | 'PUT', path: string, fields: object) => {
    const saved = await revise(method, path, { ...fields, ...input }, etag);
    etag = saved.etag;
    keep({ record: saved.record as Account, etag });
  };
  if (Object.keys(details).length > 0) await save('PATCH', paths.admin.account(id), details);
  if (PROMOTION.some((name) => name in changes)) {
    const promotion = Object.fromEntries(PROMOTION.map((name) => [name, values[name]]));
    await save('PATCH', paths.admin.promotionalPricing(id), promotion);
  }
  if (isDemo !== undefined) await save('PUT', paths.admin.demoStatus(id), { is_demo_account: isDemo });
};

/** Edit Company (S2-2-admin): details, demo or live, promotional flags. */
const EditCompanyDialog = ({ id, onClose }: EditProps) => (
  <EditDialog
    title="Edit Company"
    path={paths.admin.account(id)}
    schema={companyFormSchema}
    toForm={companyToForm}
    save={saveCompany}
    done="Company updated"
    failed="Failed to update company."
    labels={COMPANY_LABELS}
    onClose={onClose}
  >
    {(company) => <CompanyFields company={company} />}
  </EditDialog>
);

function CompanyFields({ company }: { readonly company: Account }) {
  const at = (name: keyof typeof COMPANY_LABELS) => ({ name, label: COMPANY_LABELS[name] });
  return (
    <>
      <Field {...at('company_name')} required />
      {/* only where it differs from the company name */}
      {company.name !== company.company_name && <Field {...at('name')} required />}
      <FieldGrid>
        <Field {...at('company_email')} type="email" />
        <Field {...at('company_phone')} type="tel" />
      </FieldGrid>
      <Field {...at('company_address')} />
      <FieldGrid columns="2fr 1fr 1fr">
        <Field {...at('company_city')} />
        <Field {...at('company_state')} />
        <Field {...at('company_zip')} />
      </FieldGrid>
      <FieldGrid>
        <Field {...at('billing_contact')} />
        <Field {...at('po_number')} />
      </FieldGrid>
      <Field {...at('invoice_emails')} hint="Up to five addresses, separated by commas." />
      <Box component="fieldset" sx={{ m: 0, p: 0, border: 0, minWidth: 0 }}>
        <Typography component="legend" sx={{ fontWeight: 650, mb: 0.5 }}>
          Account
        </Typography>
        <CheckField {...at('is_demo_account')} />
        <Muted sx={{ mb: 1 }}>
          Demo accounts use sandbox payment credentials; live accounts use production credentials.
        </Muted>
        <CheckField {...at('equipment_purchases_enabled')} />
        <CheckField {...at('demo_pricing')} />
      </Box>
      <Box component="fieldset" sx={{ m: 0, p: 0, border: 0, minWidth: 0 }}>
        <Typography component="legend" sx={{ fontWeight: 650, mb: 0.5 }}>
          Promotion
        </Typography>
        <CheckField {...at('promotional_pricing_active')} />
        <CheckField {...at('promotional_license_pricing')} />
        <Box sx={{ mt: 1.5 }}>
          <FieldGrid>
            <Field
              {...at('promotional_reader_rate')}
              type="number"
              min={0}
              step={0.01}
              hint="Dollars per reader per month."
            />
            <Field {...at('promotional_months')} type="number" min={1} />
          </FieldGrid>
        </Box>
      </Box>
    </>
  );
}
