import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { CommandContext } from '../../kernel/commandContext.ts';
import { COMMANDS_TABLE, KEEP_DAYS } from './commandsTable.ts';
import { HttpProblem } from './errors.ts';
import { sealedAnswers } from './sealedAnswers.ts';

/** A stored response, byte for byte. */
export interface KeptAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

/** The actor of public routes. */
export const VISITOR = 'visitor';

/** Identity of a retried request. */
export interface IdempotentRequest {
  /** The client's Idempotency-Key. */
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
