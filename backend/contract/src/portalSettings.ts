import { z } from 'zod';
import { alertKindSchema } from './alerts.ts';
import { emailAddress } from './texts.ts';

const whole = (least: number, most: number) => {
  const message = `Please enter a whole number from ${least} to ${most}`;
  return z.number({ error: message }).int(message).min(least, message).max(most, message);
};
const OVERDUE = 'Please enter at most five whole numbers from 1 to 90, separated by commas';
const ADDRESSES = 'Please enter at most ten addresses';

/** GET and PATCH /api/admin/portal-settings; missing fields stay. */
export const portalSettingsSchema = z.object({
  /** Days before the due date for a reminder; 0 for none. */
  remind_days_before_due: whole(0, 14),
  /** Days after the due date for reminders, ascending. */
  remind_days_overdue: z
    .array(z.number({ error: OVERDUE }).int(OVERDUE).min(1, OVERDUE).max(90, OVERDUE))
    .max(5, OVERDUE),
  /** Alerts that are also mailed. */
  alert_mail_kinds: z.array(alertKindSchema).max(50),
  alert_mail_administrators: z.boolean(),
  /** Further recipients of alert mails. */
  alert_addresses: z.array(emailAddress('Please enter a valid email')).max(10, ADDRESSES),
  /** Percent of free space below which there is an alert. */
  low_disk_percent: whole(1, 50),
  /** Hours without a webhook after a payment until there is an alert. */
  silent_webhook_hours: whole(1, 168),
  /** Minutes that read models may lag until there is an alert. */
  projection_lag_minutes: whole(1, 240),
  /** Whether administrators need two-step verification; always with ADMIN_SECOND_FACTOR=required. */
  admin_second_factor: z.boolean(),
});
export type PortalSettings = z.infer<typeof portalSettingsSchema>;
export type PortalSetting = keyof PortalSettings;

export const settingChangeSchema = z.object({
  /** ISO instant. */
  at: z.string(),
  by: z.string(),
  setting: portalSettingsSchema.keyof(),
  from: z.unknown(),
  to: z.unknown(),
});
export type SettingChange = z.infer<typeof settingChangeSchema>;

/** GET /api/admin/portal-settings/history. */
export const settingsHistorySchema = z.object({
  /** The newest first, 200 at most. */
  changes: z.array(settingChangeSchema),
  /** Last change of each setting that was ever changed. */
  last: z.partialRecord(portalSettingsSchema.keyof(), z.object({ at: z.string(), by: z.string() })),
  /** ADMIN_SECOND_FACTOR is `required`, which the setting can't override. */
  second_factor_fixed: z.boolean(),
});
export type SettingsHistory = z.infer<typeof settingsHistorySchema>;
