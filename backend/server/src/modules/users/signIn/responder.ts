import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { inTransaction } from '../../../platform/database/inTransaction.ts';
import type { Outbox, RenewedLetter, SecretMail } from '../../../platform/mail/outbox.ts';
import { passwordReset } from './mails.ts';
import { RESET_MINUTES, type ResetTokens } from './resetTokens.ts';

/** Who may be sent a link. */
export interface ResetAddressee {
  readonly id: string;
  readonly account_id: string | null;
  readonly username: string;
  readonly email: string;
}

const RESET_KIND = 'passwordReset';

/** What letters with reset links are made with. */
export interface ResetLetterPorts {
  readonly tokens: ResetTokens;
  /** The users with this e-mail address; it need not be unique. */
  usersByEmail(email: string): Promise<readonly ResetAddressee[]>;
  /** Where the page for a token is; its host is PUBLIC_URL's, never a request's. */
  resetUrl(token: string): string;
}

/** A letter with a new link; earlier links of the user stay good until one is used. */
async function resetLetter(
  { tokens, resetUrl }: ResetLetterPorts,
  { id, username }: ResetAddressee,
  transaction: pg.ClientBase,
): Promise<RenewedLetter> {
  const { token, until } = await tokens.issue(id, transaction);
  const letter = passwordReset({ username, resetUrl: resetUrl(token), minutes: RESET_MINUTES });
  return { letter, secretUntil: until };
}

/**
 * Writes a mail with a reset link anew.
 * @returns null for another kind of mail, and where the user is gone or has another address by now
 */
export async function renewResetLetter(
  ports: ResetLetterPorts,
  { kind, recipient, userId }: SecretMail,
  transaction: pg.ClientBase,
): Promise<RenewedLetter | null> {
  if (kind !== RESET_KIND) return null;
  const user = (await ports.usersByEmail(recipient)).find(({ id }) => id === userId);
  return user === undefined ? null : resetLetter(ports, user, transaction);
}

export interface ResponderOptions extends ResetLetterPorts {
  readonly pool: pg.Pool;
  readonly outbox: Outbox;
  readonly log: Logger;
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
  const { pool, tokens, outbox, usersByEmail } = options;
  return inTransaction(pool, async (transaction) => {
    const { rows } = await transaction.query<{ id: string; email: string }>(
      `DELETE FROM password_reset_requests WHERE id = (
         SELECT id FROM password_reset_requests ORDER BY requested_at LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING id, email`,
    );
    const [request] = rows;
    if (request === undefined) return false;
    for (const user of await usersByEmail(request.email)) {
      if (!(await tokens.mayHaveAnother(user.id, transaction))) continue;
      await outbox.post(
        {
          cause: `${request.id}/${user.id}`,
          kind: RESET_KIND,
          recipient: user.email,
          userId: user.id,
          accountId: user.account_id,
          ...(await resetLetter(options, user, transaction)),
        },
        transaction,
      );
    }
    return true;
  });
}
