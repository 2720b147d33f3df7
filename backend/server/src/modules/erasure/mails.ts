import type { ErasurePreview } from '@portal/contract';
import type { Queryable } from '@portal/projections';
import type pg from 'pg';
import { OUTBOX_TABLE } from '../../platform/mail/outboxTable.ts';
import type { Traces } from './person.ts';

/** By recipient, company and cause, never by text, which may match other people. */
const OF_THE_PERSON =
  'user_id = $1 OR account_id = ANY($2::text[]) OR cause = ANY($3::text[]) OR lower(recipient) = ANY($4::text[])';

const valuesOf = ({ userId, erasedAccountIds, eventIds, emails }: Traces): unknown[] => [
  userId,
  erasedAccountIds,
  eventIds,
  emails,
];

/** Number of mails to delete, by kind. */
export async function countMails(pool: pg.Pool, traces: Traces): Promise<ErasurePreview['mails_by_kind']> {
  const { rows } = await pool.query<{ kind: string; mails: number }>(
    `SELECT kind, count(*)::int AS mails FROM ${OUTBOX_TABLE} WHERE ${OF_THE_PERSON} GROUP BY kind ORDER BY kind`,
    valuesOf(traces),
  );
  return rows;
}

/** Deletes the mails, including those being sent. */
export async function deleteMails(pool: pg.Pool, traces: Traces): Promise<void> {
  await pool.query(`DELETE FROM ${OUTBOX_TABLE} WHERE ${OF_THE_PERSON}`, valuesOf(traces));
}

/** Streams whose events caused mails about these companies. Freshness: `logIndex`. */
export async function streamsMailed(
  pool: Queryable,
  accountIds: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await pool.query<{ stream: string }>(
    `SELECT DISTINCT i.stream FROM ${OUTBOX_TABLE} m JOIN log_index i ON i.event_id::text = m.cause
     WHERE m.account_id = ANY($1::text[])`,
    [[...accountIds]],
  );
  return rows.map(({ stream }) => stream);
}
