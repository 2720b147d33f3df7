import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { inTransaction, type UserRow } from '@portal/projections';
import type pg from 'pg';
import type { Logger } from 'pino';
import { v7 } from 'uuid';
import type { Letter } from '../../../platform/mail/letter.ts';
import type { Outbox, Posting, RenewedLetter, SecretMail } from '../../../platform/mail/outbox.ts';
import { passwordReset } from './mails.ts';

const RESET_MINUTES = 60;
const TOKEN_BYTES = 32;
/** Usable links of one user; requests by visitors get no more. */
export const MAX_OPEN_LINKS = 20;

const hashOf = (token: string) => createHash('sha256').update(token, 'utf8').digest();
const USABLE = 'token_hash = $1 AND (used_at IS NULL AND expires_at > $3 OR used_by = $2)';

type ResetAddressee = Pick<UserRow, 'id' | 'account_id' | 'username' | 'email'>;

const RESET_KIND = 'passwordReset';

/** Polls, so that the response to a request does not reveal by its time whether the address is known. */
const POLL_MS = 5_000;

export type PasswordResets = ReturnType<typeof createPasswordResets>;

/**
 * Password reset links and their mails. A link lets its holder set a new password: 256 random bits, stored as their
 * SHA-256 for 60 minutes and one use. Invitations of colleagues have such links too, for a user who is yet to be.
 */
export function createPasswordResets(options: {
  readonly pool: pg.Pool;
  readonly now: () => Date;
  readonly log: Logger;
  readonly pollMs?: number | undefined;
  /** Without trailing slash; never the request's host. */
  readonly publicUrl: () => string;
  /** Several users may share an address. */
  usersByEmail(email: string): Promise<readonly ResetAddressee[]>;
}) {
  const { pool, now, log, pollMs = POLL_MS, publicUrl, usersByEmail } = options;

  /** @returns null if there was a token of this id */
  async function addToken(
    id: string,
    userId: string,
    expiresAt: Date,
    transaction: pg.ClientBase,
  ): Promise<string | null> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const { rowCount } = await transaction.query(
      `INSERT INTO password_reset_tokens (id, user_id, token_hash, expires_at, created_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (id) DO NOTHING`,
      [id, userId, hashOf(token), expiresAt, now()],
    );
    return rowCount === 1 ? token : null;
  }

  /** Earlier links stay usable until one is used: anybody may request a link, and must not invalidate the owner's. */
  async function resetLetter(
    { id, username }: ResetAddressee,
    transaction: pg.ClientBase,
  ): Promise<RenewedLetter> {
    const secretUntil = new Date(now().getTime() + RESET_MINUTES * 60_000);
    const token = await addToken(v7(), id, secretUntil, transaction);
    const resetUrl = `${publicUrl()}/reset-password?token=${token}`;
    return { letter: passwordReset({ username, resetUrl, minutes: RESET_MINUTES }), secretUntil };
  }

  /** Cheaper than a transaction that finds nothing. */
  async function isRequested(): Promise<boolean> {
    const { rowCount } = await pool.query({
      name: 'reset-link-requested',
      text: 'SELECT FROM password_reset_requests LIMIT 1',
    });
    return rowCount === 1;
  }

  /** Answers the oldest request that no other portal works on. @returns false for none */
  async function answerNext(outbox: Outbox): Promise<boolean> {
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
        const { rows: open } = await transaction.query(
          'SELECT FROM password_reset_tokens WHERE user_id = $1 AND used_at IS NULL AND expires_at > $2',
          [user.id, now()],
        );
        if (open.length >= MAX_OPEN_LINKS) continue;
        const sendIt = await outbox.postIn(transaction, {
          cause: `${request.id}/${user.id}`,
          kind: RESET_KIND,
          recipient: user.email,
          userId: user.id,
          accountId: user.account_id,
          ...(await resetLetter(user, transaction)),
        });
        posted.push(sendIt);
      }
      return posted;
    });
    for (const sendIt of sendings ?? []) sendIt();
    return sendings !== null;
  }

  return {
    /** Records a request for a link, once per id. */
    async request(id: string, email: string): Promise<void> {
      await pool.query(
        'INSERT INTO password_reset_requests (id, email, requested_at) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING',
        [id, email, now()],
      );
    },

    /** Mails an invitation, once per cause; earlier links of the user end. @param letter by the link */
    async invite(
      outbox: Outbox,
      {
        userId,
        letter,
        ...posting
      }: Omit<Posting, 'letter' | 'userId' | 'secretUntil'> & {
        readonly userId: string;
        readonly secretUntil: Date;
        letter(link: string): Letter;
      },
    ): Promise<void> {
      const sendIt = await inTransaction(pool, async (transaction) => {
        const { cause, secretUntil } = posting;
        const token = await addToken(cause, userId, secretUntil, transaction);
        if (token === null) return () => {};
        await transaction.query(
          'DELETE FROM password_reset_tokens WHERE user_id = $1 AND used_at IS NULL AND id <> $2',
          [userId, cause],
        );
        const link = `${publicUrl()}/invitation?token=${token}`;
        return outbox.postIn(transaction, { ...posting, userId, letter: letter(link) });
      });
      sendIt();
    },

    /** Owner of a usable token, or of one used by this command; else null. */
    async ownerOf(token: string, commandId: string): Promise<string | null> {
      const { rows } = await pool.query<{ user_id: string }>(
        `SELECT user_id FROM password_reset_tokens WHERE ${USABLE}`,
        [hashOf(token), commandId, now()],
      );
      return rows[0]?.user_id ?? null;
    },

    /**
     * Uses the token, invalidates the user's others and runs `work`, in one transaction; of concurrent calls for a user
     * one succeeds.
     * @returns false, with nothing changed, for an unusable token
     */
    redeem: (
      token: string,
      commandId: string,
      work: (transaction: pg.ClientBase) => Promise<unknown>,
    ): Promise<boolean> =>
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

    /** Invalidates the user's links. */
    async voidAllOf(userId: string): Promise<void> {
      await pool.query('DELETE FROM password_reset_tokens WHERE user_id = $1 AND used_at IS NULL', [userId]);
    },

    /** Deletes expired tokens. */
    async purge(): Promise<void> {
      await pool.query('DELETE FROM password_reset_tokens WHERE expires_at < $1', [now()]);
    },

    /**
     * Rewrites a mail with a new link.
     * @returns null for other mails, or if the user is gone or has another address
     */
    async renew(
      { kind, recipient, userId }: SecretMail,
      transaction: pg.ClientBase,
    ): Promise<RenewedLetter | null> {
      if (kind !== RESET_KIND) return null;
      const user = (await usersByEmail(recipient)).find(({ id }) => id === userId);
      return user === undefined ? null : resetLetter(user, transaction);
    },

    /**
     * Mails reset links to each user with a requested address. Request, tokens and mails change in one transaction, so
     * that each request is answered once, by any portal.
     * @returns stops it
     */
    startMailing(outbox: Outbox): () => Promise<void> {
      const stopping = new AbortController();
      const { signal } = stopping;

      async function run(): Promise<void> {
        while (!signal.aborted) {
          try {
            while (!signal.aborted && (await isRequested()) && (await answerNext(outbox)));
          } catch (error) {
            log.warn({ err: error }, 'requests for reset links could not be processed; retrying');
          }
          await sleep(pollMs, undefined, { signal, ref: false }).catch(() => {});
        }
      }
      const running = run();

      return async () => {
        stopping.abort();
        await running;
      };
    },
  };
}
