import type { AdminSitePatchForm, Site } from '@portal/contract';
import { mapValues, SITE_INPUTS, US_STATE_CODES } from '@portal/domain/values';
import { Field, FieldGrid } from '../../../shared/form/Field.tsx';
import { textInputs } from '../../../shared/form/texts.ts';
import { rateInput } from '../../kit/fields.tsx';

/** Labels of a site's fields. */
export const SITE_LABELS = {
  site_name: 'Site name',
  software_version: 'Software version',
  site_address: 'Address',
  site_city: 'City',
  site_state: 'State',
  site_zip: 'ZIP code',
  number_of_acu_panels: 'ACU panels',
  number_of_readers: 'Readers',
  account_id: 'Assign to Company',
  custom_reader_rate: 'Custom Reader Rate',
  ...mapValues(SITE_INPUTS, ({ label }) => label),
} as const;

/** A site as values of the Edit Site form. */
export function siteToForm(site: Site): AdminSitePatchForm {
  return {
    site_name: site.site_name,
    site_address: site.site_address,
    site_city: site.site_city,
    site_state: US_STATE_CODES.find((code) => code === site.site_state) ?? '',
    site_zip: site.site_zip,
    software_version: site.software_version ?? '',
    number_of_acu_panels: site.number_of_acu_panels,
    number_of_readers: site.number_of_readers,
    account_id: site.account_id,
    custom_reader_rate: rateInput(site.custom_reader_rate),
    ...textInputs(SITE_INPUTS, site),
    confirm_short_notice: false,
    reason: '',
  };
}

interface SiteFieldsProps {
  /** The panels to choose from; any number where none are given. */
  readonly panels?: readonly string[];
}

/** Address and billing fields that Add New Site and Edit Site share. */
export function SiteFields({ panels }: SiteFieldsProps) {
  const at = (name: keyof typeof SITE_LABELS) => ({ name, label: SITE_LABELS[name] });
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
