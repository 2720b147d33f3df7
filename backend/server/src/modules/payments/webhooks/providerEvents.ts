import type pg from 'pg';
import type { Logger } from 'pino';
import { newCommand } from '../../../kernel/commandContext.ts';
import { messageOf } from '../../../kernel/messageOf.ts';
import { semaphore } from '../../../kernel/semaphore.ts';
import type { ProviderEvent, ProviderEventSubject } from '../cards.ts';
import { type ApplyingPorts, applyProviderEvent } from './applyProviderEvent.ts';

/** Webhooks: stored, then answered, then applied. */
export interface ProviderEvents {
  /** Stores a webhook and begins to apply it; one that came before is left alone. */
  take(event: ProviderEvent, livemode: boolean): Promise<void>;
  /** Applies what is stored and was not applied: after a crash, or a failure. */
  applyLeft(signal?: AbortSignal): Promise<void>;
  /** How many could not be applied, and were tried again and again. */
  stuck(): Promise<number>;
  /** Forgets what was applied long ago. */
  purge(): Promise<void>;
  /** Resolves once nothing is being applied. */
  drained(): Promise<void>;
}

/** Webhooks that are applied at the same time: each asks the provider. */
const AT_ONCE = 4;
/** What is being applied in some process gets this long before another one tries. */
const LEFT_SECONDS = 30;
const KEPT_DAYS = 90;
const PAGE = 200;
/** What failed this often is counted by /readyz, and after so many tries left to a person. */
const STUCK_TRIES = 5;
const MOST_TRIES = 500;

interface Stored {
  readonly id: string;
  readonly livemode: boolean;
  readonly subject: ProviderEventSubject;
}

/** @param ports.pool holds `provider_events` */
export function createProviderEvents(
  ports: ApplyingPorts & { readonly pool: pg.Pool; readonly log: Logger },
): ProviderEvents {
  const { pool, log, now } = ports;
  const inSlot = semaphore(AT_ONCE);
  const running = new Set<Promise<void>>();

  async function apply({ id, livemode, subject }: Stored): Promise<void> {
    const context = newCommand(now(), { kind: 'provider', id }, id);
    try {
      const ours = await applyProviderEvent(ports, subject, livemode, context);
      if (!ours) log.info({ event: id, subject: subject.kind }, 'a webhook about nothing of ours');
      await pool.query(
        'UPDATE provider_events SET applied_at = $3, problem = NULL WHERE livemode = $1 AND id = $2',
        [livemode, id, now()],
      );
    } catch (error) {
      log.warn({ err: error, event: id, subject: subject.kind }, 'a webhook could not be applied yet');
      const problem = messageOf(error);
      await pool
        .query('UPDATE provider_events SET tries = tries + 1, problem = $3 WHERE livemode = $1 AND id = $2', [
          livemode,
          id,
          problem,
        ])
        .catch(() => {});
    }
  }

  function begin(stored: Stored): Promise<void> {
    const work = inSlot(() => apply(stored));
    running.add(work);
    return work.finally(() => running.delete(work));
  }

  return {
    async take({ id, type, subject }, livemode) {
      if (subject === null) {
        log.info({ event: id, type }, 'a webhook of a type the portal has no part in');
        return;
      }
      const { rowCount } = await pool.query(
        `INSERT INTO provider_events (livemode, id, type, subject, received_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT DO NOTHING`,
        [livemode, id, type, JSON.stringify(subject), now()],
      );
      if (rowCount === 1) void begin({ id, livemode, subject });
    },

    async applyLeft(signal) {
      const { rows } = await pool.query<Stored>(
        `SELECT id, livemode, subject FROM provider_events
         WHERE applied_at IS NULL AND received_at < $1::timestamptz - make_interval(secs => $2) AND tries < $4
         ORDER BY received_at LIMIT $3`,
        [now(), LEFT_SECONDS, PAGE, MOST_TRIES],
      );
      for (const stored of rows) {
        if (signal?.aborted === true) return;
        await begin(stored);
      }
    },

    async stuck() {
      const { rows } = await pool.query<{ stuck: string }>(
        'SELECT count(*) AS stuck FROM provider_events WHERE applied_at IS NULL AND tries >= $1',
        [STUCK_TRIES],
      );
      return Number(rows[0]?.stuck);
    },

    async purge() {
      await pool.query(
        'DELETE FROM provider_events WHERE applied_at < $1::timestamptz - make_interval(days => $2)',
        [now(), KEPT_DAYS],
      );
    },

    async drained() {
      await Promise.all(running);
    },
  };
}
