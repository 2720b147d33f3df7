import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import { paths, siteSchema } from '@portal/contract';
import { DEALER_SITE_INPUTS, mapValues, US_STATE_CODES } from '@portal/domain/values';
import { useQuery } from '@tanstack/react-query';
import { Field, FieldGrid, FixedField } from '../../shared/form/Field.tsx';
import { FormProblems } from '../../shared/form/problems.tsx';
import { TextFields } from '../../shared/form/TextFields.tsx';
import { messageOf, readRevised } from '../../shared/http/http.ts';
import { PageSpinner } from '../../shared/layout/Spinner.tsx';
import { ConflictNotice } from '../../shared/ui/ConflictNotice.tsx';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import { type RevisedSite, useSiteForm } from './useSiteForm.ts';

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
 * The details a dealer may change; the reader count is shown and only an administrator's to change (spec 2, section 5).
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
