import { paths, type SessionUser, type SettingsHistory } from '@portal/contract';
import { useQuery } from '@tanstack/react-query';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { CheckField } from '../../shared/form/CheckField.tsx';
import { Notice } from '../../shared/ui/Notice.tsx';
import { LastChange } from './LastChange.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import type { SettingsInput, settingsForm } from './settingsForm.ts';
import { SETTING_NAMES } from './settingTexts.ts';

interface SecuritySettingsProps {
  readonly form: UseFormReturn<SettingsInput, unknown, z.output<typeof settingsForm>>;
  readonly history: SettingsHistory | undefined;
  /** What holds now. */
  readonly isOn: boolean;
}

/** Whether administrators need a second factor; what the environment demands can't be taken back here. */
export function SecuritySettings({ form, history, isOn }: SecuritySettingsProps) {
  const { data: me } = useQuery<SessionUser>({ queryKey: [paths.user] });
  const wanted = useWatch({ control: form.control, name: 'admin_second_factor' });
  return (
    <SettingsSection
      title="Security"
      lead="With two-step verification a password alone opens nothing: a code from an app is asked for as well."
    >
      {history?.second_factor_fixed === true ? (
        <Notice tone="success">
          Administrators need two-step verification. It is demanded by ADMIN_SECOND_FACTOR where the portal
          runs, and can’t be changed here.
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
            ? 'Administrators who have none are led to its set-up before anything else, from their next click on.'
            : 'You have not set it up yourself: after saving you are led to its set-up, and so is every administrator who has none. Nobody is locked out.'}
        </Notice>
      )}
    </SettingsSection>
  );
}
