import { z } from 'zod';

/** Kinds of the portal's own checks. */
export const ALERT_KINDS = [
  'billing_run',
  'dead_mail',
  'webhooks',
  'stuck_payment',
  'failed_refund',
  'parked',
  'stuck_process',
  'projection_lag',
  'low_disk',
  'clock',
  'log_proof',
  'damaged_record',
  'unchecked',
] as const;
export const alertKindSchema = z.enum(ALERT_KINDS);
export type AlertKind = z.infer<typeof alertKindSchema>;

/** Names in settings and mails. */
export const ALERT_NAMES: Readonly<Record<AlertKind, string>> = {
  billing_run: 'A billing run that is late or left companies out',
  dead_mail: 'Mail that could not be delivered',
  webhooks: 'Missing or unprocessed webhooks of the card provider',
  stuck_payment: 'Payments that stay open',
  failed_refund: 'Refunds that failed',
  parked: 'Companies that need attention',
  stuck_process: 'Background work that has stopped',
  projection_lag: 'Outdated pages',
  low_disk: 'Little disk space',
  clock: 'Wrong system clock',
  log_proof: 'A log that is not sealed or does not verify',
  damaged_record: 'Records that lost events',
  unchecked: 'Checks that failed',
};

const instant = z.string();
const by = z.object({ at: instant, by: z.string() });

export const alertSchema = z.object({
  id: z.string(),
  kind: alertKindSchema,
  severity: z.enum(['critical', 'warning']),
  /** One sentence in plain words. */
  title: z.string(),
  todo: z.string(),
  /** A page of the administration that helps. */
  link: z.object({ path: z.string(), label: z.string() }),
  opened_at: instant,
  last_seen: instant,
  /** Time of the last mail about it; null for none. */
  mailed_at: instant.nullable(),
  closed_at: instant.nullable(),
  /** Lapses where the trouble grows. */
  acknowledged: by.nullable(),
  /** Null unless snoozed now. */
  snoozed: by.extend({ until: instant }).nullable(),
});
export type AlertRecord = z.infer<typeof alertSchema>;

/** GET /api/admin/alerts: open ones, newest first, and those closed within 7 days. */
export const alertsSchema = z.object({ open: z.array(alertSchema), closed: z.array(alertSchema) });
export type Alerts = z.infer<typeof alertsSchema>;

export const SNOOZE_HOURS = [1, 4, 24, 72, 168] as const;

/** POST /api/admin/alerts/{id}/snooze; 0 hours ends it. */
export const snoozeAlertSchema = z.object({
  hours: z
    .number({ error: 'Please choose how long' })
    .refine((hours) => [0, ...SNOOZE_HOURS].includes(hours), 'Please choose how long'),
});
