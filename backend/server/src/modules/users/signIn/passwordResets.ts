import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { inTransaction } from '@portal/projections';
import type pg from 'pg';
import type { Logger } from 'pino';
import { v7 } from 'uuid';
import type { Outbox, OutboxOptions, RenewedLetter, SecretMail } from '../../../platform/mail/outbox.ts';
import { passwordReset } from './mails.ts';

const RESET_MINUTES = 60;
const TOKEN_BYTES = 32;
/** Usable links of one user. */
export const MAX_OPEN_LINKS = 20;

/** Tokens of links that let their holder set a new password. */
export interface ResetTokens {
  /** Records a request for a link, once per id. */
  request(id: string, email: string): Promise<void>;
  /**
   * Makes a token, of which only the hash is stored. Earlier ones stay usable until one is used: anybody may request a
   * link, and must not invalidate the owner's.
   */
  issue(
    userId: string,
    transaction: pg.ClientBase,
  ): Promise<{ readonly token: string; readonly until: Date }>;
  /** False if the user has {@link MAX_OPEN_LINKS}: requests by visitors get no more. */
  mayHaveAnother(userId: string, transaction: pg.ClientBase): Promise<boolean>;
  /** Owner of a usable token, or of one used by this command; else null. */
  ownerOf(token: string, commandId: string): Promise<string | null>;
  /**
   * Uses the token, invalidates the user's others and runs `work`, in one transaction; of concurrent calls for a user
   * one succeeds.
   * @returns false, with nothing changed, for an unusable token
   */
  redeem(
    token: string,
    commandId: string,
    work: (transaction: pg.ClientBase) => Promise<void>,
  ): Promise<boolean>;
  /** Invalidates the user's links. */
  voidAllOf(userId: string): Promise<void>;
  /** Deletes expired tokens. */
  purge(): Promise<void>;
}

const hashOf = (token: string) => createHash('sha256').update(token, 'utf8').digest();
const USABLE = 'token_hash = $1 AND (used_at IS NULL AND expires_at > $3 OR used_by = $2)';

/** 256 random bits, stored as their SHA-256 for 60 minutes and one use. */
export function createResetTokens(pool: pg.Pool, now: () => Date): ResetTokens {
  return {
    async request(id, email) {
      await pool.query(
        'INSERT INTO password_reset_requests (id, email, requested_at) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING',
        [id, email, now()],
      );
    },

    async issue(userId, transaction) {
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      const at = now();
      const until = new Date(at.getTime() + RESET_MINUTES * 60_000);
      await transaction.query(
        'INSERT INTO password_reset_tokens (id, user_id, token_hash, expires_at, created_at) VALUES ($1, $2, $3, $4, $5)',
        [v7(), userId, hashOf(token), until, at],
      );
      return { token, until };
    },

    async mayHaveAnother(userId, transaction) {
      const { rows } = await transaction.query<{ open: number }>(
        `SELECT count(*)::int AS open FROM password_reset_tokens
         WHERE user_id = $1 AND used_at IS NULL AND expires_at > $2`,
        [userId, now()],
      );
      return (rows[0]?.open ?? 0) < MAX_OPEN_LINKS;
    },

    async ownerOf(token, commandId) {
      const { rows } = await pool.query<{ user_id: string }>(
        `SELECT user_id FROM password_reset_tokens WHERE ${USABLE}`,
        [hashOf(token), commandId, now()],
      );
      return rows[0]?.user_id ?? null;
    },

    redeem: (token, commandId, work) =>
      inTransaction(pool, async (transaction) => {
        // a concurrent call waits here, then finds its token used
        await transaction.query(
          `SELECT FROM password_reset_tokens WHERE user_id =
             (SELECT user_id FROM password_reset_tokens WHERE token_hash = $1) ORDER BY id FOR UPDATE`,
          [hashOf(token)],
        );
        const { rows } = await transaction.query<{ user_id: string }>(
          `UPDATE password_reset_tokens SET used_at = $3, used_by = $2 WHERE ${USABLE} RETURNING user_id`,
          [hashOf(token), commandId, now()],
        );
        const [redeemed] = rows;
        if (redeemed === undefined) return false;
        await work(transaction);
        await transaction.query('DELETE FROM password_reset_tokens WHERE user_id = $1 AND used_at IS NULL', [
          redeemed.user_id,
        ]);
        return true;
      }),

    async voidAllOf(userId) {
      await pool.query('DELETE FROM password_reset_tokens WHERE user_id = $1 AND used_at IS NULL', [userId]);
    },

    async purge() {
      await pool.query('DELETE FROM password_reset_tokens WHERE expires_at < $1', [now()]);
    },
  };
}

interface ResetAddressee {
  readonly id: string;
  readonly account_id: string | null;
  readonly username: string;
  readonly email: string;
}

const RESET_KIND = 'passwordReset';

interface ResetLetterPorts {
  readonly tokens: ResetTokens;
  /** Several users may share an address. */
  usersByEmail(email: string): Promise<readonly ResetAddressee[]>;
  /** On PUBLIC_URL's host, never the request's. */
  resetUrl(token: string): string;
}

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
 * Rewrites a mail with a new reset link.
 * @returns null for other mails, or if the user is gone or has another address
 */
async function renewResetLetter(
  ports: ResetLetterPorts,
  { kind, recipient, userId }: SecretMail,
  transaction: pg.ClientBase,
): Promise<RenewedLetter | null> {
  if (kind !== RESET_KIND) return null;
  const user = (await ports.usersByEmail(recipient)).find(({ id }) => id === userId);
  return user === undefined ? null : resetLetter(ports, user, transaction);
}

interface MailingOptions extends ResetLetterPorts {
  readonly pool: pg.Pool;
  readonly pollMs: number;
  readonly outbox: Outbox;
  readonly log: Logger;
}

/** Polls, so that the response to a request does not reveal by its time whether the address is known. */
const POLL_MS = 5_000;

/**
 * Mails reset links to each user with a requested address. Request, tokens and mails change in one transaction, so that
 * each request is answered once, by any portal.
 * @returns stops it
 */
function startMailingResetLinks(options: MailingOptions): () => Promise<void> {
  const stopping = new AbortController();

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        while (!stopping.signal.aborted && (await isRequested(options.pool)) && (await answerNext(options)));
      } catch (error) {
        options.log.warn({ err: error }, 'requests for reset links could not be processed; retrying');
      }
      await sleep(options.pollMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  }
  const running = run();

  return async () => {
    stopping.abort();
    await running;
  };
}

/** Cheaper than a transaction that finds nothing. */
async function isRequested(pool: pg.Pool): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'reset-link-requested',
    text: 'SELECT FROM password_reset_requests LIMIT 1',
  });
  return rowCount === 1;
}

/** Answers the oldest request that no other portal works on. @returns false for none */
async function answerNext(options: MailingOptions): Promise<boolean> {
  const { pool, tokens, outbox, usersByEmail } = options;
  const sendings = await inTransaction(pool, async (transaction) => {
    const { rows } = await transaction.query<{ id: string; email: string }>(
      `DELETE FROM password_reset_requests WHERE id = (
         SELECT id FROM password_reset_requests ORDER BY requested_at LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING id, email`,
    );
    const [request] = rows;
    if (request === undefined) return null;
    const posted: (() => void)[] = [];
    for (const user of await usersByEmail(request.email)) {
      if (!(await tokens.mayHaveAnother(user.id, transaction))) continue;
      const sendIt = await outbox.postIn(transaction, {
        cause: `${request.id}/${user.id}`,
        kind: RESET_KIND,
        recipient: user.email,
        userId: user.id,
        accountId: user.account_id,
        ...(await resetLetter(options, user, transaction)),
      });
      posted.push(sendIt);
    }
    return posted;
  });
  for (const sendIt of sendings ?? []) sendIt();
  return sendings !== null;
}

/** Password reset links and their mails. */
export interface PasswordResets {
  readonly tokens: ResetTokens;
  /** Rewrites a mail with a new link. */
  readonly renew: NonNullable<OutboxOptions['renew']>;
  /** Starts to mail requested links. @returns stops it */
  startMailing(outbox: Outbox): () => Promise<void>;
}

export function createPasswordResets({
  pool,
  now,
  log,
  pollMs = POLL_MS,
  publicUrl,
  usersByEmail,
}: {
  readonly pool: pg.Pool;
  readonly now: () => Date;
  readonly log: Logger;
  readonly pollMs?: number | undefined;
  /** Without trailing slash. */
  readonly publicUrl: () => string;
  usersByEmail(email: string): Promise<readonly ResetAddressee[]>;
}): PasswordResets {
  const tokens = createResetTokens(pool, now);
  const letters = {
    tokens,
    usersByEmail,
    resetUrl: (token: string) => `${publicUrl()}/reset-password?token=${token}`,
  };
  return {
    tokens,
    renew: (mail, transaction) => renewResetLetter(letters, mail, transaction),
    startMailing: (outbox) => startMailingResetLinks({ pool, outbox, log, pollMs, ...letters }),
  };
}
