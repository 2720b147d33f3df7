import { adminSitePatchSchema, paths } from '@portal/contract';
import { SITE_INPUTS, SOFTWARE_VERSIONS } from '@portal/domain/values';
import type { ReactNode } from 'react';
import { Field, FieldGrid } from '../../../shared/form/Field.tsx';
import { TextFields } from '../../../shared/form/SiteAddressFields.tsx';
import { showPlain } from '../../../shared/ui/ConflictNotice.tsx';
import { EditDialog, type EditProps } from '../../kit/EditDialog.tsx';
import { ShortNoticeField } from '../../kit/fields.tsx';
import { CompanyField } from '../../records/companyChoice.tsx';
import { CompanyName } from '../../records/links.tsx';
import { SITE_LABELS, SiteFields, siteToForm } from './SiteFields.tsx';

/** Edit Site (S2-2-admin); the status is changed by its actions alone. */
export default function EditSiteDialog({ id, onClose }: EditProps) {
  return (
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
}

/** The versions to choose from, with the site's own. */
const versionsWith = (own: string | null): readonly string[] =>
  own === null ? SOFTWARE_VERSIONS : [...new Set([...SOFTWARE_VERSIONS, own])];

function showValue(field: string, value: unknown): ReactNode {
  if (field === 'account_id') return <CompanyName id={typeof value === 'string' ? value : null} />;
  return showPlain(field, value);
}
