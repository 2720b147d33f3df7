import type { ErasurePreview } from '@portal/contract';
import type { Queryable } from '@portal/projections';
import type pg from 'pg';
import { OUTBOX_TABLE } from '../../platform/mail/outboxTable.ts';
import type { Traces } from './person.ts';

/**
 * Whom a mail goes to, which company it is about, and what it follows from. Never what it says: an address or a name may
 * stand in the words of a template, and everybody's mails would go.
 */
const OF_THE_PERSON =
  'user_id = $1 OR account_id = ANY($2::text[]) OR cause = ANY($3::text[]) OR lower(recipient) = ANY($4::text[])';

const valuesOf = ({ userId, erasedAccountIds, eventIds, emails }: Traces): unknown[] => [
  userId,
  erasedAccountIds,
  eventIds,
  emails,
];

/** How many mails would go, sent or not, by what they are about. */
export async function countMails(pool: pg.Pool, traces: Traces): Promise<ErasurePreview['mails_by_kind']> {
  const { rows } = await pool.query<{ kind: string; mails: number }>(
    `SELECT kind, count(*)::int AS mails FROM ${OUTBOX_TABLE} WHERE ${OF_THE_PERSON} GROUP BY kind ORDER BY kind`,
    valuesOf(traces),
  );
  return rows;
}

/** Deletes them; one that is on its way at this moment is gone from the outbox too. */
export async function deleteMails(pool: pg.Pool, traces: Traces): Promise<void> {
  await pool.query(`DELETE FROM ${OUTBOX_TABLE} WHERE ${OF_THE_PERSON}`, valuesOf(traces));
}

/** The streams of the events that mails about these companies followed from. Freshness: `logIndex`. */
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
