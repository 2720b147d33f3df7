import {
  ALERT_KINDS,
  ALERT_NAMES,
  type AlertKind,
  alertKindSchema,
  type DunningStep,
  dunningStepSchema,
  PLAIN,
  type PortalSetting,
  type PortalSettings,
  portalSettingsSchema,
  refuseSameDays,
} from '@portal/contract';
import { centsFromDollars, dollarsFromCents, formatDollars } from '@portal/domain/values';
import { z } from 'zod';
import { counted } from '../../shared/text.ts';

/** What each setting is called, in the form and in the history. */
export const SETTING_NAMES: Readonly<Record<PortalSetting, string>> = {
  remind_days_before_due: 'Days before the due date',
  dunning_steps: 'Steps after the due date',
  auto_pay_retry_days: 'Declined automatic payments: tried again after (days)',
  alert_mail_kinds: 'Alerts sent by email',
  alert_mail_administrators: 'Email all administrators',
  alert_addresses: 'More addresses',
  low_disk_percent: 'Free disk space (percent)',
  silent_webhook_hours: 'No card webhooks (hours)',
  projection_lag_minutes: 'Delay of pages (minutes)',
  admin_second_factor: 'Administrators need two-step verification',
  approval_limit_cents: 'Limit in dollars',
};

const isKind = (value: unknown): value is AlertKind => ALERT_KINDS.some((kind) => kind === value);

/** A setting's value in words, for the history. */
export function settingText(setting: PortalSetting, value: unknown): string {
  if (setting === 'approval_limit_cents') return value === null ? 'none' : formatDollars(Number(value));
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (!Array.isArray(value)) return String(value ?? 'none');
  if (value.length === 0) return 'none';
  if (setting === 'dunning_steps') return value.map(stepText).join('; ');
  if (setting !== 'alert_mail_kinds') return value.join(', ');
  if (value.length === ALERT_KINDS.length) return 'all';
  return value.map((kind) => (isKind(kind) ? ALERT_NAMES[kind] : String(kind))).join('; ');
}

function stepText({ days, subject, text, late_fee_cents: fee, hold_orders: holds }: DunningStep): string {
  const parts = [
    counted(days, 'day'),
    ...(subject === '' ? [] : [`subject “${subject}”`]),
    ...(text === '' ? [] : [`text “${text}”`]),
    ...(fee === 0 ? [] : [`late fee ${formatDollars(fee)}`]),
    ...(holds ? ['orders on hold'] : []),
  ];
  return parts.join(', ');
}

/** A step as the form holds it. */
export const formOfStep = ({ days, subject, text, late_fee_cents, hold_orders }: DunningStep) => ({
  days: String(days),
  subject,
  text,
  late_fee: dollarsFromCents(late_fee_cents).toFixed(2),
  hold_orders,
});

/** The settings as values of the form. */
export const formOfSettings = (settings: PortalSettings): SettingsInput => ({
  ...settings,
  remind_days_before_due: String(settings.remind_days_before_due),
  dunning_steps: settings.dunning_steps.map(formOfStep),
  auto_pay_retry_days: settings.auto_pay_retry_days.join(', '),
  alert_mail_kinds: [...settings.alert_mail_kinds],
  alert_addresses: settings.alert_addresses.join('\n'),
  low_disk_percent: String(settings.low_disk_percent),
  silent_webhook_hours: String(settings.silent_webhook_hours),
  projection_lag_minutes: String(settings.projection_lag_minutes),
  approval_limit_cents:
    settings.approval_limit_cents === null ? '' : formatDollars(settings.approval_limit_cents).slice(1),
});

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

const SEPARATORS = /[\s,;]+/;
const fields = portalSettingsSchema.shape;

/** A typed number, checked as the server does. */
const wholeNumber = (schema: z.ZodType<number, number>) =>
  z
    .string()
    .trim()
    .transform((text) => (/^\d+$/.test(text) ? Number(text) : Number.NaN))
    .pipe(schema);

/** A list that stands in one field, separated by commas, spaces or line breaks. */
const listOf = (text: string) => text.split(SEPARATORS).filter(Boolean);

/** Cents of a typed amount, 0 for a blank one; NaN for what is no amount. */
export const centsTyped = (text: string): number =>
  /^\d{0,6}(\.\d{0,2})?$/.test(text.trim()) ? centsFromDollars(Number(text)) : Number.NaN;

const dollars = z.string().transform(centsTyped);

const step = dunningStepSchema.shape;
const stepForm = z
  .object({
    days: wholeNumber(step.days),
    subject: step.subject,
    text: step.text,
    late_fee: dollars.pipe(step.late_fee_cents),
    hold_orders: z.boolean(),
  })
  .transform(({ late_fee: late_fee_cents, hold_orders, ...rest }) => ({
    ...rest,
    late_fee_cents,
    hold_orders,
  }));

/** The settings as a form holds them: numbers and lists are texts. */
export const settingsForm = z.object({
  remind_days_before_due: wholeNumber(fields.remind_days_before_due),
  dunning_steps: z
    .array(stepForm)
    .superRefine(refuseSameDays)
    .transform((steps) => [...steps].sort((a, b) => a.days - b.days)),
  auto_pay_retry_days: z
    .string()
    .transform((text) => listOf(text).map((part) => (/^\d{1,2}$/.test(part) ? Number(part) : Number.NaN)))
    .superRefine((days, context) => {
      const issue = fields.auto_pay_retry_days.safeParse(days).error?.issues[0];
      if (issue !== undefined) context.addIssue({ code: 'custom', message: issue.message });
    })
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
  approval_limit_cents: z
    .string()
    .transform((text) => (text.trim() === '' ? null : centsTyped(text.replaceAll(',', ''))))
    .refine((cents) => !Number.isNaN(cents), 'Please enter an amount in dollars, or nothing'),
});
export type SettingsInput = z.input<typeof settingsForm>;
type SettingsOutput = z.output<typeof settingsForm>;
