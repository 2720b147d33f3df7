import { z } from 'zod';
import { alertKindSchema } from './alerts.ts';
import { emailAddress } from './texts.ts';

const whole = (least: number, most: number) => {
  const message = `Please enter a whole number from ${least} to ${most}`;
  return z.number({ error: message }).int(message).min(least, message).max(most, message);
};
const OVERDUE = 'Please enter at most five whole numbers from 1 to 90, separated by commas';
const ADDRESSES = 'Please enter at most ten addresses';

/** GET and PATCH /api/admin/portal-settings: what administrators may set; a field that is left out stays as it is. */
export const portalSettingsSchema = z.object({
  /** Days before the due date a reminder goes out; 0 for none. */
  remind_days_before_due: whole(0, 14),
  /** Days after the due date reminders go out, ascending. */
  remind_days_overdue: z
    .array(z.number({ error: OVERDUE }).int(OVERDUE).min(1, OVERDUE).max(90, OVERDUE))
    .max(5, OVERDUE),
  /** The alerts that are told by mail; all of them stand on the pages. */
  alert_mail_kinds: z.array(alertKindSchema).max(50),
  /** Whether administrators get these mails. */
  alert_mail_administrators: z.boolean(),
  /** Who gets them besides. */
  alert_addresses: z.array(emailAddress('Please enter a valid email')).max(10, ADDRESSES),
  /** Less free space than this is an alert, in percent. */
  low_disk_percent: whole(1, 50),
  /** So long may the card provider be silent after a payment. */
  silent_webhook_hours: whole(1, 168),
  /** So far may pages lag behind the log. */
  projection_lag_minutes: whole(1, 240),
  /** Whether administrators need two-step verification; ADMIN_SECOND_FACTOR=required demands it whatever stands here. */
  admin_second_factor: z.boolean(),
});
export type PortalSettings = z.infer<typeof portalSettingsSchema>;
export type PortalSetting = keyof PortalSettings;

/** One setting that somebody changed. */
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
  /** Who changed each setting last; what nobody changed is left out. */
  last: z.partialRecord(portalSettingsSchema.keyof(), z.object({ at: z.string(), by: z.string() })),
  /** ADMIN_SECOND_FACTOR is `required`: the setting can't take that back. */
  second_factor_fixed: z.boolean(),
});
export type SettingsHistory = z.infer<typeof settingsHistorySchema>;
