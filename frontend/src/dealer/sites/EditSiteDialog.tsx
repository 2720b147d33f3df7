import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import {
  paths,
  problemSchema,
  type Site,
  type SiteDetailsForm,
  siteDetailsSchema,
  siteSchema,
} from '@portal/contract';
import { DEALER_SITE_INPUTS, mapValues, US_STATE_CODES } from '@portal/domain/values';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Field, FieldGrid, FixedField } from '../../shared/form/Field.tsx';
import { FormProblems } from '../../shared/form/problems.tsx';
import { TextFields } from '../../shared/form/TextFields.tsx';
import { textInputs } from '../../shared/form/texts.ts';
import { showServerErrors, useZodForm } from '../../shared/form/useZodForm.ts';
import { HttpError, messageOf, readRevised } from '../../shared/http/http.ts';
import { PageSpinner } from '../../shared/layout/Spinner.tsx';
import { type Conflict, ConflictNotice } from '../../shared/ui/ConflictNotice.tsx';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import { useSitePatch } from './commands.ts';

/** A site and the revision at which it was read. */
interface RevisedSite {
  readonly site: Site;
  readonly etag: string | null;
}

type Details = Required<SiteDetailsForm>;
type FieldName = keyof Details;

/** The details of a site as the form's fields hold them. */
function fieldsOf(site: Site): Partial<Details> {
  const state = US_STATE_CODES.find((code) => code === site.site_state);
  return {
    ...(state ? { site_state: state } : {}),
    site_name: site.site_name,
    site_address: site.site_address,
    site_city: site.site_city,
    site_zip: site.site_zip,
    number_of_acu_panels: site.number_of_acu_panels,
    ...textInputs(DEALER_SITE_INPUTS, site),
  };
}

const texts = {
  done: { title: 'Site Updated', description: 'The details of the site have been saved.' },
  failed: { title: 'Update Failed', fallback: 'The site was not changed. Please try again.' },
};

/** What a 412 says about who was faster; null for any other refusal. */
function conflictOf(error: unknown): Conflict | null {
  if (!(error instanceof HttpError) || error.status !== 412) return null;
  return problemSchema.shape.conflict.safeParse(error.conflict).data ?? null;
}

/**
 * The edit-site form: sends the changed fields alone, at the revision that was read. Where somebody else was faster it
 * takes over what they changed, keeps what was entered here, and tells both values; saving again is then on top of
 * theirs.
 */
function useSiteForm(initial: RevisedSite, close: () => void) {
  const base = useRef(initial);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const form = useZodForm(siteDetailsSchema, fieldsOf(initial.site));
  const patch = useSitePatch(initial.site.id, texts);

  const changed = (values: Readonly<Record<string, unknown>>) => {
    const before: Readonly<Record<string, unknown>> = fieldsOf(base.current.site);
    return Object.entries(values).filter(
      ([field, value]) => String(value ?? '') !== String(before[field] ?? ''),
    );
  };
  const rebase = (found: Conflict) => {
    const mine = Object.fromEntries(changed(form.getValues()));
    const now = siteSchema.safeParse({ ...base.current.site, ...found.current });
    base.current = { site: now.data ?? base.current.site, etag: found.etag };
    form.reset({ ...fieldsOf(base.current.site), ...mine });
    setConflict(found);
  };

  const submit = form.handleSubmit((details) => {
    if (patch.isPending) return;
    // a count that was left blank keeps what it was
    const texts = changed(details).flatMap(([field, value]) =>
      value === undefined ? [] : [[field, String(value)]],
    );
    if (texts.length === 0) return close();
    patch.mutate(
      { changes: Object.fromEntries(texts), etag: base.current.etag },
      {
        onSuccess: close,
        onError(error) {
          const found = conflictOf(error);
          if (found === null) showServerErrors(form, error);
          else rebase(found);
        },
      },
    );
  });
  /** Gives up what was entered in a field for what the others made of it. */
  const useTheirs = (field: string) => {
    const theirs = fieldsOf(base.current.site)[field as FieldName];
    if (theirs !== undefined) form.setValue(field as FieldName, theirs);
  };
  return { form, submit, busy: patch.isPending, conflict, useTheirs };
}

const LABELS = {
  site_name: 'Site name',
  site_address: 'Address',
  site_city: 'City',
  site_state: 'State',
  site_zip: 'ZIP code',
  number_of_acu_panels: 'Number of ACU panels',
  ...mapValues(DEALER_SITE_INPUTS, ({ label }) => label),
} as const;

interface EditSiteDialogProps {
  readonly site: { readonly id: string };
  readonly onClose: () => void;
}

/**
 * The details a dealer may change; the reader count is shown and only an administrator's to change (S2-5).
 * Reads the site anew, with the revision that saving is checked against.
 */
export default function EditSiteDialog({ site: { id }, onClose }: EditSiteDialogProps) {
  const path = paths.site(id);
  const { data, error, refetch } = useQuery({
    queryKey: ['editing', path],
    queryFn: async (): Promise<RevisedSite> => {
      const { json, etag } = await readRevised(path);
      return { site: siteSchema.parse(json), etag };
    },
    gcTime: 0,
    refetchOnMount: 'always',
  });
  return (
    <Dialog open onClose={onClose} aria-labelledby="edit-title" maxWidth="sm" fullWidth>
      <DialogTitle id="edit-title">Edit Site</DialogTitle>
      {data === undefined ? (
        <>
          <DialogContent sx={{ minHeight: 360 }}>
            {error ? (
              <LoadProblem text={messageOf(error, 'The site could not be read.')} onRetry={refetch} />
            ) : (
              <PageSpinner />
            )}
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
          </DialogActions>
        </>
      ) : (
        <EditSiteForm initial={data} onClose={onClose} />
      )}
    </Dialog>
  );
}

function EditSiteForm({ initial, onClose }: { readonly initial: RevisedSite; readonly onClose: () => void }) {
  const { form, submit, busy, conflict, useTheirs } = useSiteForm(initial, onClose);
  const { errors, submitCount } = form.formState;
  return (
    <form noValidate onSubmit={submit}>
      <DialogContent>
        <Stack spacing={2.5} sx={{ pt: 1 }}>
          <ConflictNotice conflict={conflict} labels={LABELS} onUseTheirs={useTheirs} />
          <Field form={form} name="site_name" label={LABELS.site_name} required />
          <Field form={form} name="site_address" label={LABELS.site_address} required />
          <FieldGrid columns="2fr 1fr 1fr">
            <Field form={form} name="site_city" label={LABELS.site_city} required />
            <Field
              form={form}
              name="site_state"
              label={LABELS.site_state}
              options={US_STATE_CODES}
              required
            />
            <Field form={form} name="site_zip" label={LABELS.site_zip} required />
          </FieldGrid>
          <FieldGrid>
            <Field
              form={form}
              name="number_of_acu_panels"
              label={LABELS.number_of_acu_panels}
              type="number"
              min={1}
            />
            <FixedField
              id="number_of_readers"
              label="Number of readers"
              value={initial.site.number_of_readers}
              hint="Reader count can only be changed by an admin."
            />
          </FieldGrid>
          <TextFields form={form} texts={DEALER_SITE_INPUTS} lines={3} />
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="contained" aria-disabled={busy}>
          {busy ? 'Saving...' : 'Save Changes'}
        </Button>
      </DialogActions>
      <FormProblems errors={errors} submits={submitCount} />
    </form>
  );
}
