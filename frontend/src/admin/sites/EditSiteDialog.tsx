import { adminSitePatchSchema, type Site } from '@portal/contract';
import { SOFTWARE_VERSIONS, US_STATE_CODES } from '@portal/domain/values';
import type { ReactNode } from 'react';
import { Field } from '../../shared/form/Field.tsx';
import { FieldGrid } from '../../shared/form/FieldGrid.tsx';
import { CompanyName } from '../companies/CompanyName.tsx';
import { CompanyField } from '../dialogs/CompanyField.tsx';
import { ConflictNotice, showPlain } from '../dialogs/ConflictNotice.tsx';
import { EditDialog } from '../dialogs/EditDialog.tsx';
import { FormBody } from '../dialogs/FormBody.tsx';
import type { FormFrame } from '../dialogs/FormDialog.tsx';
import { ReasonField } from '../dialogs/ReasonField.tsx';
import { useEditForm } from '../dialogs/useEditForm.ts';
import type { Revised } from '../providers/dataProvider.ts';
import { SITE_LABELS, siteToForm } from './siteForm.ts';

/** Edit Site (spec 2, Admin dashboard); the status is changed by its verbs alone. */
export default function EditSiteDialog({
  id,
  onClose,
}: {
  readonly id: string;
  readonly onClose: () => void;
}) {
  return (
    <EditDialog<Site> resource="sites" id={id} title="Edit Site" onClose={onClose}>
      {(initial, frame) => <EditSite initial={initial} frame={frame} />}
    </EditDialog>
  );
}

function EditSite({ initial, frame }: { readonly initial: Revised<Site>; readonly frame: FormFrame }) {
  const { form, busy, submit, conflict, useTheirs } = useEditForm({
    initial,
    frame,
    schema: adminSitePatchSchema,
    toForm: siteToForm,
    save: ({ provider, before, changes, because }) =>
      provider.saveChanges('sites', before.record.id, { ...changes, ...because }, before.etag),
    done: 'Site updated',
    failed: 'Failed to update site.',
  });
  const { software_version: software } = initial.record;
  const known = SOFTWARE_VERSIONS.some((version) => version === software);
  return (
    <FormBody
      frame={frame}
      form={form}
      busy={busy}
      submitLabel="Save Changes"
      onSubmit={submit}
      notice={
        <ConflictNotice conflict={conflict} labels={SITE_LABELS} onUseTheirs={useTheirs} show={showValue} />
      }
    >
      <FieldGrid columns="2fr 1fr">
        <Field form={form} name="site_name" label={SITE_LABELS.site_name} required />
        <Field
          form={form}
          name="software_version"
          label={SITE_LABELS.software_version}
          options={software === null || known ? SOFTWARE_VERSIONS : [...SOFTWARE_VERSIONS, software]}
        />
      </FieldGrid>
      <CompanyField form={form} name="account_id" label={SITE_LABELS.account_id} required />
      <Field form={form} name="site_address" label={SITE_LABELS.site_address} />
      <FieldGrid columns="2fr 1fr 1fr">
        <Field form={form} name="site_city" label={SITE_LABELS.site_city} />
        <Field form={form} name="site_state" label={SITE_LABELS.site_state} options={US_STATE_CODES} />
        <Field form={form} name="site_zip" label={SITE_LABELS.site_zip} />
      </FieldGrid>
      <FieldGrid columns="1fr 1fr 1fr">
        <Field
          form={form}
          name="number_of_acu_panels"
          label={SITE_LABELS.number_of_acu_panels}
          type="number"
          min={0}
        />
        <Field
          form={form}
          name="number_of_readers"
          label={SITE_LABELS.number_of_readers}
          type="number"
          min={0}
        />
        <Field
          form={form}
          name="custom_reader_rate"
          label={SITE_LABELS.custom_reader_rate}
          type="number"
          min={0}
          step={0.01}
          hint="Blank for the dealer's default."
        />
      </FieldGrid>
      <Field form={form} name="site_notes" label={SITE_LABELS.site_notes} lines={2} />
      <Field form={form} name="additional_info" label={SITE_LABELS.additional_info} lines={2} />
      <ReasonField form={form} />
    </FormBody>
  );
}

function showValue(field: string, value: unknown): ReactNode {
  if (field === 'account_id') return <CompanyName id={typeof value === 'string' ? value : null} />;
  return showPlain(field, value);
}
