import type pg from 'pg';
import { OUTBOX_TABLE } from '../mail/outboxTable.ts';
import type { Traces } from './traces.ts';

/** Shorter names than this are found in too many texts that speak of somebody else. */
export const SHORTEST_NAME = 4;

/** Whom a mail goes to, what it is about, what it follows from, and what it says. */
const SPEAKS_OF = `user_id = $1 OR account_id = ANY($2::text[]) OR cause = ANY($3::text[])
  OR concat_ws(E'\\n', recipient, subject, text, last_error) ~* ANY($4::text[])
  OR account_id = ANY($5::text[]) AND concat_ws(E'\\n', subject, text) ~* ANY($6::text[])`;

const valuesOf = (traces: Traces): readonly unknown[] => [
  traces.userId,
  traces.erasedAccountIds,
  traces.eventIds,
  traces.emails.map((email) => `(^|[^\\w.%+-])${escaped(email)}($|[^\\w-])`),
  traces.accountIds,
  // mails wrap their lines
  [...traces.names, ...traces.usernames]
    .filter(({ length }) => length >= SHORTEST_NAME)
    .map((name) => `(^|\\W)${name.split(/\s+/).map(escaped).join('\\s+')}($|\\W)`),
];

const escaped = (text: string) => text.replace(/[.*+?^$(){}|[\]\\]/g, '\\$&');

/** How many mails, sent or not, speak of the person. */
export async function countMails(pool: pg.Pool, traces: Traces): Promise<number> {
  const { rows } = await pool.query<{ mails: string }>(
    `SELECT count(*) AS mails FROM ${OUTBOX_TABLE} WHERE ${SPEAKS_OF}`,
    [...valuesOf(traces)],
  );
  return Number(rows[0]?.mails ?? 0);
}

/** Deletes them; one that is on its way at this moment is gone from the outbox too. */
export async function deleteMails(pool: pg.Pool, traces: Traces): Promise<void> {
  await pool.query(`DELETE FROM ${OUTBOX_TABLE} WHERE ${SPEAKS_OF}`, [...valuesOf(traces)]);
}
