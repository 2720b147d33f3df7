import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import { type Site, siteDetailsSchema } from '@portal/contract';
import { US_STATE_CODES } from '@portal/domain/values';
import { Field } from '../../shared/form/Field.tsx';
import { FieldGrid } from '../../shared/form/FieldGrid.tsx';
import { FixedField } from '../../shared/form/FixedField.tsx';
import { FormProblems } from '../../shared/form/FormProblems.tsx';
import { showServerErrors, useZodForm } from '../../shared/form/useZodForm.ts';
import { useSitePatch } from './useSitePatch.ts';

/** The details a dealer may change; the reader count is shown and only an administrator's to change (spec 2, section 5). */
export default function EditSiteDialog({
  site,
  onClose,
}: {
  readonly site: Site;
  readonly onClose: () => void;
}) {
  const state = US_STATE_CODES.find((code) => code === site.site_state);
  const form = useZodForm(siteDetailsSchema, {
    ...(state ? { site_state: state } : {}),
    site_name: site.site_name,
    site_address: site.site_address,
    site_city: site.site_city,
    site_zip: site.site_zip,
    number_of_acu_panels: site.number_of_acu_panels,
    site_notes: site.site_notes ?? '',
  });
  const patch = useSitePatch(site.id, {
    done: { title: 'Site Updated', description: 'The details of the site have been saved.' },
    failed: { title: 'Update Failed', fallback: 'The site was not changed. Please try again.' },
  });
  const { errors, submitCount } = form.formState;
  return (
    <Dialog open onClose={onClose} aria-labelledby="edit-title" maxWidth="sm" fullWidth>
      <DialogTitle id="edit-title">Edit Site</DialogTitle>
      <form
        noValidate
        onSubmit={form.handleSubmit((details) => {
          if (patch.isPending) return;
          const body = { ...details, number_of_acu_panels: String(details.number_of_acu_panels) };
          patch.mutate(body, { onSuccess: onClose, onError: (error) => showServerErrors(form, error) });
        })}
      >
        <DialogContent>
          <Stack spacing={2.5} sx={{ pt: 1 }}>
            <Field form={form} name="site_name" label="Site name" required />
            <Field form={form} name="site_address" label="Address" required />
            <FieldGrid columns="2fr 1fr 1fr">
              <Field form={form} name="site_city" label="City" required />
              <Field form={form} name="site_state" label="State" options={US_STATE_CODES} required />
              <Field form={form} name="site_zip" label="ZIP code" required />
            </FieldGrid>
            <FieldGrid>
              <Field
                form={form}
                name="number_of_acu_panels"
                label="Number of ACU panels"
                type="number"
                min={1}
              />
              <FixedField
                id="number_of_readers"
                label="Number of readers"
                value={site.number_of_readers}
                hint="Reader count can only be changed by an admin."
              />
            </FieldGrid>
            <Field form={form} name="site_notes" label="Notes" lines={3} />
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="contained" aria-disabled={patch.isPending}>
            {patch.isPending ? 'Saving...' : 'Save Changes'}
          </Button>
        </DialogActions>
        <FormProblems errors={errors} submits={submitCount} />
      </form>
    </Dialog>
  );
}
