import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { inTransaction } from '../adapters/database/inTransaction.ts';
import { passwordReset } from '../mail/letters.ts';
import type { Outbox } from '../mail/outbox.ts';
import { RESET_MINUTES, type ResetTokens } from './resetTokens.ts';

/** Who may be sent a link. */
export interface ResetAddressee {
  readonly id: string;
  readonly account_id: string | null;
  readonly username: string;
  readonly email: string;
}

export interface ResponderOptions {
  readonly pool: pg.Pool;
  readonly tokens: ResetTokens;
  readonly outbox: Outbox;
  readonly log: Logger;
  /** The users with this e-mail address; it need not be unique. */
  usersByEmail(email: string): Promise<readonly ResetAddressee[]>;
  /** Where the page for a token is; its host is PUBLIC_URL's, never a request's. */
  resetUrl(token: string): string;
}

export interface Responder {
  stop(): Promise<void>;
}

/** Looks by the clock and is never woken by a request: the work for a known address must not be felt beside its answer. */
const POLL_MS = 1_000;

/**
 * Answers the requests for reset links by mail, one for each user with that address, after the visitor got the answer
 * that all get. Request, tokens and mails change in one transaction: each request is answered once, by whichever portal.
 */
export function startResponder(options: ResponderOptions): Responder {
  const stopping = new AbortController();

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        while (!stopping.signal.aborted && (await answerNext(options)));
      } catch (error) {
        options.log.warn({ err: error }, 'requests for reset links can not be answered just now');
      }
      await sleep(POLL_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  }
  const running = run();

  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Answers the oldest request that no other portal is at. @returns whether there was one */
export async function answerNext(options: ResponderOptions): Promise<boolean> {
  const { pool, tokens, outbox, usersByEmail, resetUrl } = options;
  return inTransaction(pool, async (transaction) => {
    const { rows } = await transaction.query<{ id: string; email: string }>(
      `DELETE FROM password_reset_requests WHERE id = (
         SELECT id FROM password_reset_requests ORDER BY requested_at LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING id, email`,
    );
    const [request] = rows;
    if (request === undefined) return false;
    for (const user of await usersByEmail(request.email)) {
      const { token, until } = await tokens.issue(user.id, transaction);
      await outbox.post(
        {
          cause: `${request.id}/${user.id}`,
          kind: 'passwordReset',
          recipient: user.email,
          letter: passwordReset({
            username: user.username,
            resetUrl: resetUrl(token),
            minutes: RESET_MINUTES,
          }),
          userId: user.id,
          accountId: user.account_id,
          secretUntil: until,
        },
        transaction,
      );
    }
    return true;
  });
}
