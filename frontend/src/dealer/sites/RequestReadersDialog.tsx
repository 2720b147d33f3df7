import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import { paths, readerChangeSchema, type Site } from '@portal/contract';
import { Field } from '../../shared/form/Field.tsx';
import { FormProblems } from '../../shared/form/problems.tsx';
import { showServerErrors, useZodForm } from '../../shared/form/useZodForm.ts';
import { useSiteCommand } from './commands.ts';
import { counted } from './siteWords.ts';

/** Asks an administrator for another reader count (S2-6: only an administrator changes it). */
export default function RequestReadersDialog({
  site,
  onClose,
}: {
  readonly site: Site;
  readonly onClose: () => void;
}) {
  const form = useZodForm(readerChangeSchema, {
    number_of_readers: site.requested_readers ?? site.number_of_readers,
    note: site.requested_readers_note ?? '',
  });
  const ask = useSiteCommand<{ readonly number_of_readers: string; readonly note: string }>({
    method: 'POST',
    path: paths.readerChange(site.id),
    done: ({ number_of_readers }) => ({
      title: 'Request Sent',
      description: `An administrator decides about ${counted(number_of_readers, 'reader')}.`,
    }),
    failed: { title: 'Request Failed', fallback: 'The request was not sent. Please try again.' },
  });
  const { errors, submitCount } = form.formState;
  return (
    <Dialog open onClose={onClose} aria-labelledby="readers-title" maxWidth="xs" fullWidth>
      <DialogTitle id="readers-title">Request reader change</DialogTitle>
      <form
        noValidate
        onSubmit={form.handleSubmit(({ number_of_readers, note = '' }) => {
          if (ask.isPending) return;
          ask.mutate(
            { number_of_readers: String(number_of_readers), note },
            { onSuccess: onClose, onError: (error) => showServerErrors(form, error) },
          );
        })}
      >
        <DialogContent>
          <Stack spacing={2.5}>
            <DialogContentText>
              {site.site_name} has {counted(site.number_of_readers, 'reader')}. You get an answer by mail.
            </DialogContentText>
            <Field
              form={form}
              name="number_of_readers"
              label="Number of readers"
              type="number"
              min={1}
              required
            />
            <Field form={form} name="note" label="Note" lines={3} hint="Why, for whoever decides." />
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="contained" aria-disabled={ask.isPending}>
            {ask.isPending ? 'Sending...' : 'Send Request'}
          </Button>
        </DialogActions>
        <FormProblems errors={errors} submits={submitCount} />
      </form>
    </Dialog>
  );
}
