import { US_STATE_CODES } from '@portal/domain/values';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { Field } from '../../shared/form/Field.tsx';
import { FieldGrid } from '../../shared/form/FieldGrid.tsx';
import { SITE_LABELS } from './siteForm.ts';

interface SiteFieldsProps<Input extends FieldValues, Output> {
  readonly form: UseFormReturn<Input, unknown, Output>;
  /** The panels to choose from; any number where none are given. */
  readonly panels?: readonly string[];
}

/** The fields of a site that Add New Site and Edit Site share: where it stands, and what it is billed by. */
export function SiteFields<Input extends FieldValues, Output>({
  form,
  panels,
}: SiteFieldsProps<Input, Output>) {
  const at = (field: keyof typeof SITE_LABELS) =>
    ({ form, name: field as FieldPath<Input>, label: SITE_LABELS[field] }) as const;
  return (
    <>
      <Field {...at('site_address')} />
      <FieldGrid columns="2fr 1fr 1fr">
        <Field {...at('site_city')} />
        <Field {...at('site_state')} options={US_STATE_CODES} />
        <Field {...at('site_zip')} />
      </FieldGrid>
      <FieldGrid columns="1fr 1fr 1fr">
        {panels === undefined ? (
          <Field {...at('number_of_acu_panels')} type="number" min={0} />
        ) : (
          <Field {...at('number_of_acu_panels')} options={panels} required />
        )}
        <Field {...at('number_of_readers')} type="number" min={0} />
        <Field
          {...at('custom_reader_rate')}
          type="number"
          min={0}
          step={0.01}
          hint="Blank for the dealer's default."
        />
      </FieldGrid>
    </>
  );
}
