import { randomUUID } from 'node:crypto';
import type { MaintenanceTask } from '@portal/contract';
import type { Queryable } from '@portal/projections';
import type { Logger } from 'pino';
import { messageOf } from '../../kernel/messageOf.ts';
import type { Migration } from '../../platform/database/migrate.ts';
import { HttpProblem } from '../../platform/http/errors.ts';

/**
 * `upkeep_tasks`: verifications and rebuilds with their progress, visible to all portals. One runs per kind and subject;
 * `touched_at` shows whether it is alive.
 */
export const maintenanceTasksMigration: Migration = {
  name: '0015_upkeep_tasks',
  async up(knex) {
    await knex.schema.createTable('upkeep_tasks', (table) => {
      table.uuid('id').primary();
      table.text('kind').notNullable();
      table.text('subject').notNullable();
      table.text('started_by').notNullable();
      table.timestamp('started_at').notNullable();
      table.timestamp('touched_at').notNullable();
      table.timestamp('finished_at');
      table.bigInteger('done').notNullable();
      table.bigInteger('total').notNullable();
      table.boolean('ok');
      table.jsonb('findings').notNullable();
      table.index(['started_at']);
    });
    await knex.raw(
      'CREATE UNIQUE INDEX upkeep_tasks_running ON upkeep_tasks (kind, subject) WHERE finished_at IS NULL',
    );
  },
};

export interface TaskRequest {
  readonly kind: MaintenanceTask['kind'];
  /** Name of a projection; '' for the log. */
  readonly subject: string;
  readonly userId: string;
  /** @param report takes the progress, in events @returns its findings; none if it succeeded */
  work(
    report: (progress: { readonly done: number; readonly total: number }) => void,
    signal: AbortSignal,
  ): Promise<readonly string[]>;
}

const TOUCH_MS = 1_000;

/** A task not touched for this long died with its process. */
const DEAD_MS = 30_000;

export type MaintenanceTasks = ReturnType<typeof createMaintenanceTasks>;

export function createMaintenanceTasks(db: Queryable, log: Logger) {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();

  async function run(id: string, { kind, subject, work }: TaskRequest): Promise<void> {
    let latest = { done: 0, total: 0 };
    const touch = () =>
      db
        .query(
          'UPDATE upkeep_tasks SET done = $2, total = $3, touched_at = clock_timestamp() WHERE id = $1',
          [id, latest.done, latest.total],
        )
        .catch((error: unknown) => log.warn({ err: error }, 'progress could not be saved'));
    const timer = setInterval(() => void touch(), TOUCH_MS);
    const findings = await work(({ done, total }) => {
      latest = { done, total };
    }, stopping.signal).catch((error: unknown) => {
      log.error({ err: error, kind, subject }, 'maintenance task failed');
      return [messageOf(error)];
    });
    clearInterval(timer);
    await touch();
    await db.query(
      'UPDATE upkeep_tasks SET ok = $2, findings = $3, finished_at = clock_timestamp() WHERE id = $1',
      [id, findings.length === 0, JSON.stringify(findings)],
    );
  }

  return {
    /**
     * Starts a task in the background.
     * @throws HttpProblem 409 while one of this kind and subject runs in any portal
     */
    async begin(request: TaskRequest): Promise<void> {
      await db.query(
        `UPDATE upkeep_tasks SET finished_at = clock_timestamp(), ok = false, findings = '["It was interrupted."]'
         WHERE finished_at IS NULL AND touched_at < clock_timestamp() - $1 * interval '1 millisecond'`,
        [DEAD_MS],
      );
      const id = randomUUID();
      const { rowCount } = await db.query(
        `INSERT INTO upkeep_tasks (id, kind, subject, started_by, started_at, touched_at, done, total, findings)
         VALUES ($1, $2, $3, $4, clock_timestamp(), clock_timestamp(), 0, 0, '[]') ON CONFLICT DO NOTHING`,
        [id, request.kind, request.subject, request.userId],
      );
      if (rowCount === 0) throw new HttpProblem(409, 'This is already running.');
      const work: Promise<void> = run(id, request)
        .catch((error: unknown) => log.error({ err: error }, 'a result could not be saved'))
        .finally(() => running.delete(work));
      running.add(work);
    },

    /** Newest first. */
    async newest(limit: number): Promise<readonly MaintenanceTask[]> {
      const { rows } = await db.query<TaskRow>(
        `SELECT id, kind, subject, started_at, finished_at, done, total, ok, findings,
           extract(epoch FROM coalesce(finished_at, clock_timestamp()) - started_at)::float8 AS seconds
         FROM upkeep_tasks ORDER BY started_at DESC LIMIT $1`,
        [limit],
      );
      return rows.map(toTask);
    },

    /** Aborts running tasks and records it. */
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

interface TaskRow extends Pick<MaintenanceTask, 'id' | 'kind' | 'subject' | 'ok' | 'findings'> {
  started_at: Date;
  finished_at: Date | null;
  done: string;
  total: string;
  seconds: number;
}

function toTask({ started_at, finished_at, done, total, seconds, ...rest }: TaskRow): MaintenanceTask {
  return {
    ...rest,
    started_at: new Date(started_at).toISOString(),
    finished_at: finished_at === null ? null : new Date(finished_at).toISOString(),
    done: Number(done),
    total: Number(total),
    events_per_second: seconds > 0 && Number(done) > 0 ? Math.round(Number(done) / seconds) : null,
  };
}
