import { hkdfSync } from 'node:crypto';
import type pg from 'pg';
import { unwrap, wrap } from '../keyRing/wrapping.ts';
import { COMMANDS_TABLE } from './commandsTable.ts';

interface AnswerPlace {
  readonly key: string;
  readonly actor: string;
}

export type SealedAnswers = ReturnType<typeof sealedAnswers>;

/**
 * Encrypts kept answers, which hold personal data; each can be opened only in its own place.
 * @param secret this installation's, for the `commands` table
 */
export function sealedAnswers(secret: Buffer) {
  const sealing = Buffer.from(hkdfSync('sha256', secret, '', 'kept answers', 32));
  const nameOf = ({ key, actor }: AnswerPlace) => `${actor} ${key}`;
  return {
    seal: (place: AnswerPlace, text: string): string =>
      wrap(Buffer.from(text), nameOf(place), sealing).toString('base64'),
    open: (place: AnswerPlace, sealed: string): string =>
      unwrap(Buffer.from(sealed, 'base64'), nameOf(place), sealing).toString('utf8'),
  };
}

const PAGE = 1_000;
/** Response to a retry whose stored response was erased; running it again could store erased data again. */
const FORGOTTEN = JSON.stringify({
  status: 409,
  body: { error: 'The data of this request was erased.' },
  headers: {},
});

/**
 * Forgets the keys of a user, and the answers to others that speak of something.
 * @param speaks whether an answer, as JSON text, does
 */
export async function forgetAnswers(
  pool: pg.Pool,
  answers: SealedAnswers,
  { userId, speaks }: { readonly userId: string; readonly speaks: (answer: string) => boolean },
): Promise<void> {
  await pool.query(`DELETE FROM ${COMMANDS_TABLE} WHERE actor = $1`, [userId]);
  let after: AnswerPlace = { key: '', actor: '' };
  for (;;) {
    const { rows } = await pool.query<AnswerPlace & { answer: string }>(
      `SELECT key, actor, answer FROM ${COMMANDS_TABLE}
       WHERE answer IS NOT NULL AND (key, actor) > ($1, $2) ORDER BY key, actor LIMIT ${PAGE}`,
      [after.key, after.actor],
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    const found = rows.filter((row) => speaks(answers.open(row, row.answer)));
    await pool.query(
      `UPDATE ${COMMANDS_TABLE} AS held SET status = 409, answer = forgotten.answer
       FROM unnest($1::text[], $2::text[], $3::text[]) AS forgotten (key, actor, answer)
       WHERE held.key = forgotten.key AND held.actor = forgotten.actor`,
      [
        found.map(({ key }) => key),
        found.map(({ actor }) => actor),
        found.map((place) => answers.seal(place, FORGOTTEN)),
      ],
    );
    after = last;
  }
}
