import { US_STATE_CODES } from '@portal/domain/values';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { Field, FieldGrid } from './Field.tsx';

export const SITE_ADDRESS_LABELS = {
  site_name: 'Site name',
  site_address: 'Address',
  site_city: 'City',
  site_state: 'State',
  site_zip: 'ZIP code',
} as const;

interface SiteAddressFieldsProps<Input extends FieldValues, Output> {
  readonly form: UseFormReturn<Input, unknown, Output>;
  /** Of the form's field names. */
  readonly prefix?: string;
}

/** Name and address of a site, all required. */
export function SiteAddressFields<Input extends FieldValues, Output>({
  form,
  prefix = '',
}: SiteAddressFieldsProps<Input, Output>) {
  const at = (field: keyof typeof SITE_ADDRESS_LABELS) => ({
    form,
    name: `${prefix}${field}` as FieldPath<Input>,
    label: SITE_ADDRESS_LABELS[field],
    required: true,
  });
  return (
    <>
      <Field {...at('site_name')} />
      <Field {...at('site_address')} />
      <FieldGrid columns="2fr 1fr 1fr">
        <Field {...at('site_city')} />
        <Field {...at('site_state')} options={US_STATE_CODES} />
        <Field {...at('site_zip')} />
      </FieldGrid>
    </>
  );
}
