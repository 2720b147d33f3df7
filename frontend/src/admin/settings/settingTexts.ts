import { ALERT_KINDS, ALERT_NAMES, type AlertKind, type PortalSetting } from '@portal/contract';

/** What each setting is called, in the form and in the history. */
export const SETTING_NAMES: Readonly<Record<PortalSetting, string>> = {
  remind_days_before_due: 'Days before the due date',
  remind_days_overdue: 'Days after the due date',
  alert_mail_kinds: 'Alerts that are mailed',
  alert_mail_administrators: 'Mail to all administrators',
  alert_addresses: 'Further addresses',
  low_disk_percent: 'Free disk space (percent)',
  silent_webhook_hours: 'Silence of the card provider (hours)',
  projection_lag_minutes: 'Pages behind the log (minutes)',
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
