import type { ErasurePreview } from '@portal/contract';
import type pg from 'pg';
import { OUTBOX_TABLE } from '../../platform/mail/outboxTable.ts';
import type { Traces } from './person.ts';

/**
 * By recipient, company and cause, never by text, which may match other people.
 * @param first number of the first of the five parameters
 */
const ofThePerson = (first = 1) =>
  `(user_id = $${first} OR account_id = ANY($${first + 1}::text[]) OR cause = ANY($${first + 2}::text[])
    OR lower(recipient) = ANY($${first + 3}::text[]) AND (user_id IS NULL OR user_id <> ALL($${first + 4}::text[])))`;

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
    `SELECT kind, count(*)::int AS mails FROM ${OUTBOX_TABLE} WHERE ${ofThePerson()} GROUP BY kind ORDER BY kind`,
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
  const { rows } = await pool.query<Omit<ErasurePreview['withheld']['mails'][number], 'at'> & { at: Date }>(
    `SELECT id, kind, recipient, subject, created_at AS at FROM ${OUTBOX_TABLE}
     WHERE ${ofThePerson()} AND ${ofThePerson(6)} IS NOT TRUE ORDER BY created_at DESC, id`,
    [...valuesOf(all), ...valuesOf(some)],
  );
  return rows.map((mail) => ({ ...mail, at: new Date(mail.at).toISOString() }));
}

/** Deletes the mails, including those being sent. */
export async function deleteMails(pool: pg.Pool, traces: Traces): Promise<void> {
  await pool.query(`DELETE FROM ${OUTBOX_TABLE} WHERE ${ofThePerson()}`, valuesOf(traces));
}
