import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type pg from 'pg';

/** Lifetime of a challenge. */
const CHALLENGE_MINUTES = 5;

/** What a challenge is for: a user's new passkey, or (null) a sign-in. */
type For = string | null;

export interface PasskeyRow {
  readonly id: string;
  readonly user_id: string;
  readonly credential_id: string;
  readonly public_key: Buffer;
  readonly counter: string;
  readonly transports: readonly AuthenticatorTransport[];
  readonly name: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
}

/** The site that the browser's page belongs to. */
export interface Site {
  /** Of the page; one of the portal's own. */
  readonly origin: string;
  /** Shown by the browser. */
  readonly name: string;
}

const rpIdOf = ({ origin }: Site) => new URL(origin).hostname;

export type Passkeys = ReturnType<typeof createPasskeys>;

/**
 * Public keys of passkeys, which always verify their user, and challenges, each of which counts once. The log decides which passkeys
 * a user has, as with second factors.
 */
export function createPasskeys({ pool, now }: { readonly pool: pg.Pool; readonly now: () => Date }) {
  const keep = (challenge: string, userId: For) =>
    pool.query('INSERT INTO passkey_challenges (challenge, user_id, expires_at) VALUES ($1, $2, $3)', [
      challenge,
      userId,
      new Date(now().getTime() + CHALLENGE_MINUTES * 60_000),
    ]);
  /** Whether the challenge was given out for this and not used or expired; it is used now. */
  const take = (userId: For) => async (challenge: string) => {
    const { rowCount } = await pool.query(
      'DELETE FROM passkey_challenges WHERE challenge = $1 AND user_id IS NOT DISTINCT FROM $2 AND expires_at > $3',
      [challenge, userId, now()],
    );
    return rowCount === 1;
  };
  const of = async (userId: string) => {
    const { rows } = await pool.query<PasskeyRow>(
      'SELECT * FROM passkeys WHERE user_id = $1 ORDER BY created_at, id',
      [userId],
    );
    return rows;
  };

  return {
    of,

    /** Options for the browser to make a passkey that it can offer without a username. */
    async beginAdding(site: Site, user: { readonly id: string; readonly username: string }) {
      const known = await of(user.id);
      const options = await generateRegistrationOptions({
        rpName: site.name,
        rpID: rpIdOf(site),
        userName: user.username,
        userID: new Uint8Array(Buffer.from(user.id, 'utf8')),
        attestationType: 'none',
        excludeCredentials: known.map(({ credential_id: id, transports }) => ({
          id,
          transports: [...transports],
        })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      await keep(options.challenge, user.id);
      return options;
    },

    /** Verifies what the browser answered and stores the key as `id`. @returns false for a wrong answer */
    async add(
      site: Site,
      { id, userId, name }: { readonly id: string; readonly userId: string; readonly name: string },
      response: RegistrationResponseJSON,
    ): Promise<boolean> {
      const verified = await verifyRegistrationResponse({
        response,
        expectedChallenge: take(userId),
        expectedOrigin: site.origin,
        expectedRPID: rpIdOf(site),
        requireUserVerification: true,
      }).catch(() => null);
      if (verified?.verified !== true) return false;
      const { credential } = verified.registrationInfo;
      const { rowCount } = await pool.query(
        `INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, transports, name, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (credential_id) DO NOTHING`,
        [
          ...[id, userId, credential.id, Buffer.from(credential.publicKey), credential.counter],
          ...[JSON.stringify(response.response.transports ?? []), name, now()],
        ],
      );
      return rowCount === 1;
    },

    /** Options for the browser to offer the passkeys that it has for the site. */
    async beginSigningIn(site: Site) {
      const options = await generateAuthenticationOptions({
        rpID: rpIdOf(site),
        userVerification: 'required',
      });
      await keep(options.challenge, null);
      return options;
    },

    /**
     * Verifies a sign-in. A counter that goes back is refused: the key may have been copied.
     * @returns null for an unknown passkey and a wrong, replayed or late answer
     */
    async verify(
      site: Site,
      response: AuthenticationResponseJSON,
    ): Promise<{ readonly passkeyId: string; readonly userId: string } | null> {
      const { rows } = await pool.query<PasskeyRow>('SELECT * FROM passkeys WHERE credential_id = $1', [
        response.id,
      ]);
      const [row] = rows;
      if (row === undefined) return null;
      const before = Number(row.counter);
      const verified = await verifyAuthenticationResponse({
        response,
        expectedChallenge: take(null),
        expectedOrigin: site.origin,
        expectedRPID: rpIdOf(site),
        credential: {
          id: row.credential_id,
          publicKey: new Uint8Array(row.public_key),
          counter: before,
        },
        requireUserVerification: true,
      }).catch(() => null);
      if (verified?.verified !== true) return null;
      // of two answers with the same counter the second finds it used
      const { rowCount } = await pool.query(
        'UPDATE passkeys SET counter = $3, last_used_at = $4 WHERE id = $1 AND counter = $2',
        [row.id, before, verified.authenticationInfo.newCounter, now()],
      );
      return rowCount === 1 ? { passkeyId: row.id, userId: row.user_id } : null;
    },

    async remove(ids: readonly string[]): Promise<void> {
      await pool.query('DELETE FROM passkeys WHERE id = ANY($1::uuid[])', [ids]);
    },

    /** Deletes expired challenges. */
    async purge(): Promise<void> {
      await pool.query('DELETE FROM passkey_challenges WHERE expires_at <= $1', [now()]);
    },
  };
}
