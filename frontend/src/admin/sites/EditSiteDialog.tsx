import { adminSitePatchSchema, type Site } from '@portal/contract';
import { SITE_INPUTS, SOFTWARE_VERSIONS } from '@portal/domain/values';
import type { ReactNode } from 'react';
import { Field, FieldGrid } from '../../shared/form/Field.tsx';
import type { FormFrame } from '../../shared/form/FormDialog.tsx';
import type { Revised } from '../../shared/form/RevisedDialog.tsx';
import { TextFields } from '../../shared/form/TextFields.tsx';
import { showPlain } from '../../shared/ui/ConflictNotice.tsx';
import { EditDialog, EditForm, saveFields } from '../kit/EditDialog.tsx';
import { ShortNoticeField } from '../kit/fields.tsx';
import { CompanyField } from '../records/companyChoice.tsx';
import { CompanyName } from '../records/links.tsx';
import { SITE_LABELS, SiteFields, siteToForm } from './SiteFields.tsx';

/** Edit Site (S2-2-admin); the status is changed by its actions alone. */
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
  const { software_version: software } = initial.record;
  const known = SOFTWARE_VERSIONS.some((version) => version === software);
  return (
    <EditForm
      initial={initial}
      frame={frame}
      schema={adminSitePatchSchema}
      toForm={siteToForm}
      save={saveFields('sites')}
      done="Site updated"
      failed="Failed to update site."
      labels={SITE_LABELS}
      show={showValue}
    >
      {(form) => (
        <>
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
          <SiteFields form={form} />
          <TextFields form={form} texts={SITE_INPUTS} lines={2} />
          <ShortNoticeField form={form} />
        </>
      )}
    </EditForm>
  );
}

function showValue(field: string, value: unknown): ReactNode {
  if (field === 'account_id') return <CompanyName id={typeof value === 'string' ? value : null} />;
  return showPlain(field, value);
}
