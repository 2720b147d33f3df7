import { z } from 'zod';
import { alertKindSchema } from './alerts.ts';
import { emailAddress } from './texts.ts';

const whole = (least: number, most: number) => {
  const message = `Please enter a whole number from ${least} to ${most}`;
  return z.number({ error: message }).int(message).min(least, message).max(most, message);
};
const RETRIES = 'Please enter at most three whole numbers from 1 to 30, separated by commas';
const ADDRESSES = 'Please enter at most ten addresses';

/** Steps of dunning at most. */
export const MAX_DUNNING_STEPS = 5;
/** Cents that a step may charge at most. */
const MAX_LATE_FEE_CENTS = 50_000;
const FEE = 'Please enter an amount from $0.00 to $500.00';
const STEPS = `Please enter at most ${MAX_DUNNING_STEPS} steps`;

/** What is done about an invoice that is open so many days after its due date. */
export const dunningStepSchema = z.object({
  days: whole(1, 90),
  /** Of the mail, before the invoice's number; blank: the usual one. */
  subject: z.string().trim().max(100, 'Please enter at most 100 characters'),
  /** Added to the mail; blank for none. */
  text: z.string().trim().max(1000, 'Please enter at most 1000 characters'),
  /** Charged once on the company's next invoice; 0 for none. */
  late_fee_cents: z.number({ error: FEE }).int(FEE).min(0, FEE).max(MAX_LATE_FEE_CENTS, FEE),
  /** Whether the company can place no new orders until the invoice is paid. */
  hold_orders: z.boolean(),
});
export type DunningStep = z.infer<typeof dunningStepSchema>;

/** Refuses a step on the day of an earlier one. */
export function refuseSameDays(steps: readonly DunningStep[], context: z.RefinementCtx): void {
  for (const [index, { days }] of steps.entries()) {
    if (steps.findIndex((step) => step.days === days) === index) continue;
    context.addIssue({ code: 'custom', message: 'Another step has the same day', path: [index, 'days'] });
  }
}

/** A step that only reminds, with the usual text. */
export const plainStep = (days: number): DunningStep => ({
  days,
  subject: '',
  text: '',
  late_fee_cents: 0,
  hold_orders: false,
});

/** GET and PATCH /api/admin/portal-settings; missing fields stay. */
export const portalSettingsSchema = z.object({
  /** Days before the due date for a reminder; 0 for none. */
  remind_days_before_due: whole(0, 14),
  /** Steps after the due date, by their days. */
  dunning_steps: z.array(dunningStepSchema).max(MAX_DUNNING_STEPS, STEPS).superRefine(refuseSameDays),
  /** Days after the due date on which a declined automatic payment is tried again, ascending; none for never. */
  auto_pay_retry_days: z
    .array(z.number({ error: RETRIES }).int(RETRIES).min(1, RETRIES).max(30, RETRIES))
    .max(3, RETRIES),
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
  /** Cents above which a change needs a second member of staff; null for never. */
  approval_limit_cents: z.number().int().min(0).nullable(),
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
