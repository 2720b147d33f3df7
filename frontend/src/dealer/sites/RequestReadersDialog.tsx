import DialogContentText from '@mui/material/DialogContentText';
import { paths, readerChangeSchema, type Site } from '@portal/contract';
import { Field } from '../../shared/form/Field.tsx';
import { showServerErrors, useZodForm } from '../../shared/form/Form.tsx';
import { FormDialog } from '../../shared/form/FormDialog.tsx';
import { request } from '../../shared/http/http.ts';
import { counted } from '../../shared/text.ts';
import { useSiteCommand } from './queries.ts';

interface RequestReadersDialogProps {
  readonly site: Site;
  readonly onClose: () => void;
}

/** Asks an administrator, who alone may change it, for another reader count (S2-6). */
export function RequestReadersDialog({ site, onClose }: RequestReadersDialogProps) {
  const form = useZodForm(readerChangeSchema, {
    number_of_readers: site.requested_readers ?? site.number_of_readers,
    note: site.requested_readers_note ?? '',
  });
  const ask = useSiteCommand<{ readonly number_of_readers: string; readonly note: string }>({
    send: (body) => request('POST', paths.readerChange(site.id), body),
    done: ({ number_of_readers }) => ({
      title: 'Request sent',
      description: `An administrator will review the change to ${counted(number_of_readers, 'reader')}.`,
    }),
    failed: { title: 'Request failed', fallback: 'The request was not sent. Please try again.' },
    onDone: onClose,
  });
  return (
    <FormDialog
      title="Request reader change"
      width="xs"
      onClose={onClose}
      form={form}
      keepAs={site.id}
      busy={ask.isPending}
      submitLabel="Send request"
      busyLabel="Sending..."
      onSubmit={form.handleSubmit(({ number_of_readers, note = '' }) => {
        if (ask.isPending) return;
        const onError = (error: unknown) => showServerErrors(form, error);
        ask.mutate({ number_of_readers: String(number_of_readers), note }, { onError });
      })}
    >
      <DialogContentText>
        {site.site_name} has {counted(site.number_of_readers, 'reader')}. You will get an answer by email.
      </DialogContentText>
      <Field name="number_of_readers" label="Number of readers" type="number" min={1} required />
      <Field name="note" label="Note" lines={3} hint="Reason, shown to the administrator." />
    </FormDialog>
  );
}
