import { z } from 'zod';
import { requiredText } from './texts.ts';

/** The state of a projection. */
export const projectionStatusSchema = z.object({
  name: z.string(),
  version: z.number(),
  /** Events behind the log, counted up to 100,000. */
  lag: z.number(),
  lag_seconds: z.number(),
  caught_up: z.boolean(),
  /** The process that runs it; null for none. */
  owner: z.string().nullable(),
  rebuilding: z.boolean(),
  /** False for the log index: it is the proof of the log and never rebuilt. */
  can_rebuild: z.boolean(),
  parked: z.array(
    z.object({
      /** Account id, or `stream:<name>`. */
      key: z.string(),
      event_id: z.string(),
      stream: z.string(),
      reason: z.string(),
      parked_at: z.string(),
      /** Events held back. */
      events: z.number(),
    }),
  ),
});
export type ProjectionState = z.infer<typeof projectionStatusSchema>;

/** A verification of the log or a rebuild of a projection, running or finished. */
export const maintenanceTaskSchema = z.object({
  id: z.string(),
  kind: z.enum(['verify', 'rebuild']),
  /** Name of the projection; '' for the log. */
  subject: z.string(),
  started_at: z.string(),
  finished_at: z.string().nullable(),
  done: z.number(),
  total: z.number(),
  /** Null while it runs; false where it failed or the log was changed. */
  ok: z.boolean().nullable(),
  /** Faults by name, or why it failed. */
  findings: z.array(z.string()),
  events_per_second: z.number().nullable(),
});
export type MaintenanceTask = z.infer<typeof maintenanceTaskSchema>;

/** GET /api/admin/upkeep. */
export const maintenanceSchema = z.object({
  projections: z.array(projectionStatusSchema),
  /** The newest first. */
  tasks: z.array(maintenanceTaskSchema),
  /** The end of the log's chain; null for an empty log. */
  log: z.object({ seq: z.number(), hash: z.string() }).nullable(),
  /** The newest daily seal, to compare with a copy kept elsewhere; null without one. */
  seal: z.object({ day: z.string(), seq: z.number(), hash: z.string() }).nullable(),
});
export type Maintenance = z.infer<typeof maintenanceSchema>;

/** POST /api/admin/upkeep/rebuild. */
export const rebuildSchema = z.object({ projection: requiredText('projection is required') });
/** POST /api/admin/upkeep/unpark: applies the parked events. */
export const unparkSchema = rebuildSchema.extend({ key: requiredText('key is required') });
