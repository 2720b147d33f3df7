import {
  type AdminNewSiteForm,
  type AdminSitePatchForm,
  adminNewSiteSchema,
  adminSitePatchSchema,
  paths,
  SITE_BILLING,
  type Site,
} from '@portal/contract';
import {
  MAX_PANELS_SELECT,
  mapValues,
  SITE_INPUTS,
  SOFTWARE_VERSIONS,
  US_STATE_CODES,
} from '@portal/domain/values';
import type { ReactNode } from 'react';
import { Field, FieldGrid } from '../../../shared/form/Field.tsx';
import { useZodForm } from '../../../shared/form/Form.tsx';
import { TextFields, textInputs } from '../../../shared/form/SiteAddressFields.tsx';
import { showPlain } from '../../../shared/ui/ConflictNotice.tsx';
import { usePortal } from '../../dataProvider/index.ts';
import { CommandDialog } from '../../kit/CommandDialog.tsx';
import { EditDialog, type EditProps } from '../../kit/EditDialog.tsx';
import { rateInput, ShortNoticeField } from '../../kit/rateFields.tsx';
import { CompanyField } from '../../records/companyChoice.tsx';
import { CompanyName } from '../../records/links.tsx';

const SITE_LABELS = {
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

const siteToForm = (site: Site): AdminSitePatchForm => ({
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
});

interface SiteFieldsProps {
  /** The panels to choose from; any number where none are given. */
  readonly panels?: readonly string[];
}

/** Address and billing fields that Add New Site and Edit Site share. */
function SiteFields({ panels }: SiteFieldsProps) {
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

/** The sample address of the form (S2-9). */
const SAMPLE = {
  site_name: '',
  software_version: '',
  site_address: '123 Main Street',
  site_city: 'Staten Island',
  site_state: 'NY',
  site_zip: '10311',
  number_of_acu_panels: '1',
  number_of_readers: '1',
  account_id: '',
  custom_reader_rate: '',
} satisfies AdminNewSiteForm;

const PANELS = Array.from({ length: MAX_PANELS_SELECT }, (_, index) => String(index + 1));

/** Add New Site (S2-2-admin): active at once (rule D11). */
export function AddSiteDialog({ onClose }: { readonly onClose: () => void }) {
  const portal = usePortal();
  const form = useZodForm(adminNewSiteSchema, SAMPLE);
  return (
    <CommandDialog
      title="Add New Site"
      onClose={onClose}
      form={form}
      submitLabel="Create Site"
      busyLabel="Creating..."
      keepAs="sites"
      send={() => portal.create('sites', { data: form.getValues() })}
      done="Site created"
      failed="Failed to create site."
    >
      <CompanyField
        name="account_id"
        label="Company"
        required
        hint={`The site is active immediately and ${SITE_BILLING.on}.`}
      />
      <FieldGrid columns="2fr 1fr">
        <Field name="site_name" label={SITE_LABELS.site_name} required />
        <Field
          name="software_version"
          label={`${SITE_LABELS.software_version} (optional)`}
          options={SOFTWARE_VERSIONS}
        />
      </FieldGrid>
      <SiteFields panels={PANELS} />
    </CommandDialog>
  );
}

/** Edit Site (S2-2-admin); the status is changed by its actions alone. */
export const EditSiteDialog = ({ id, onClose }: EditProps) => (
  <EditDialog
    path={paths.admin.site(id)}
    title="Edit Site"
    onClose={onClose}
    schema={() => adminSitePatchSchema}
    toForm={siteToForm}
    done="Site updated"
    failed="Failed to update site."
    labels={SITE_LABELS}
    show={showValue}
  >
    {(site) => (
      <>
        <FieldGrid columns="2fr 1fr">
          <Field name="site_name" label={SITE_LABELS.site_name} required />
          <Field
            name="software_version"
            label={SITE_LABELS.software_version}
            options={versionsWith(site.software_version)}
          />
        </FieldGrid>
        <CompanyField name="account_id" label={SITE_LABELS.account_id} required />
        <SiteFields />
        <TextFields texts={SITE_INPUTS} lines={2} />
        <ShortNoticeField />
      </>
    )}
  </EditDialog>
);

/** The versions to choose from, with the site's own. */
const versionsWith = (own: string | null): readonly string[] =>
  own === null ? SOFTWARE_VERSIONS : [...new Set([...SOFTWARE_VERSIONS, own])];

function showValue(field: string, value: unknown): ReactNode {
  if (field === 'account_id') return <CompanyName id={typeof value === 'string' ? value : null} />;
  return showPlain(field, value);
}
