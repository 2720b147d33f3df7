import type { ErasurePreview } from '@portal/contract';
import type { Queryable } from '@portal/projections';
import type pg from 'pg';
import { OUTBOX_TABLE } from '../../platform/mail/outboxTable.ts';
import type { Traces } from './person.ts';

/** By recipient, company and cause, never by text, which may match other people. */
const OF_THE_PERSON = `(user_id = $1 OR account_id = ANY($2::text[]) OR cause = ANY($3::text[])
  OR lower(recipient) = ANY($4::text[]) AND (user_id IS NULL OR user_id <> ALL($5::text[])))`;

const valuesOf = ({ userId, erasedAccountIds, eventIds, emails, otherUserIds }: Traces): unknown[] => [
  userId,
  erasedAccountIds,
  eventIds,
  emails,
  otherUserIds,
];

/** Number of mails to delete, by kind. */
export async function countMails(pool: pg.Pool, traces: Traces): Promise<ErasurePreview['mails_by_kind']> {
  const { rows } = await pool.query<{ kind: string; mails: number }>(
    `SELECT kind, count(*)::int AS mails FROM ${OUTBOX_TABLE} WHERE ${OF_THE_PERSON} GROUP BY kind ORDER BY kind`,
    valuesOf(traces),
  );
  return rows;
}

/** The mails of `all` that `some` leaves, the newest first. */
export async function mailsBeyond(
  pool: pg.Pool,
  some: Traces,
  all: Traces,
): Promise<ErasurePreview['withheld']['mails']> {
  const { rows: counted } = await pool.query<{ id: string }>(
    `SELECT id FROM ${OUTBOX_TABLE} WHERE ${OF_THE_PERSON}`,
    valuesOf(some),
  );
  const { rows } = await pool.query<Omit<ErasurePreview['withheld']['mails'][number], 'at'> & { at: Date }>(
    `SELECT id, kind, recipient, subject, created_at AS at FROM ${OUTBOX_TABLE}
     WHERE ${OF_THE_PERSON} AND id <> ALL($6::uuid[]) ORDER BY created_at DESC, id`,
    [...valuesOf(all), counted.map(({ id }) => id)],
  );
  return rows.map((mail) => ({ ...mail, at: new Date(mail.at).toISOString() }));
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
