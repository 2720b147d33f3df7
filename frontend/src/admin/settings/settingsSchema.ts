import { alertKindSchema, PLAIN, portalSettingsSchema } from '@portal/contract';
import { z } from 'zod';

const SEPARATORS = /[\s,;]+/;
const fields = portalSettingsSchema.shape;
const OVERDUE = 'Please enter at most five whole numbers from 1 to 90, separated by commas';

/** A typed number, checked as the server does. */
const wholeNumber = (schema: z.ZodType<number, number>) =>
  z
    .string()
    .trim()
    .transform((text) => (/^\d+$/.test(text) ? Number(text) : Number.NaN))
    .pipe(schema);

/** A list that stands in one field, separated by commas, spaces or line breaks. */
const listOf = (text: string) => text.split(SEPARATORS).filter(Boolean);

/** The settings as a form holds them: numbers and lists are texts. */
export const settingsForm = z.object({
  remind_days_before_due: wholeNumber(fields.remind_days_before_due),
  remind_days_overdue: z
    .string()
    .transform((text) => listOf(text).map((part) => (/^\d{1,2}$/.test(part) ? Number(part) : Number.NaN)))
    .refine((days) => fields.remind_days_overdue.safeParse(days).success, OVERDUE)
    .transform((days) => [...new Set(days)].sort((a, b) => a - b)),
  alert_mail_kinds: z.array(alertKindSchema),
  alert_mail_administrators: z.boolean(),
  alert_addresses: z
    .string()
    .transform(listOf)
    .superRefine((addresses, context) => {
      const issue = fields.alert_addresses.safeParse(addresses, PLAIN).error?.issues[0];
      if (issue === undefined) return;
      const wrong = issue.path[0] === undefined ? '' : `: ${addresses[Number(issue.path[0])]}`;
      context.addIssue({ code: 'custom', message: `${issue.message}${wrong}` });
    }),
  low_disk_percent: wholeNumber(fields.low_disk_percent),
  silent_webhook_hours: wholeNumber(fields.silent_webhook_hours),
  projection_lag_minutes: wholeNumber(fields.projection_lag_minutes),
  admin_second_factor: z.boolean(),
});
export type SettingsInput = z.input<typeof settingsForm>;
export type SettingsOutput = z.output<typeof settingsForm>;
