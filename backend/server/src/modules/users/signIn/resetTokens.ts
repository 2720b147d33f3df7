import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { v7 } from 'uuid';
import { inTransaction } from '../../../platform/database/inTransaction.ts';

/** A link works once, for this long. */
export const RESET_MINUTES = 60;
const TOKEN_BYTES = 32;
/** Links of one user that can be used at the same moment. */
export const MOST_OPEN_LINKS = 20;

/** Links that let their holder set a new password. */
export interface ResetTokens {
  /** Notes that somebody asked for a link; a retry of the same request is noted once. @param id of the request */
  request(id: string, email: string): Promise<void>;
  /**
   * Makes a token for a user in `transaction`. Earlier ones stay good until one is used: anybody may ask for a link, and
   * must not make the one worthless that its owner is about to use.
   * @returns the token itself, kept nowhere
   */
  issue(
    userId: string,
    transaction: pg.ClientBase,
  ): Promise<{ readonly token: string; readonly until: Date }>;
  /** False where the user has {@link MOST_OPEN_LINKS} already: a visitor's request gets no more. */
  mayHaveAnother(userId: string, transaction: pg.ClientBase): Promise<boolean>;
  /** Whose token it is, while it can be used (or was used by this very command); null else. */
  ownerOf(token: string, commandId: string): Promise<string | null>;
  /**
   * Uses the token up, voids the user's others and does `work`, all in one transaction; of several at once, of one token
   * or of several of the same user, one alone goes through.
   * @returns false, with nothing done, for a token that can't be used
   */
  redeem(
    token: string,
    commandId: string,
    work: (transaction: pg.ClientBase) => Promise<void>,
  ): Promise<boolean>;
  /** A changed password or address makes the links that are on their way worthless. */
  voidAllOf(userId: string): Promise<void>;
  /** Deletes what ran out. */
  purge(): Promise<void>;
}

const hashOf = (token: string) => createHash('sha256').update(token, 'utf8').digest();

const USABLE = 'token_hash = $1 AND (used_at IS NULL AND expires_at > $3 OR used_by = $2)';

/** Reset tokens in PostgreSQL: 256 random bits, stored as their SHA-256, good for 60 minutes and one use. */
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
      return (rows[0]?.open ?? 0) < MOST_OPEN_LINKS;
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
        // the second of two waits here for the first, then finds its token used or void
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
