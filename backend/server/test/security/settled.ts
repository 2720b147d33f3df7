import type pg from 'pg';
import { notifications, processes } from '../../src/app/reactions.ts';
import { storedIdOf } from '../../src/kernel/storedIds.ts';
import { NOTIFICATIONS } from '../../src/platform/notifications/notificationFollower.ts';
import { eventually } from '../support/eventually.ts';
import { serverState } from './serverState.ts';

const followers = [
  ...processes,
  { name: NOTIFICATIONS, types: notifications.flatMap(({ types }) => types) },
].map(({ name, types }) => ({ name: storedIdOf(name), types }));

/** What still follows from the log: events that a process or notification has yet to see, mails, webhooks, maintenance tasks in progress. */
const WAITING = `
  WITH followers AS (
    SELECT name, types FROM jsonb_to_recordset($1) AS given(name text, types jsonb)
  ), waiting AS (
    SELECT followers.name FROM followers
    LEFT JOIN process_checkpoints ON process = followers.name
    WHERE EXISTS (SELECT 1 FROM es.events WHERE followers.types ? events.type
                  AND events.position > coalesce(nullif(process_checkpoints.position, ''), '0')::bigint)
    UNION ALL SELECT 'a mail' FROM mail_outbox WHERE status = 'queued' AND attempts = 0
    UNION ALL SELECT 'a reset link' FROM password_reset_requests
    UNION ALL SELECT 'a webhook' FROM provider_events WHERE applied_at IS NULL
    UNION ALL SELECT 'a maintenance task' FROM upkeep_tasks WHERE finished_at IS NULL
  )
  SELECT string_agg(DISTINCT name, ', ') AS names FROM waiting`;

/**
 * Waits until the portal has done everything that follows from what is in the log, and keeps the same twice in a row.
 * @returns what it keeps then
 */
export async function settled(pool: pg.Pool, seconds = 60): Promise<Readonly<Record<string, string>>> {
  let before: string | null = null;
  return eventually(async () => {
    const { rows } = await pool.query<{ names: string | null }>(WAITING, [JSON.stringify(followers)]);
    const state = await serverState(pool);
    const text = rows[0]?.names === null ? JSON.stringify(state) : null;
    const still = text !== null && text === before;
    before = text;
    return still ? state : null;
  }, seconds);
}
