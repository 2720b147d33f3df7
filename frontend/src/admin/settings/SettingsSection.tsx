import { Card, CardContent, Stack, Typography } from '@mui/material';
import type { PortalSetting, SettingsHistory } from '@portal/contract';
import { type ReactNode, useId } from 'react';
import { Field, type FieldProps } from '../../shared/form/Field.tsx';
import { momentText } from '../../shared/text.ts';
import { SETTING_NAMES } from './settingsForm.ts';

/** A section of the settings. */
export function SettingsSection({
  title,
  lead,
  children,
}: {
  readonly title: string;
  readonly lead: string;
  readonly children: ReactNode;
}) {
  const heading = useId();
  return (
    <Card variant="outlined" component="section" aria-labelledby={heading}>
      <CardContent sx={{ p: 3 }}>
        <Typography id={heading} component="h2" variant="h2">
          {title}
        </Typography>
        <Typography color="text.secondary" sx={{ mb: 2.5 }}>
          {lead}
        </Typography>
        <Stack spacing={2.5}>{children}</Stack>
      </CardContent>
    </Card>
  );
}

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
