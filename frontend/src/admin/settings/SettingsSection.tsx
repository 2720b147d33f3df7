import { Box, FormLabel, Typography } from '@mui/material';
import { ALERT_KINDS, ALERT_NAMES, type PortalSetting, type SettingsHistory } from '@portal/contract';
import { useFormContext } from 'react-hook-form';
import { CheckBox } from '../../shared/form/CheckBox.tsx';
import { CheckField, Field, type FieldProps } from '../../shared/form/Field.tsx';
import { momentText } from '../../shared/text.ts';
import { Section } from '../../shared/ui/Section.tsx';
import { SETTING_NAMES } from './settingsForm.ts';

/** The last change of a setting. */
export function LastChange({
  setting,
  history,
}: {
  readonly setting: PortalSetting;
  readonly history: SettingsHistory | undefined;
}) {
  const last = history?.last[setting];
  if (last === undefined) return null;
  return (
    <Typography variant="body2" color="text.secondary" sx={{ mt: 0.5 }}>
      {`Changed by ${last.by}, ${momentText(last.at)}`}
    </Typography>
  );
}

interface SettingFieldProps extends Omit<FieldProps, 'label' | 'name'> {
  readonly name: Exclude<PortalSetting, 'alert_mail_kinds'>;
  readonly history: SettingsHistory | undefined;
}

/** A setting's input with its last change. */
export function SettingField({ history, ...field }: SettingFieldProps) {
  return (
    <div>
      <Field {...field} label={SETTING_NAMES[field.name]} />
      <LastChange setting={field.name} history={history} />
    </div>
  );
}

interface AlertSettingsProps {
  readonly history: SettingsHistory | undefined;
}

const THRESHOLDS = [
  {
    name: 'low_disk_percent',
    hint: 'From 1 to 50. An alert opens when less than this is free; below half of it, it is critical.',
  },
  {
    name: 'silent_webhook_hours',
    hint: 'From 1 to 168. An alert opens when the card provider has sent no webhook for this long after a card was charged.',
  },
  {
    name: 'projection_lag_minutes',
    hint: 'From 1 to 240. An alert opens when pages lag behind by more than this.',
  },
] as const;

/** The mails and thresholds of alerts. */
export function AlertSettings({ history }: AlertSettingsProps) {
  const { register } = useFormContext();
  return (
    <Section
      spaced
      title="Alerts"
      lead="The portal checks itself once a minute. All alerts are shown on the dashboard; choose here which are sent by email, and to whom."
    >
      <div>
        <CheckField name="alert_mail_administrators" label={SETTING_NAMES.alert_mail_administrators} />
        <LastChange setting="alert_mail_administrators" history={history} />
      </div>
      <SettingField
        history={history}
        name="alert_addresses"
        lines={2}
        hint="Email addresses, separated by commas or line breaks; at most ten."
      />
      <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
        <FormLabel
          component="legend"
          sx={{ mb: 0.75, fontSize: '0.9rem', fontWeight: 600, color: 'text.primary' }}
        >
          {SETTING_NAMES.alert_mail_kinds}
        </FormLabel>
        <Box
          sx={{
            display: 'grid',
            columnGap: 2,
            gridTemplateColumns: { xs: '1fr', md: 'repeat(2, minmax(0, 1fr))' },
          }}
        >
          {ALERT_KINDS.map((kind) => (
            <Box
              key={kind}
              component="label"
              sx={{ display: 'flex', alignItems: 'center', gap: 1.5, py: 0.75, cursor: 'pointer' }}
            >
              <CheckBox type="checkbox" value={kind} {...register('alert_mail_kinds')} />
              {ALERT_NAMES[kind]}
            </Box>
          ))}
        </Box>
        <LastChange setting="alert_mail_kinds" history={history} />
      </Box>
      <Box
        sx={{
          display: 'grid',
          gap: 2.5,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' },
        }}
      >
        {THRESHOLDS.map(({ name, hint }) => (
          <SettingField key={name} history={history} name={name} type="number" min={1} required hint={hint} />
        ))}
      </Box>
    </Section>
  );
}
