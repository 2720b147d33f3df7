import { Alert, Box, Button, Card, CardContent, Skeleton, Stack } from '@mui/material';
import { type PortalSettings, paths } from '@portal/contract';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { Field } from '../../shared/form/Field.tsx';
import { FormProblems } from '../../shared/form/FormProblems.tsx';
import { useZodForm } from '../../shared/form/useZodForm.ts';
import { useSend } from '../dialogs/useSend.ts';
import { InvoicingSections } from '../invoicing/InvoicingSections.tsx';
import { PageHeading } from '../layout/PageHeading.tsx';
import type { AdminDataProvider } from '../providers/dataProvider.ts';
import { formOfReminders, remindersForm } from './remindersForm.ts';

/** When dealers are reminded of an invoice: what administrators may set. */
export default function RemindersPage() {
  const { data, error, refetch } = useQuery<PortalSettings>({ queryKey: [paths.admin.portalSettings] });
  return (
    <>
      <InvoicingSections />
      <PageHeading
        title="Reminders"
        lead="Dealers are reminded by mail of an invoice that is due, and of one that is overdue."
      />
      <Card variant="outlined" sx={{ maxWidth: 560 }}>
        <CardContent sx={{ p: 3 }}>
          {error && (
            <Alert
              severity="error"
              action={
                <Button color="inherit" size="small" onClick={() => void refetch()}>
                  Try again
                </Button>
              }
            >
              The settings could not be loaded. {error.message}
            </Alert>
          )}
          {data === undefined && !error && <Skeleton variant="rounded" height={200} />}
          {data !== undefined && <RemindersForm key={JSON.stringify(data)} settings={data} />}
        </CardContent>
      </Card>
    </>
  );
}

function RemindersForm({ settings }: { readonly settings: PortalSettings }) {
  const provider = useDataProvider<AdminDataProvider>();
  const form = useZodForm(remindersForm, formOfReminders(settings));
  const { busy, send } = useSend(form, {
    done: 'Reminders saved',
    failed: 'Failed to save reminders.',
    close: () => undefined,
    stays: true,
  });
  const submit = form.handleSubmit((values) => send(() => provider.saveSettings(values)));
  const { errors, submitCount } = form.formState;
  return (
    <form noValidate onSubmit={submit}>
      <Stack spacing={2.5}>
        <Field
          form={form}
          name="remind_days_before_due"
          label="Days before the due date"
          type="number"
          min={0}
          required
          hint="0 to 14; 0 for no reminder before it is due."
        />
        <Field
          form={form}
          name="remind_days_overdue"
          label="Days after the due date"
          hint="Up to five numbers from 1 to 90, e.g. 3, 10, 30; blank for none."
        />
        <Box>
          <Button type="submit" variant="contained" aria-disabled={busy}>
            {busy ? 'Saving...' : 'Save'}
          </Button>
        </Box>
      </Stack>
      <FormProblems errors={errors} submits={submitCount} />
    </form>
  );
}
