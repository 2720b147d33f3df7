import bcrypt from 'bcrypt';
import type pg from 'pg';
import { groupedQueue, type Turn } from '../../../kernel/groupedQueue.ts';
import { networksOf } from '../../../platform/http/clientAddress.ts';
import type { SessionsEnded } from './sessions.ts';

/** bcrypt ignores everything after 72 bytes. */
const MAX_PASSWORD_BYTES = 72;
const COST = 12;
/** A hash occupies a thread of libuv's pool for about 200 ms; two leave threads for files and DNS. */
const HASHES_AT_A_TIME = 2;
/** More would wait longer than about four seconds at cost 12. */
const MAX_WAITING = 32;

/** Who asks without a session. `known`: from where the user has signed in before. */
export interface Asker {
  readonly address: string;
  readonly known: boolean;
}

/**
 * Networks take turns at the hashes, so that none keeps others from signing in. What is asked with a session or from a
 * known address has places of its own, before all others.
 */
const turnOf = (asker: Asker | undefined, userId: string | null): Turn =>
  asker === undefined
    ? { place: [userId ?? ''], first: true }
    : { place: networksOf(asker.address), first: asker.known };

interface CredentialsRow {
  readonly password_hash: string | null;
  readonly auth_epoch: number;
}

export type Credentials = ReturnType<typeof createCredentials>;

/**
 * Passwords and login epochs. `verify` and `set` throw QueueFull (503) if too many passwords wait to be hashed.
 * @param options.cost bcrypt's cost, 12 outside tests
 */
export function createCredentials(options: {
  readonly pool: pg.Pool;
  readonly now: () => Date;
  readonly cost?: number | undefined;
  readonly ended?: SessionsEnded;
}) {
  const { pool, now, cost = COST, ended = async () => {} } = options;
  // each step of the cost doubles the time of a hash
  const oneOfTwo = groupedQueue(HASHES_AT_A_TIME, MAX_WAITING * 2 ** (COST - cost));
  const nobodysHash = hashOfNoPassword(cost);

  return {
    /**
     * Takes the same time for unknown users (null) and users without a password.
     * @returns the login epoch, which goes into the session; null for a wrong password
     */
    async verify(userId: string | null, password: string, asker?: Asker): Promise<number | null> {
      const { rows } = await pool.query<CredentialsRow>({
        name: 'credentials-verify',
        text: 'SELECT password_hash, auth_epoch FROM credentials WHERE user_id = $1',
        values: [userId],
      });
      const row = rows[0];
      const hash = row?.password_hash ?? nobodysHash;
      const matches = await oneOfTwo(turnOf(asker, userId), () => bcrypt.compare(password, hash));
      return !matches || row === undefined || isTooLong(password) ? null : row.auth_epoch;
    },

    /**
     * Sets the password and raises the epoch, which ends the sessions.
     * @returns the new epoch
     * @throws RangeError for more than 72 bytes, which the routes refuse
     */
    async set(
      userId: string,
      password: string,
      {
        transaction,
        asker,
      }: { readonly transaction?: pg.ClientBase; readonly asker?: Asker | undefined } = {},
    ): Promise<number> {
      if (isTooLong(password)) throw new RangeError(`Password must be at most ${MAX_PASSWORD_BYTES} bytes`);
      const hash = await oneOfTwo(turnOf(asker, userId), () => bcrypt.hash(password, cost));
      const { rows } = await (transaction ?? pool).query<CredentialsRow>(
        `INSERT INTO credentials (user_id, password_hash, auth_epoch, changed_at) VALUES ($1, $2, 1, $3)
         ON CONFLICT (user_id) DO UPDATE
           SET password_hash = excluded.password_hash, auth_epoch = credentials.auth_epoch + 1, changed_at = excluded.changed_at
         RETURNING auth_epoch`,
        [userId, hash, now()],
      );
      const row = rows[0];
      if (row === undefined) throw new Error('The credentials row was not written.');
      await ended(transaction ?? pool, userId);
      return row.auth_epoch;
    },

    /**
     * Ends the user's sessions, before the event that disapproves, demotes or deletes is appended.
     * @returns the new epoch, null for a user without credentials
     */
    async raiseEpoch(userId: string): Promise<number | null> {
      const { rows } = await pool.query<CredentialsRow>(
        'UPDATE credentials SET auth_epoch = auth_epoch + 1 WHERE user_id = $1 RETURNING auth_epoch',
        [userId],
      );
      await ended(pool, userId);
      return rows[0]?.auth_epoch ?? null;
    },

    /** The login epoch; null for a user without credentials. */
    async epochOf(userId: string): Promise<number | null> {
      const { rows } = await pool.query<CredentialsRow>(
        'SELECT auth_epoch FROM credentials WHERE user_id = $1',
        [userId],
      );
      return rows[0]?.auth_epoch ?? null;
    },

    /** Also ends the user's sessions. */
    async remove(userId: string): Promise<void> {
      await pool.query('DELETE FROM credentials WHERE user_id = $1', [userId]);
      await ended(pool, userId);
    },
  };
}

function isTooLong(password: string): boolean {
  return Buffer.byteLength(password, 'utf8') > MAX_PASSWORD_BYTES;
}

/** A hash that no password has; comparing with it takes as long as with a real one. */
function hashOfNoPassword(cost: number): string {
  return `${bcrypt.genSaltSync(cost)}${'.'.repeat(31)}`;
}
