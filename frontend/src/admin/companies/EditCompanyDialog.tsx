import { Box, Typography } from '@mui/material';
import type { Account } from '@portal/contract';
import { useMemo } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { CheckField } from '../../shared/form/CheckField.tsx';
import { Field } from '../../shared/form/Field.tsx';
import { FieldGrid } from '../../shared/form/FieldGrid.tsx';
import type { FormFrame } from '../dialogs/FormDialog.tsx';
import type { Revised } from '../kit/dataProvider.ts';
import { EditDialog, EditForm } from '../kit/EditDialog.tsx';
import {
  COMPANY_LABELS,
  type CompanyForm,
  companyFormSchema,
  companyToForm,
  saveCompany,
} from './companyForm.ts';

/** Edit Company (spec 2, Admin dashboard): details, demo or live, promotional flags. */
export default function EditCompanyDialog({
  id,
  onClose,
}: {
  readonly id: string;
  readonly onClose: () => void;
}) {
  return (
    <EditDialog<Account> resource="companies" id={id} title="Edit Company" onClose={onClose}>
      {(initial, frame) => <EditCompany initial={initial} frame={frame} />}
    </EditDialog>
  );
}

function EditCompany({ initial, frame }: { readonly initial: Revised<Account>; readonly frame: FormFrame }) {
  const { record: company } = initial;
  const schema = useMemo(() => companyFormSchema(company), [company]);
  return (
    <EditForm
      initial={initial}
      frame={frame}
      schema={schema}
      toForm={companyToForm}
      save={saveCompany}
      done="Company updated"
      failed="Failed to update company."
      labels={COMPANY_LABELS}
    >
      {(form) => <CompanyFields form={form} company={company} />}
    </EditForm>
  );
}

interface CompanyFieldsProps {
  readonly form: UseFormReturn<CompanyForm, unknown, z.output<ReturnType<typeof companyFormSchema>>>;
  readonly company: Account;
}

function CompanyFields({ form, company }: CompanyFieldsProps) {
  const at = <Name extends keyof typeof COMPANY_LABELS>(name: Name) =>
    ({ form, name, label: COMPANY_LABELS[name] }) as const;
  return (
    <>
      <Field {...at('company_name')} required />
      {/* one name to people, unless somebody gave the account another */}
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
      <Box component="fieldset" sx={{ m: 0, p: 0, border: 0, minWidth: 0 }}>
        <Typography component="legend" sx={{ fontWeight: 650, mb: 0.5 }}>
          Account
        </Typography>
        <CheckField {...at('is_demo_account')} />
        <Typography variant="body2" color="text.secondary" sx={{ mb: 1 }}>
          Demo accounts use sandbox payment credentials; live accounts use production credentials.
        </Typography>
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
              hint="Dollars per reader and month."
            />
            <Field {...at('promotional_months')} type="number" min={1} />
          </FieldGrid>
        </Box>
      </Box>
    </>
  );
}
