import { DialogContentText, Typography } from '@mui/material';
import {
  paths,
  SITE_BILLING,
  type Site,
  type SiteDetailsForm,
  siteDetailsSchema,
  siteSchema,
} from '@portal/contract';
import { DEALER_SITE_INPUTS, mapValues, US_STATE_CODES } from '@portal/domain/values';
import { Field, FieldGrid, FixedField } from '../../shared/form/Field.tsx';
import { showServerErrors } from '../../shared/form/Form.tsx';
import { FormBody } from '../../shared/form/FormDialog.tsx';
import { RevisedDialog, useRevisedForm } from '../../shared/form/RevisedDialog.tsx';
import {
  SITE_ADDRESS_LABELS,
  SiteAddressFields,
  TextFields,
  textInputs,
} from '../../shared/form/SiteAddressFields.tsx';
import { messageOf, type Revised } from '../../shared/http/http.ts';
import { ConfirmDialog } from '../../shared/ui/ConfirmDialog.tsx';
import { ConflictNotice } from '../../shared/ui/ConflictNotice.tsx';
import { useSitePatch } from './queries.ts';

type Details = Required<SiteDetailsForm>;

function fieldsOf(site: Site): Details {
  const state = US_STATE_CODES.find((code) => code === site.site_state);
  return {
    // a state outside the list must be chosen again
    site_state: (state ?? '') as Details['site_state'],
    site_name: site.site_name,
    site_address: site.site_address,
    site_city: site.site_city,
    site_zip: site.site_zip,
    number_of_acu_panels: site.number_of_acu_panels,
    ...textInputs(DEALER_SITE_INPUTS, site),
  };
}

const LABELS = {
  ...SITE_ADDRESS_LABELS,
  number_of_acu_panels: 'Number of ACU panels',
  ...mapValues(DEALER_SITE_INPUTS, ({ label }) => label),
} as const;

interface EditSiteDialogProps {
  readonly site: { readonly id: string };
  readonly onClose: () => void;
}

/** The details that a dealer may change; the reader count is shown only (S2-5). */
export function EditSiteDialog({ site: { id }, onClose }: EditSiteDialogProps) {
  return (
    <RevisedDialog
      title="Edit Site"
      unread={(error) => messageOf(error, 'The site could not be read.')}
      path={paths.site(id)}
      parse={(answer) => siteSchema.parse(answer)}
      onClose={onClose}
    >
      {(initial) => <EditSiteForm initial={initial} onClose={onClose} />}
    </RevisedDialog>
  );
}

/** Sends the changed fields only. */
function EditSiteForm({
  initial,
  onClose,
}: {
  readonly initial: Revised<Site>;
  readonly onClose: () => void;
}) {
  const { form, base, conflict, changesOf, takeConflict, useTheirs } = useRevisedForm({
    initial,
    schema: siteDetailsSchema,
    toForm: fieldsOf,
  });
  const patch = useSitePatch(initial.record.id, {
    done: { title: 'Site Updated', description: 'The details of the site have been saved.' },
    failed: { title: 'Update Failed', fallback: 'The site was not changed. Please try again.' },
    onDone: onClose,
  });
  const submit = form.handleSubmit((details) => {
    if (patch.isPending) return;
    // a blank count stays unchanged
    const texts = Object.entries(details).flatMap(([field, value]) =>
      value === undefined ? [] : [[field, String(value)]],
    );
    const changes = changesOf(Object.fromEntries(texts));
    if (Object.keys(changes).length === 0) return onClose();
    patch.mutate(
      { changes, etag: base.current.etag },
      { onError: (error) => takeConflict(error) || showServerErrors(form, error) },
    );
  });
  return (
    <FormBody
      form={form}
      keepAs={initial.record.id}
      labels={LABELS}
      busy={patch.isPending}
      submitLabel="Save Changes"
      onSubmit={submit}
      notice={<ConflictNotice conflict={conflict} labels={LABELS} onUseTheirs={useTheirs} />}
    >
      <SiteAddressFields />
      <FieldGrid>
        <Field name="number_of_acu_panels" label={LABELS.number_of_acu_panels} type="number" min={1} />
        <FixedField
          id="number_of_readers"
          label="Number of readers"
          value={initial.record.number_of_readers}
          hint="Reader count can only be changed by an admin."
        />
      </FieldGrid>
      {/* notes and other texts: backend/domain/src/values/siteTexts.ts */}
      <TextFields texts={DEALER_SITE_INPUTS} lines={3} />
    </FormBody>
  );
}

/** The consequences of each change (S2-4). */
const CHANGES = {
  inactive: {
    verb: 'Deactivate',
    pending: 'Deactivating...',
    means: [
      `It is ${SITE_BILLING.off}. ${SITE_BILLING.issued}`,
      'Its users lose access.',
      'Support for it is limited.',
    ],
  },
  active: {
    verb: 'Reactivate',
    pending: 'Reactivating...',
    means: [`It is ${SITE_BILLING.on}.`, 'Technical support is available for it.', 'Users regain access.'],
  },
} as const;

interface StatusDialogProps {
  readonly site: Site;
  readonly status: keyof typeof CHANGES;
  readonly onClose: () => void;
}

/** Asks before a site is deactivated or reactivated. */
export function StatusDialog({ site, status, onClose }: StatusDialogProps) {
  const change = CHANGES[status];
  const patch = useSitePatch(site.id, {
    done: { title: 'Status Updated', description: `${site.site_name} is now ${status}.` },
    failed: { title: 'Status Update Failed', fallback: 'The site keeps its status. Please try again.' },
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={`${change.verb} ${site.site_name}?`}
      action={change.verb}
      pendingAction={change.pending}
      destructive={status === 'inactive'}
      pending={patch.isPending}
      onConfirm={() => patch.mutate({ changes: { status }, etag: null })}
      onClose={onClose}
    >
      <DialogContentText>When the site is {status}:</DialogContentText>
      <Typography component="ul" color="text.secondary" sx={{ pl: 3, mb: 0 }}>
        {change.means.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </Typography>
    </ConfirmDialog>
  );
}
