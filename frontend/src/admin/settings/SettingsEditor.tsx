import { Box, Button, Card, Stack } from '@mui/material';
import { type PortalSettings, paths, type SessionUser } from '@portal/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { FormProvider, useWatch } from 'react-hook-form';
import { CheckField } from '../../shared/form/Field.tsx';
import { FormProblems, useZodForm } from '../../shared/form/Form.tsx';
import { KeptEntries } from '../../shared/form/KeptEntries.tsx';
import { useLeaveGuard } from '../../shared/form/useLeaveGuard.ts';
import { SECOND_FACTOR_PAGE } from '../../shared/guard.ts';
import { leaveFor } from '../../shared/http/leaving.ts';
import { toastAfterNavigation } from '../../shared/toast/toasts.ts';
import { DiscardDialog } from '../../shared/ui/ConfirmDialog.tsx';
import { Muted } from '../../shared/ui/Muted.tsx';
import { Notice } from '../../shared/ui/Notice.tsx';
import { Section } from '../../shared/ui/Section.tsx';
import { usePortal } from '../dataProvider/index.ts';
import { useMay } from '../kit/access.ts';
import { useFormCommand } from '../kit/CommandDialog.tsx';
import { AlertSettings, DunningSettings, LastChange, type OfSettings, SettingField } from './sections.tsx';
import { changedSettings, formOfSettings, SETTING_NAMES, settingsForm } from './settingsForm.ts';

/** Leaves for the set-up of the second factor: every other page is closed from now on. Never resolves. */
function leaveForSetUp(): Promise<never> {
  toastAfterNavigation({ title: 'Settings saved' });
  leaveFor(SECOND_FACTOR_PAGE);
  return new Promise(() => {});
}

/** Height of the Save bar, and its distance from the window's end. */
const BAR_HEIGHT = 90;

interface SettingsEditorProps extends OfSettings {
  readonly settings: PortalSettings;
}

/** The settings as one form. Another administrator's changes show, except in edited fields. */
export function SettingsEditor({ settings, history }: SettingsEditorProps) {
  const client = useQueryClient();
  const portal = usePortal();
  const mayChange = useMay('settings');
  const form = useZodForm(settingsForm, formOfSettings(settings));
  const { isDirty } = form.formState;
  const { reset } = form;
  useEffect(() => reset(formOfSettings(settings), { keepDirtyValues: true }), [settings, reset]);
  const guard = useLeaveGuard(isDirty);
  // the Save bar comes with the first change, and must not cover the input that is being edited
  useEffect(() => {
    if (isDirty) document.activeElement?.scrollIntoView?.({ block: 'nearest' });
  }, [isDirty]);
  const { busy, send } = useFormCommand(form, {
    send: async (values) => {
      const changes = changedSettings(settings, values);
      const saved = await portal.saveSettings(changes);
      reset(formOfSettings(saved));
      client.setQueryData([paths.admin.portalSettings], saved);
      const me = client.getQueryData<SessionUser>([paths.user]);
      if (changes.admin_second_factor === true && me?.second_factor !== 'on') await leaveForSetUp();
    },
    done: 'Settings saved',
    failed: 'Failed to save settings.',
  });
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={form.handleSubmit(send)}>
        <Box
          component="fieldset"
          disabled={!mayChange}
          sx={{
            m: 0,
            p: 0,
            border: 0,
            minWidth: 0,
            '&:disabled .MuiOutlinedInput-root': { bgcolor: 'action.hover' },
          }}
        >
          {/* focused inputs scroll to above the bar, which would hide them */}
          <Stack spacing={3} sx={{ '& input, & textarea': { scrollMarginBottom: `${BAR_HEIGHT}px` } }}>
            <KeptEntries name="Portal settings" />
            <Section
              spaced
              title="Reminders"
              lead="Dealers get a reminder by email before the due date of an invoice."
            >
              <SettingField
                history={history}
                name="remind_days_before_due"
                type="number"
                min={0}
                required
                hint="0 to 14; 0 for no reminder before the due date."
              />
            </Section>
            <DunningSettings history={history} />
            <Section
              spaced
              title="Automatic payment"
              lead="A declined card is charged again on these days after the due date; the mail about each decline names the next day."
            >
              <SettingField
                history={history}
                name="auto_pay_retry_days"
                hint="Up to three numbers from 1 to 30, e.g. 3, 7; blank to charge a declined card never again."
              />
            </Section>
            <AlertSettings history={history} />
            <SecuritySettings history={history} isOn={settings.admin_second_factor} />
            <Section
              spaced
              title="Second person"
              lead="Refunds, credits, write-offs and rate cuts above this limit wait in Approvals until somebody else approves them; so do erasures and re-opened months."
            >
              <SettingField
                history={history}
                name="approval_limit_cents"
                hint="What one person gives a company in a day is added up. For a rate cut, the limit is in dollars a month. Leave it blank if nothing needs a second person."
              />
            </Section>
            {isDirty && (
              <Card
                variant="outlined"
                sx={{
                  position: 'sticky',
                  bottom: 8,
                  zIndex: 1,
                  display: 'flex',
                  alignItems: 'center',
                  gap: 1,
                  p: 1.5,
                  boxShadow: 4,
                }}
              >
                <Muted role="status" sx={{ mr: 'auto' }}>
                  Unsaved changes
                </Muted>
                <Button onClick={() => reset(formOfSettings(settings))}>Discard</Button>
                <Button type="submit" variant="contained" aria-disabled={busy}>
                  {busy ? 'Saving...' : 'Save'}
                </Button>
              </Card>
            )}
          </Stack>
        </Box>
        <FormProblems />
        <DiscardDialog open={guard.leaving} onStay={guard.stay} onDiscard={guard.leave} />
      </form>
    </FormProvider>
  );
}

interface SecuritySettingsProps extends OfSettings {
  /** The saved value. */
  readonly isOn: boolean;
}

/** Whether administrators need a second factor, unless the environment requires it. */
function SecuritySettings({ history, isOn }: SecuritySettingsProps) {
  const { data: me } = useQuery<SessionUser>({ queryKey: [paths.user] });
  const wanted = useWatch({ name: 'admin_second_factor' });
  return (
    <Section
      spaced
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
          <CheckField name="admin_second_factor" label={SETTING_NAMES.admin_second_factor} />
          <LastChange setting="admin_second_factor" history={history} />
        </div>
      )}
      {wanted && !isOn && (
        <Notice tone="warning">
          {me?.second_factor === 'on'
            ? 'Administrators without it must set it up before they can continue.'
            : 'You have not set it up yourself. After saving, you and all other administrators without it are taken to the set-up. Nobody is locked out.'}
        </Notice>
      )}
    </Section>
  );
}
