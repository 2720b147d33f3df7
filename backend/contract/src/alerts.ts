import { z } from 'zod';
import { ALERT_KINDS, SNOOZE_HOURS } from './choices.ts';

export const alertKindSchema = z.enum(ALERT_KINDS);

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

/** POST /api/admin/alerts/{id}/snooze; 0 hours ends it. */
export const snoozeAlertSchema = z.object({
  hours: z
    .number({ error: 'Please choose how long' })
    .refine((hours) => [0, ...SNOOZE_HOURS].includes(hours), 'Please choose how long'),
});
