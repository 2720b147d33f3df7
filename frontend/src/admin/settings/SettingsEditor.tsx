import { Box, Button, Card, Stack, Typography } from '@mui/material';
import { type PortalSettings, paths, type SessionUser, type SettingsHistory } from '@portal/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useDataProvider } from 'react-admin';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { CheckField } from '../../shared/form/CheckField.tsx';
import { Field } from '../../shared/form/Field.tsx';
import { DiscardDialog, useLeaveGuard } from '../../shared/form/FormDialog.tsx';
import { FormProblems } from '../../shared/form/problems.tsx';
import { useZodForm } from '../../shared/form/useZodForm.ts';
import { SECOND_FACTOR_PAGE } from '../../shared/guard.ts';
import { leaveFor } from '../../shared/http/leaving.ts';
import { toastAfterNavigation } from '../../shared/toast/toasts.ts';
import { Notice } from '../../shared/ui/Notice.tsx';
import type { AdminDataProvider } from '../kit/dataProvider.ts';
import { useSend } from '../kit/useSend.ts';
import { AlertSettings } from './AlertSettings.tsx';
import { LastChange, SettingsSection } from './SettingsSection.tsx';
import {
  changedSettings,
  formOfSettings,
  SETTING_NAMES,
  type SettingsInput,
  settingsForm,
} from './settingsForm.ts';

/**
 * Every page but the set-up of the second factor is closed from now on, this one as well: it is left at once, and
 * nothing on it is read again.
 */
function leaveForSetUp(): Promise<never> {
  toastAfterNavigation({ title: 'Settings saved' });
  leaveFor(SECOND_FACTOR_PAGE);
  return new Promise(() => {});
}

/** Room for the bar with Save at the bottom of the screen, its second line on a phone included. */
const BAR_HEIGHT = 140;

interface SettingsEditorProps {
  readonly settings: PortalSettings;
  readonly history: SettingsHistory | undefined;
}

/** The settings as one form. What somebody else saves meanwhile shows, save in the fields that are being edited. */
export function SettingsEditor({ settings, history }: SettingsEditorProps) {
  const provider = useDataProvider<AdminDataProvider>();
  const client = useQueryClient();
  const form = useZodForm(settingsForm, formOfSettings(settings));
  const { errors, submitCount, isDirty } = form.formState;
  const { reset } = form;
  useEffect(() => reset(formOfSettings(settings), { keepDirtyValues: true }), [settings, reset]);
  const guard = useLeaveGuard(isDirty);
  const { busy, send } = useSend(form, {
    done: 'Settings saved',
    failed: 'Failed to save settings.',
    close: () => undefined,
  });
  const submit = form.handleSubmit((values) =>
    send(async () => {
      const changes = changedSettings(settings, values);
      const saved = (await provider.saveSettings(changes)) as unknown as PortalSettings;
      reset(formOfSettings(saved));
      client.setQueryData([paths.admin.portalSettings], saved);
      const me = client.getQueryData<SessionUser>([paths.user]);
      if (changes.admin_second_factor === true && me?.second_factor !== 'on') await leaveForSetUp();
    }),
  );
  return (
    <form noValidate onSubmit={submit}>
      {/* what has the focus comes to stand above the bar, which would hide it */}
      <Stack spacing={3} sx={{ '& input, & textarea': { scrollMarginBottom: `${BAR_HEIGHT}px` } }}>
        <SettingsSection
          title="Reminders"
          lead="Dealers get reminders by mail before the due date and when an invoice is overdue."
        >
          <div>
            <Field
              form={form}
              name="remind_days_before_due"
              label={SETTING_NAMES.remind_days_before_due}
              type="number"
              min={0}
              required
              hint="0 to 14; 0 for no reminder before the due date."
            />
            <LastChange setting="remind_days_before_due" history={history} />
          </div>
          <div>
            <Field
              form={form}
              name="remind_days_overdue"
              label={SETTING_NAMES.remind_days_overdue}
              hint="Up to five numbers from 1 to 90, e.g. 3, 10, 30; blank for none."
            />
            <LastChange setting="remind_days_overdue" history={history} />
          </div>
        </SettingsSection>
        <AlertSettings form={form} history={history} />
        <SecuritySettings form={form} history={history} isOn={settings.admin_second_factor} />
        <Card
          variant="outlined"
          sx={{ position: 'sticky', bottom: 8, zIndex: 1, p: 1.5, boxShadow: isDirty ? 4 : 0 }}
        >
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
            <Button type="submit" variant="contained" aria-disabled={busy} disabled={!isDirty}>
              {busy ? 'Saving...' : 'Save'}
            </Button>
            <Button disabled={!isDirty} onClick={() => reset(formOfSettings(settings))}>
              Discard
            </Button>
            <Typography variant="body2" color="text.secondary" role="status">
              {isDirty ? 'There are unsaved changes.' : 'Everything is saved.'}
            </Typography>
          </Box>
        </Card>
      </Stack>
      <FormProblems errors={errors} submits={submitCount} />
      <DiscardDialog open={guard.leaving} onStay={guard.stay} onDiscard={guard.leave} />
    </form>
  );
}

interface SecuritySettingsProps {
  readonly form: UseFormReturn<SettingsInput, unknown, z.output<typeof settingsForm>>;
  readonly history: SettingsHistory | undefined;
  /** What holds now. */
  readonly isOn: boolean;
}

/** Whether administrators need a second factor; what the environment demands can't be taken back here. */
function SecuritySettings({ form, history, isOn }: SecuritySettingsProps) {
  const { data: me } = useQuery<SessionUser>({ queryKey: [paths.user] });
  const wanted = useWatch({ control: form.control, name: 'admin_second_factor' });
  return (
    <SettingsSection
      title="Security"
      lead="Two-step verification requires a code from an app in addition to the password."
    >
      {history?.second_factor_fixed === true ? (
        <Notice tone="success">
          Administrators need two-step verification. This is required by the ADMIN_SECOND_FACTOR setting and
          can’t be changed here.
        </Notice>
      ) : (
        <div>
          <CheckField form={form} name="admin_second_factor" label={SETTING_NAMES.admin_second_factor} />
          <LastChange setting="admin_second_factor" history={history} />
        </div>
      )}
      {wanted && !isOn && (
        <Notice tone="warning">
          {me?.second_factor === 'on'
            ? 'Administrators without it have to set it up with their next click.'
            : 'You have not set it up yourself. After saving, you and all other administrators without it are taken to the set-up. Nobody is locked out.'}
        </Notice>
      )}
    </SettingsSection>
  );
}
