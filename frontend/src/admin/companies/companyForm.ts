import {
  type Account,
  type EditAccountForm,
  editAccountSchema,
  PLAIN,
  promotionalPricingSchema,
} from '@portal/contract';
import { z } from 'zod';
import type { Save } from '../kit/EditDialog.tsx';
import { rateInput } from '../sites/siteForm.ts';

/** What the form calls a company's fields. */
export const COMPANY_LABELS = {
  company_name: 'Company name',
  name: 'Account name',
  company_email: 'Email',
  company_phone: 'Phone',
  company_address: 'Address',
  company_city: 'City',
  company_state: 'State',
  company_zip: 'ZIP code',
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

export type CompanyForm = EditAccountForm & Switches;

/** A company as the Edit Company dialog holds it. */
export function companyToForm(company: Account): CompanyForm {
  return {
    company_name: company.company_name,
    name: company.name,
    company_email: company.company_email,
    company_phone: company.company_phone,
    company_address: company.company_address,
    company_city: company.company_city,
    company_state: company.company_state,
    company_zip: company.company_zip,
    equipment_purchases_enabled: company.equipment_purchases_enabled,
    demo_pricing: company.demo_pricing,
    is_demo_account: company.is_demo_account,
    promotional_pricing_active: company.promotional_pricing_active,
    promotional_license_pricing: company.promotional_license_pricing,
    promotional_reader_rate: rateInput(company.promotional_reader_rate),
    promotional_months: String(company.promotional_months),
    reason: '',
  };
}

/** What is wrong with a field of the promotion; undefined where nothing is, or where the promotion is left as it was. */
function promotionProblem(company: Account, form: unknown, field: string): string | undefined {
  const before: Readonly<Record<string, unknown>> = { ...companyToForm(company) };
  const now = form as Readonly<Record<string, unknown>>;
  if (PROMOTION.every((name) => now[name] === before[name])) return undefined;
  const { error } = promotionalPricingSchema.safeParse(form, PLAIN);
  return error?.issues.find(({ path }) => path[0] === field)?.message;
}

/** The fields of PATCH account, the demo switch, and the promotion, which is judged once it is touched. */
export function companyFormSchema(company: Account) {
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

/** Three calls where three things changed; what went through stays so when a later one is refused. */
export const saveCompany: Save<Account, CompanyForm> = async (call) => {
  const { provider, before, changes, values, because, keep } = call;
  const { id } = before.record;
  const { is_demo_account: isDemo, ...rest } = changes;
  const details = Object.fromEntries(
    Object.entries(rest).filter(([field]) => !PROMOTION.some((name) => name === field)),
  );
  let { etag } = before;
  const done = (saved: typeof before) => {
    etag = saved.etag;
    keep(saved);
  };
  if (Object.keys(details).length > 0)
    done(await provider.saveChanges('companies', id, { ...details, ...because }, etag));
  if (PROMOTION.some((name) => name in changes)) {
    const promotion = Object.fromEntries(PROMOTION.map((name) => [name, values[name]]));
    done(await provider.savePromotion(id, { ...promotion, ...because }, etag));
  }
  if (isDemo !== undefined) done(await provider.saveDemo(id, isDemo, because, etag));
};
