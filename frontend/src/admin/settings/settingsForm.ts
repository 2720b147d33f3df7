import {
  ALERT_KINDS,
  ALERT_NAMES,
  type AlertKind,
  type PortalSetting,
  type PortalSettings,
} from '@portal/contract';
import type { SettingsInput, SettingsOutput } from './settingsSchema.ts';

/** What each setting is called, in the form and in the history. */
export const SETTING_NAMES: Readonly<Record<PortalSetting, string>> = {
  remind_days_before_due: 'Days before the due date',
  remind_days_overdue: 'Days after the due date',
  alert_mail_kinds: 'Alerts sent by email',
  alert_mail_administrators: 'Email all administrators',
  alert_addresses: 'More addresses',
  low_disk_percent: 'Free disk space (percent)',
  silent_webhook_hours: 'No card webhooks (hours)',
  projection_lag_minutes: 'Delay of pages (minutes)',
  admin_second_factor: 'Administrators need two-step verification',
};

const isKind = (value: unknown): value is AlertKind => ALERT_KINDS.some((kind) => kind === value);

/** A setting's value in words, for the history. */
export function settingText(setting: PortalSetting, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (!Array.isArray(value)) return String(value ?? 'none');
  if (value.length === 0) return 'none';
  if (setting !== 'alert_mail_kinds') return value.join(', ');
  if (value.length === ALERT_KINDS.length) return 'all';
  return value.map((kind) => (isKind(kind) ? ALERT_NAMES[kind] : String(kind))).join('; ');
}

/** The settings as values of the form. */
export function formOfSettings(settings: PortalSettings): SettingsInput {
  return {
    ...settings,
    remind_days_before_due: String(settings.remind_days_before_due),
    remind_days_overdue: settings.remind_days_overdue.join(', '),
    alert_mail_kinds: [...settings.alert_mail_kinds],
    alert_addresses: settings.alert_addresses.join('\n'),
    low_disk_percent: String(settings.low_disk_percent),
    silent_webhook_hours: String(settings.silent_webhook_hours),
    projection_lag_minutes: String(settings.projection_lag_minutes),
  };
}

/** The changed settings. */
export function changedSettings(
  before: PortalSettings,
  { alert_mail_kinds: kinds, ...rest }: SettingsOutput,
): Partial<PortalSettings> {
  const after = { ...rest, alert_mail_kinds: ALERT_KINDS.filter((kind) => kinds.includes(kind)) };
  return Object.fromEntries(
    Object.entries(after).filter(
      ([setting, value]) => JSON.stringify(value) !== JSON.stringify(before[setting as keyof PortalSettings]),
    ),
  );
}
