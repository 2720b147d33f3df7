import { createHmac, hkdfSync, randomInt } from 'node:crypto';
import type { PortalSettings, SecondFactorEnrolment, SecondFactorState } from '@portal/contract';
import { inTransaction, type UserRow } from '@portal/projections';
import { Secret, TOTP } from 'otpauth';
import type pg from 'pg';
import encodeQR from 'qr';
import { v7 } from 'uuid';
import { unwrap, wrap } from '../../../platform/keyRing/wrapping.ts';

/** Whether administrators may work without a second factor. */
export type AdminSecondFactor = 'optional' | 'required';

type Judged = Pick<UserRow, 'is_admin' | 'has_second_factor'>;

export type SecondFactorPolicy = ReturnType<typeof secondFactorPolicy>;

/** Administrators need a second factor if the environment or the portal's settings require it; dealers never do. */
export function secondFactorPolicy(
  fromEnvironment: AdminSecondFactor,
  readSettings: () => Promise<Pick<PortalSettings, 'admin_second_factor'>>,
) {
  /** Whether a user has to set a second factor up before anything else. */
  const isDueFrom = async (user: Judged): Promise<boolean> => {
    if (!user.is_admin || user.has_second_factor) return false;
    return fromEnvironment === 'required' || (await readSettings()).admin_second_factor;
  };
  return {
    isDueFrom,
    /** State of a user's second factor for the API. */
    async stateOf(user: Judged): Promise<SecondFactorState> {
      if (user.has_second_factor) return 'on';
      return (await isDueFrom(user)) ? 'required' : 'off';
    },
  };
}

/** RFC 6238 as every authenticator app supports it: SHA-1, 6 digits, 30 seconds. */
const STEP_SECONDS = 30;
const SECRET_BYTES = 20;
/** Steps that a clock may be off either way. */
const DRIFT_STEPS = 1;

const totp = (secret: string, names: { readonly issuer?: string; readonly label?: string } = {}) =>
  new TOTP({ ...names, secret: Secret.fromBase32(secret), period: STEP_SECONDS });

/** The step of a six-digit code, within the tolerated drift; null for a wrong code. */
function stepOfCode(secret: string, code: string, at: Date): number | null {
  const timestamp = at.getTime();
  const delta = totp(secret).validate({ token: code, timestamp, window: DRIFT_STEPS });
  return delta === null ? null : TOTP.counter({ period: STEP_SECONDS, timestamp }) + delta;
}

const RECOVERY_CODES = 10;
/** Without i, l, o and u: no look-alikes, no words. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 10;

/** Ten codes of 50 random bits each, written `abcde-fghjk`. */
function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
    return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;
  });
}

/** Removes spaces and hyphens, in lower case, with look-alikes replaced. */
function normaliseCode(code: string): string {
  return code.toLowerCase().replace(/[\s-]/g, '').replace(/o/g, '0').replace(/[il]/g, '1');
}

/** Six digits are a code of the app; recovery codes are longer. */
export const kindOfCode = (code: string): 'app' | 'recovery' =>
  /^\d{6}$/.test(normaliseCode(code)) ? 'app' : 'recovery';

/** Keyed hash of a code, useless without the installation's key. */
function hashOfRecoveryCode(code: string, factorId: string, key: Buffer): Buffer {
  return createHmac('sha256', key)
    .update(`${factorId}/${normaliseCode(code)}`, 'utf8')
    .digest();
}

/** Lifetime of an unconfirmed setup. */
const SETUP_MINUTES = 15;

interface FactorRow {
  readonly id: string;
  readonly user_id: string;
  readonly secret: Buffer;
}

export type SecondFactors = ReturnType<typeof createSecondFactors>;

/**
 * Secrets and codes of second factors. The log decides which factor is on (`SecondFactorEnabled`), so that a crash
 * between row and event locks nobody out.
 * @param options.key of this installation; encrypts the secrets and keys the hashes of recovery codes
 */
export function createSecondFactors(options: {
  readonly pool: pg.Pool;
  readonly now: () => Date;
  readonly key: Buffer;
  /** Issuer shown by the app. */
  readonly issuer: string;
}) {
  const { pool, now, issuer } = options;
  const subkey = (use: string) =>
    Buffer.from(hkdfSync('sha256', options.key, '', `second factor ${use}`, 32));
  const secretsKey = subkey('secrets');
  const codesKey = subkey('recovery codes');
  const subjectOf = (id: string, userId: string) => `second factor ${id} of ${userId}`;
  const secretOf = ({ id, user_id: userId, secret }: FactorRow) =>
    unwrap(secret, subjectOf(id, userId), secretsKey).toString('utf8');
  const oldestSetup = () => new Date(now().getTime() - SETUP_MINUTES * 60_000);

  async function writeCodes(transaction: pg.ClientBase, factorId: string): Promise<readonly string[]> {
    const codes = newRecoveryCodes();
    const hashes = codes.map((code) => hashOfRecoveryCode(code, factorId, codesKey));
    await transaction.query('DELETE FROM second_factor_recovery_codes WHERE factor_id = $1', [factorId]);
    await transaction.query(
      'INSERT INTO second_factor_recovery_codes (factor_id, code_hash) SELECT $1, unnest($2::bytea[])',
      [factorId, hashes],
    );
    return codes;
  }

  async function recoveryCodesLeft(factorId: string): Promise<number> {
    const { rows } = await pool.query<{ left: number }>(
      'SELECT count(*)::int AS left FROM second_factor_recovery_codes WHERE factor_id = $1 AND used_at IS NULL',
      [factorId],
    );
    return rows[0]?.left ?? 0;
  }

  async function isCodeOfApp(factorId: string, code: string): Promise<boolean> {
    const { rows } = await pool.query<FactorRow>(
      'SELECT id, user_id, secret FROM second_factors WHERE id = $1 AND confirmed_at IS NOT NULL',
      [factorId],
    );
    const [row] = rows;
    const step = row === undefined ? null : stepOfCode(secretOf(row), code, now());
    if (step === null) return false;
    // of two requests with the same code the second finds its step used
    const { rowCount } = await pool.query(
      'UPDATE second_factors SET last_used_step = $2 WHERE id = $1 AND last_used_step < $2',
      [factorId, step],
    );
    return rowCount === 1;
  }

  return {
    recoveryCodesLeft,

    /** Begins a setup for a user with credentials; earlier ones expire by themselves. */
    async begin(userId: string, username: string): Promise<SecondFactorEnrolment> {
      const id = v7();
      const secret = new Secret({ size: SECRET_BYTES }).base32;
      await pool.query(
        'INSERT INTO second_factors (id, user_id, secret, created_at) VALUES ($1, $2, $3, $4)',
        [id, userId, wrap(Buffer.from(secret, 'utf8'), subjectOf(id, userId), secretsKey), now()],
      );
      const uri = totp(secret, { issuer, label: username }).toString();
      // a border of four is the quiet zone that cameras need
      return { uri, secret, qr_svg: encodeQR(uri, 'svg', { border: 4 }) };
    },

    /**
     * Confirms the user's latest setup, once.
     * @returns null for a wrong code, 'none' without a setup or after it expired
     */
    async confirm(userId: string, code: string) {
      const { rows } = await pool.query<FactorRow>(
        `SELECT id, user_id, secret FROM second_factors
         WHERE user_id = $1 AND confirmed_at IS NULL AND created_at > $2 ORDER BY created_at DESC, id DESC LIMIT 1`,
        [userId, oldestSetup()],
      );
      const [row] = rows;
      if (row === undefined) return 'none' as const;
      const step = stepOfCode(secretOf(row), normaliseCode(code), now());
      if (step === null) return null;
      return inTransaction(pool, async (transaction) => {
        const { rowCount } = await transaction.query(
          'UPDATE second_factors SET confirmed_at = $2, last_used_step = $3 WHERE id = $1 AND confirmed_at IS NULL',
          [row.id, now(), step],
        );
        if (rowCount !== 1) return null;
        return { factorId: row.id, recoveryCodes: await writeCodes(transaction, row.id) };
      });
    },

    /**
     * Uses a code of the app or a recovery code, each once, also under concurrency.
     * @returns null for a wrong, expired or used code; `left`: remaining recovery codes, null for a code of the app
     */
    async accept(factorId: string, code: string): Promise<{ readonly left: number | null } | null> {
      if (kindOfCode(code) === 'app')
        return (await isCodeOfApp(factorId, normaliseCode(code))) ? { left: null } : null;
      const { rowCount } = await pool.query(
        `UPDATE second_factor_recovery_codes SET used_at = $3
         WHERE factor_id = $1 AND code_hash = $2 AND used_at IS NULL`,
        [factorId, hashOfRecoveryCode(code, factorId, codesKey), now()],
      );
      return rowCount === 1 ? { left: await recoveryCodesLeft(factorId) } : null;
    },

    /** Replaces all recovery codes. @returns the codes, stored nowhere; none for an unknown factor */
    renewRecoveryCodes: (factorId: string): Promise<readonly string[]> =>
      inTransaction(pool, async (transaction) => {
        // concurrent renewals run one after the other; the later one's codes count
        const { rowCount } = await transaction.query('SELECT FROM second_factors WHERE id = $1 FOR UPDATE', [
          factorId,
        ]);
        return rowCount === 0 ? [] : writeCodes(transaction, factorId);
      }),

    async remove(factorId: string): Promise<void> {
      await pool.query('DELETE FROM second_factors WHERE id = $1', [factorId]);
    },

    /** Deletes the user's other setups. */
    async keepOnly(userId: string, factorId: string): Promise<void> {
      await pool.query('DELETE FROM second_factors WHERE user_id = $1 AND id <> $2', [userId, factorId]);
    },

    /** Deletes expired setups. */
    async purge(): Promise<void> {
      await pool.query('DELETE FROM second_factors WHERE confirmed_at IS NULL AND created_at < $1', [
        oldestSetup(),
      ]);
    },
  };
}
