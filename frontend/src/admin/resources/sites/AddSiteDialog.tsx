import { type AdminNewSiteForm, adminNewSiteSchema, paths, SITE_BILLING } from '@portal/contract';
import { MAX_PANELS_SELECT, SOFTWARE_VERSIONS } from '@portal/domain/values';
import { Field, FieldGrid } from '../../../shared/form/Field.tsx';
import { useZodForm } from '../../../shared/form/useZodForm.ts';
import { PostDialog } from '../../kit/PostDialog.tsx';
import { CompanyField } from '../../records/companyChoice.tsx';
import { SITE_LABELS, SiteFields } from './SiteFields.tsx';

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
export default function AddSiteDialog({ onClose }: { readonly onClose: () => void }) {
  const form = useZodForm(adminNewSiteSchema, SAMPLE);
  return (
    <PostDialog
      title="Add New Site"
      onClose={onClose}
      form={form}
      submitLabel="Create Site"
      busyLabel="Creating..."
      path={paths.admin.sites}
      bodyOf={() => form.getValues()}
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
    </PostDialog>
  );
}
