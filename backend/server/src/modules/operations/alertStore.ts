import type { AlertKind, AlertRecord } from '@portal/contract';
import type pg from 'pg';
import { v7 } from 'uuid';
import type { Migration } from '../../platform/database/migrate.ts';
import type { Finding, Found } from './check.ts';

export const ALERTS_TABLE = 'alerts';

/** `alerts`: findings of checks, at most one open per kind and subject. `told`: what the last mail said. */
export const alertsMigration: Migration = {
  name: '0016_alerts',
  async up(knex) {
    await knex.schema.createTable(ALERTS_TABLE, (table) => {
      table.uuid('id').primary();
      table.text('kind').notNullable();
      table.text('subject').notNullable();
      table.text('mark').notNullable();
      table.text('severity').notNullable();
      table.text('title').notNullable();
      table.text('todo').notNullable();
      table.text('link_path').notNullable();
      table.text('link_label').notNullable();
      table.timestamp('opened_at').notNullable();
      table.timestamp('last_seen').notNullable();
      table.timestamp('mailed_at');
      table.text('told');
      table.timestamp('closed_at');
      table.text('acknowledged_by');
      table.timestamp('acknowledged_at');
      table.text('snoozed_by');
      table.timestamp('snoozed_at');
      table.timestamp('snoozed_until');
      table.index(['closed_at']);
    });
    await knex.raw(`ALTER TABLE ${ALERTS_TABLE} ADD CHECK (told IN ('open', 'closed'))`);
    await knex.raw(
      `CREATE UNIQUE INDEX alerts_open ON ${ALERTS_TABLE} (kind, subject) WHERE closed_at IS NULL`,
    );
  },
};

export interface AlertRow extends Pick<AlertRecord, 'id' | 'kind' | 'severity' | 'title' | 'todo'> {
  readonly subject: string;
  readonly link_path: string;
  readonly link_label: string;
  readonly opened_at: Date;
  readonly last_seen: Date;
  readonly mailed_at: Date | null;
  readonly told: 'open' | 'closed' | null;
  readonly closed_at: Date | null;
  readonly acknowledged_by: string | null;
  readonly acknowledged_at: Date | null;
  readonly snoozed_by: string | null;
  readonly snoozed_at: Date | null;
  readonly snoozed_until: Date | null;
}

/** A recurrence within this time reopens the alert without a new mail. */
export const SAME_TROUBLE_MS = 60 * 60_000;

const KEPT_DAYS = 90;
type Db = pg.Pool | pg.PoolClient;

/** Findings not checked for this long belong to a portal that no longer exists. */
const FORSAKEN_MS = 60 * 60_000;

/**
 * Updates the alerts of a kind: opens, reopens, keeps and closes them. Findings that are not `lasting` neither open nor
 * close alerts. The caller holds the alerts lock.
 * @returns whether anything visible changed
 */
export async function keepFindings(
  db: Db,
  { kind, findings, subjects }: Found,
  lasting: ReadonlySet<Finding>,
  at: Date,
): Promise<boolean> {
  let changed = false;
  for (const finding of findings)
    changed = (await keep(db, kind, finding, lasting.has(finding), at)) || changed;
  const { rowCount } = await db.query(
    `UPDATE ${ALERTS_TABLE} SET closed_at = $3 WHERE kind = $1 AND closed_at IS NULL AND subject <> ALL($2::text[])
       AND ($4::text[] IS NULL OR subject = ANY($4) OR last_seen < $5)`,
    [
      kind,
      findings.map(({ subject }) => subject),
      at,
      subjects ?? null,
      new Date(at.getTime() - FORSAKEN_MS),
    ],
  );
  return changed || (rowCount ?? 0) > 0;
}

/** An acknowledgement lapses when the finding grows; a snooze stays until it expires. */
async function keep(db: Db, kind: AlertKind, finding: Finding, isRipe: boolean, at: Date): Promise<boolean> {
  const { subject, mark = '', severity, title, todo, link, isToldAlready = false } = finding;
  const values = [kind, subject, mark, severity, title, todo, link.path, link.label, at];
  const { rows } = await db.query<{ changed: boolean }>(
    `UPDATE ${ALERTS_TABLE} a SET mark = $3, severity = $4, title = $5, todo = $6, link_path = $7, link_label = $8,
       last_seen = $9, closed_at = NULL,
       acknowledged_by = CASE WHEN a.mark = $3 THEN a.acknowledged_by END,
       acknowledged_at = CASE WHEN a.mark = $3 THEN a.acknowledged_at END
     FROM (SELECT * FROM ${ALERTS_TABLE} WHERE kind = $1 AND subject = $2 AND (closed_at IS NULL OR closed_at > $10)
           ORDER BY closed_at DESC NULLS FIRST LIMIT 1) before
     WHERE a.id = before.id
     RETURNING (before.closed_at IS NOT NULL OR before.title <> $5 OR before.severity <> $4 OR before.mark <> $3) AS changed`,
    // only lasting findings reopen an alert
    [...values, isRipe ? new Date(at.getTime() - SAME_TROUBLE_MS) : 'infinity'],
  );
  const [same] = rows;
  if (same !== undefined || !isRipe) return same?.changed ?? false;
  await db.query(
    `INSERT INTO ${ALERTS_TABLE} (kind, subject, mark, severity, title, todo, link_path, link_label, opened_at, last_seen,
       id, told, mailed_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10, $11, $12)`,
    [...values, v7(), isToldAlready ? 'open' : null, isToldAlready ? at : null],
  );
  return true;
}

export async function purgeAlerts(db: Db, at: Date): Promise<void> {
  await db.query(`DELETE FROM ${ALERTS_TABLE} WHERE closed_at < $1`, [
    new Date(at.getTime() - KEPT_DAYS * 86_400_000),
  ]);
}
