import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { v7 } from 'uuid';
import { inTransaction } from '../adapters/database/inTransaction.ts';

/** A link works once, for this long. */
export const RESET_MINUTES = 60;
const TOKEN_BYTES = 32;

/** Links that let their holder set a new password. */
export interface ResetTokens {
  /** Notes that somebody asked for a link; a retry of the same request is noted once. @param id of the request */
  request(id: string, email: string): Promise<void>;
  /** Makes a token for a user in `transaction`; all earlier ones of the user are void. @returns the token itself, kept nowhere */
  issue(
    userId: string,
    transaction: pg.ClientBase,
  ): Promise<{ readonly token: string; readonly until: Date }>;
  /** Whose token it is, while it can be used (or was used by this very command); null else. */
  ownerOf(token: string, commandId: string): Promise<string | null>;
  /**
   * Uses the token up and does `work` in the same transaction; of several at once one alone goes through.
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
      // a user has one open token, so that a new one takes the place of the old, two requests at once included
      await transaction.query(
        `INSERT INTO password_reset_tokens (id, user_id, token_hash, expires_at, created_at)
         VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (user_id) WHERE used_at IS NULL DO UPDATE
           SET token_hash = excluded.token_hash, expires_at = excluded.expires_at, created_at = excluded.created_at`,
        [v7(), userId, hashOf(token), until, at],
      );
      return { token, until };
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
        // the second of two waits here for the first, then finds the token used
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
