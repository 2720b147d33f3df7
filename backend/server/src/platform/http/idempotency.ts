import { createHmac, hkdfSync } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { CommandContext } from '../../kernel/commandContext.ts';
import type { Migration } from '../database/migrate.ts';
import { unwrap, wrap } from '../keyRing/wrapping.ts';
import { HttpProblem } from './errors.ts';
import type { JsonAnswer } from './route.ts';

/** Days an answer is kept for a retry. */
const KEEP_DAYS = 7;
const COMMANDS_TABLE = 'commands';

/**
 * `commands`: id and time of a command and its first response, by Idempotency-Key and actor, for {@link KEEP_DAYS}
 * days.
 */
export const commandsMigration: Migration = {
  name: '0004_commands',
  async up(knex) {
    await knex.schema.createTable(COMMANDS_TABLE, (table) => {
      table.text('key').notNullable();
      table.text('actor').notNullable();
      // a keyed hash: bodies may hold passwords
      table.text('body_hash').notNullable();
      table.uuid('command_id').notNullable();
      table.text('command_time').notNullable();
      table.timestamp('leased_until').notNullable();
      table.integer('status');
      table.text('answer');
      table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
      table.primary(['key', 'actor']);
      table.index('created_at');
    });
  },
};

/** A stored response, byte for byte. */
export type KeptAnswer = Required<JsonAnswer>;

export const VISITOR = 'visitor';

export interface IdempotentRequest {
  readonly key: string;
  /** A user id, or {@link VISITOR} on public routes. */
  readonly actor: string;
  /** Method, path and parsed body, as text. */
  readonly fingerprint: string;
  /** Identity and time to use when the key is new. */
  readonly command: CommandContext;
}

export type Idempotency = ReturnType<typeof createIdempotency>;

interface Row {
  readonly body_hash: string;
  readonly command_id: string;
  readonly command_time: string;
  readonly status: number | null;
  readonly answer: string | null;
  readonly mine: boolean;
}

/** Time after which a duplicate takes a command over; harmless, because event ids are derived. */
const LEASE_SECONDS = 6;
const WAIT_MS = 8_000;
const POLL_MS = 50;

const COLUMNS = 'body_hash, command_id, command_time, status, answer';

/** Exactly-once commands over the `commands` table. `secret` keys the hashes of bodies and encrypts kept responses. */
export function createIdempotency(pool: pg.Pool, secret: Buffer) {
  const hashOf = (text: string) => createHmac('sha256', secret).update(text).digest('hex');
  const answers = sealedAnswers(secret);

  /** Claims the key if it is free or expired; `mine` if this request runs the command. */
  async function take(request: IdempotentRequest, bodyHash: string): Promise<Row> {
    const taken = await pool.query<Omit<Row, 'mine'>>({
      name: 'commands-take',
      text: `INSERT INTO ${COMMANDS_TABLE} AS held (key, actor, body_hash, command_id, command_time, leased_until)
             VALUES ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))
             ON CONFLICT (key, actor) DO UPDATE SET leased_until = excluded.leased_until
               WHERE held.status IS NULL AND held.leased_until < now() AND held.body_hash = excluded.body_hash
             RETURNING ${COLUMNS}`,
      values: [request.key, request.actor, bodyHash, request.command.id, request.command.time, LEASE_SECONDS],
    });
    const [mine] = taken.rows;
    if (mine !== undefined) return { ...mine, mine: true };
    const held = await pool.query<Omit<Row, 'mine'>>({
      name: 'commands-held',
      text: `SELECT ${COLUMNS} FROM ${COMMANDS_TABLE} WHERE key = $1 AND actor = $2`,
      values: [request.key, request.actor],
    });
    const [row] = held.rows;
    // purged between the two statements: the next round takes it
    return row === undefined ? take(request, bodyHash) : { ...row, mine: false };
  }

  /** Changes the row of a command that has no answer yet. */
  const change = (name: string, statement: string, { key, actor }: IdempotentRequest, ...values: unknown[]) =>
    pool.query({
      name,
      text: `${statement} WHERE key = $1 AND actor = $2 AND status IS NULL`,
      values: [key, actor, ...values],
    });

  /** A visitor's refusal is decided again: kept, anybody could fill the table with them. */
  async function keep(request: IdempotentRequest, answer: KeptAnswer): Promise<void> {
    if (request.actor === VISITOR && answer.status >= 400) {
      await change('commands-forget', `DELETE FROM ${COMMANDS_TABLE}`, request);
      return;
    }
    const sealed = answers.seal(request, JSON.stringify(answer));
    const statement = `UPDATE ${COMMANDS_TABLE} SET status = $3, answer = $4`;
    await change('commands-keep', statement, request, answer.status, sealed);
  }

  /** The next try continues at once, as the same command. */
  const release = (request: IdempotentRequest) =>
    change(
      'commands-release',
      `UPDATE ${COMMANDS_TABLE} SET leased_until = now() - interval '1 second'`,
      request,
    );

  return {
    /**
     * Runs `execute` for a new key and keeps its response, which a retry gets. A key with another request is 409; a concurrent
     * duplicate waits, then gets 409 with Retry-After. After a crash the retry runs as the same command with the same ids and time.
     * @throws HttpProblem 409
     */
    async run(
      request: IdempotentRequest,
      execute: (command: CommandContext) => Promise<KeptAnswer>,
    ): Promise<{ readonly answer: KeptAnswer; readonly replayed: boolean }> {
      const bodyHash = hashOf(request.fingerprint);
      const giveUp = Date.now() + WAIT_MS;
      for (;;) {
        const row = await take(request, bodyHash);
        if (row.body_hash !== bodyHash) {
          throw new HttpProblem(409, 'This Idempotency-Key was used for another request');
        }
        if (row.answer !== null)
          return { answer: JSON.parse(answers.open(request, row.answer)), replayed: true };
        if (row.mine) {
          const command = { ...request.command, id: row.command_id, time: row.command_time };
          try {
            const answer = await execute(command);
            await keep(request, answer);
            return { answer, replayed: false };
          } catch (error) {
            // unknown outcome
            await release(request).catch(() => {});
            throw error;
          }
        }
        if (Date.now() > giveUp) {
          throw new HttpProblem(409, 'The same request is still being processed. Please try again shortly.', {
            headers: { 'Retry-After': '2' },
          });
        }
        await sleep(POLL_MS);
      }
    },

    async purge(): Promise<void> {
      await pool.query(`DELETE FROM ${COMMANDS_TABLE} WHERE created_at < now() - make_interval(days => $1)`, [
        KEEP_DAYS,
      ]);
    },
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
  secret: Buffer,
  { userId, speaks }: { readonly userId: string; readonly speaks: (answer: string) => boolean },
): Promise<void> {
  const answers = sealedAnswers(secret);
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

type AnswerPlace = Pick<IdempotentRequest, 'key' | 'actor'>;

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
