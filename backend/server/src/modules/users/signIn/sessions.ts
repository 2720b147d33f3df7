import { createHash, randomBytes } from 'node:crypto';
import { isIn, type UserAccess } from '@portal/projections';
import type Koa from 'koa';
import type { Context, Middleware, Next } from 'koa';
import createSession, { type CreateSessionOptions } from 'koa-session';
import type pg from 'pg';
import { z } from 'zod';
import { gathered } from '../../../platform/database/gathered.ts';

const IDLE_LIMIT_MS = 30 * 60_000;
/** Since the sign-in. */
const ABSOLUTE_LIMIT_MS = 12 * 60 * 60_000;
/** Use is recorded at most this often. */
const TOUCH_INTERVAL_MS = 60_000;
/** How long the id before a rotation stays valid, for the browser's concurrent requests. */
const GRACE_MS = 5_000;
const ID_BYTES = 32;

/**
 * Port: signals that sessions of a user ended.
 * @param db the connection used; within a transaction they end with its commit
 */
export type SessionsEnded = (db: pg.Pool | pg.ClientBase, userId: string) => Promise<void>;

/** Session data, without role and approval, which are read on each call. */
type SessionData = Readonly<Record<string, unknown>>;

export type SessionStore = ReturnType<typeof postgresSessionStore>;

/** With the user's access; its fields are null if there is no such user. */
export interface SessionRow extends UserAccess {
  readonly hash: string;
  readonly data: string;
  readonly created_at: Date;
  readonly touched_at: Date;
  /** Current login epoch; null without credentials. */
  readonly auth_epoch: number | null;
}

/**
 * Sessions in PostgreSQL under the SHA-256 of their id. A request updates and deletes only the row that it read or
 * inserted, so that a slow request that ends after a logout does not restore the session.
 * @param users their read model, whose access is read together with the session
 */
export function postgresSessionStore(
  pool: pg.Pool,
  now: () => Date,
  users: { readonly view: string; readonly columns: readonly string[] },
  ended: SessionsEnded = async () => {},
) {
  const limits = () => {
    const at = now().getTime();
    return { oldestTouch: new Date(at - IDLE_LIMIT_MS), oldestCreation: new Date(at - ABSOLUTE_LIMIT_MS) };
  };

  const columns = users.columns.map((column) => `u.${column}`).join(', ');

  /** Sessions that have not ended, by their hash in hexadecimal. */
  const running = gathered(async (hashes) => {
    const { oldestTouch, oldestCreation } = limits();
    const { rows } = await pool.query<SessionRow>({
      name: 'session-get',
      text: `SELECT encode(s.id_hash, 'hex') AS hash, s.data, s.created_at, s.touched_at, c.auth_epoch, ${columns}
             FROM sessions s LEFT JOIN credentials c ON c.user_id = s.user_id LEFT JOIN ${users.view} u ON u.id = s.user_id
             WHERE ${isIn('s.id_hash', '$1', 'bytea')} AND s.touched_at > $2 AND s.created_at > $3`,
      values: [hashes.map((hash) => Buffer.from(hash, 'hex')), oldestTouch, oldestCreation],
    });
    return new Map(rows.map((row) => [row.hash, row]));
  });
  const runningRow = async (id: string) => {
    const hash = hashOf(id).toString('hex');
    return (await running([hash])).get(hash);
  };

  /** What a request knows of its session. */
  class ContextStore {
    /** Of its row; null without one. koa-session's own id goes stale at a rotation. */
    id: string | null = null;
    /** As this request read it; null without session. */
    row: SessionRow | null = null;

    constructor(ctx: Context) {
      ctx.state.session = this;
    }

    async get(id: string): Promise<SessionData | undefined> {
      const row = await runningRow(id);
      if (row === undefined) return undefined;
      const at = now();
      if (at.getTime() - row.touched_at.getTime() >= TOUCH_INTERVAL_MS) {
        await pool.query({
          name: 'session-touch',
          text: 'UPDATE sessions SET touched_at = $2 WHERE id_hash = $1 AND touched_at < $2',
          values: [hashOf(id), at],
        });
      }
      this.id = id;
      this.row = row;
      return JSON.parse(row.data) as SessionData;
    }

    /** Leaves out what koa-session adds: only this store decides when a session ends. */
    async set(id: string, { _session, _expire, _maxAge, ...data }: SessionData): Promise<void> {
      const statement =
        id === this.id
          ? {
              name: 'session-update',
              text: 'UPDATE sessions SET user_id = $2, data = $3, touched_at = greatest(touched_at, $4) WHERE id_hash = $1',
            }
          : {
              name: 'session-insert',
              text: 'INSERT INTO sessions (id_hash, user_id, data, created_at, touched_at) VALUES ($1, $2, $3, $4, $4)',
            };
      const userId = typeof data.userId === 'string' ? data.userId : null;
      await pool.query({ ...statement, values: [hashOf(id), userId, JSON.stringify(data), now()] });
      this.id = id;
    }

    async destroy(id: string): Promise<void> {
      if (id !== this.id) return;
      const { rows } = await pool.query<{ user_id: string | null }>({
        name: 'session-destroy',
        text: 'DELETE FROM sessions WHERE id_hash = $1 RETURNING user_id',
        values: [hashOf(id)],
      });
      const userId = rows[0]?.user_id ?? null;
      if (userId !== null) await ended(pool, userId);
      this.id = null;
    }

    /** Lets the row go on for five seconds with `data`, also once the session has another id. */
    async endSoon(data: SessionData): Promise<void> {
      if (this.id === null) return;
      // the limit since the sign-in ends it
      const created = new Date(now().getTime() - ABSOLUTE_LIMIT_MS + GRACE_MS);
      await pool.query(
        'UPDATE sessions SET data = $2, created_at = least(created_at, $3) WHERE id_hash = $1',
        [hashOf(this.id), JSON.stringify(data), created],
      );
      this.id = null;
    }
  }

  return {
    now,

    /** koa-session's store, of which it makes one for each request. */
    ContextStore,

    /** Session data without renewing it; null if it ended or predates the user's login epoch. */
    async standing(id: string): Promise<SessionData | null> {
      const row = await runningRow(id);
      if (row === undefined) return null;
      const data = JSON.parse(row.data) as SessionData;
      return data.authEpoch === row.auth_epoch ? data : null;
    },

    /** Sessions of these users, the one used last first. */
    async openOf(userIds: readonly string[]) {
      const { oldestTouch, oldestCreation } = limits();
      const { rows } = await pool.query<
        Pick<SessionRow, 'data' | 'created_at' | 'touched_at' | 'auth_epoch'>
      >({
        name: 'sessions-of-users',
        text: `SELECT s.data, s.created_at, s.touched_at, c.auth_epoch FROM sessions s JOIN credentials c ON c.user_id = s.user_id
               WHERE ${isIn('s.user_id', '$1')} AND s.touched_at > $2 AND s.created_at > $3 ORDER BY s.touched_at DESC`,
        values: [userIds, oldestTouch, oldestCreation],
      });
      return rows.flatMap(({ data, created_at: since, touched_at: usedAt, auth_epoch }) => {
        const signedIn = signedInIn(JSON.parse(data));
        return signedIn?.authEpoch === auth_epoch ? [{ userId: signedIn.userId, since, usedAt }] : [];
      });
    },

    /** Ends the user's sessions. @returns their number */
    async destroyAllOf(userId: string): Promise<number> {
      const { rowCount } = await pool.query('DELETE FROM sessions WHERE user_id = $1', [userId]);
      await ended(pool, userId);
      return rowCount ?? 0;
    },

    /** Deletes ended sessions. @returns their number */
    async purge(): Promise<number> {
      const { oldestTouch, oldestCreation } = limits();
      const { rowCount } = await pool.query(
        'DELETE FROM sessions WHERE touched_at <= $1 OR created_at <= $2',
        [oldestTouch, oldestCreation],
      );
      return rowCount ?? 0;
    },
  };
}

function hashOf(id: string): Buffer {
  return createHash('sha256').update(id, 'utf8').digest();
}

const viewSchema = z.object({
  dealerView: z.object({ userId: z.string().min(1), viewId: z.string().min(1) }),
});
/** The viewed dealer and the id of the view. */
type DealerView = z.output<typeof viewSchema>['dealerView'];

const signedInSchema = z.object({
  userId: z.string().min(1),
  authEpoch: z.number().int(),
  /** By a passkey, which verifies its user: no second factor is needed. */
  byPasskey: z.literal(true).optional(),
});
/** The session ends once the login epoch of the credentials is newer. */
type SignedIn = z.output<typeof signedInSchema>;

/**
 * koa-session over the store; `app.keys` sign the cookie. The cookie lives as long as the browser (the limits are the
 * server's), is signed, HttpOnly, SameSite=Lax, path /, and over https Secure under a `__Host-` name, which no subdomain
 * can set.
 * @param secure true where PUBLIC_URL is https
 */
export function sessions(store: SessionStore, secure: boolean): (app: Koa) => Middleware {
  const mark = sessionMarker(secure);
  const options: CreateSessionOptions = {
    key: secure ? '__Host-portal' : 'portal',
    maxAge: 'session',
    signed: true,
    httpOnly: true,
    sameSite: 'lax',
    secure,
    genid: () => randomBytes(ID_BYTES).toString('base64url'),
    ContextStore: store.ContextStore,
  };
  return (app) => {
    const session = createSession(options, app);
    return (ctx, next) => session(ctx, () => mark(ctx, next));
  };
}

/** What this request knows of its session; undefined where koa-session has not run. */
export const sessionOf = (ctx: Context) =>
  ctx.state.session as InstanceType<SessionStore['ContextStore']> | undefined;

/**
 * Sets a cookie that tells scripts whether somebody is signed in, to save them a request; the server ignores it. It is
 * corrected wherever it differs from the session of the request.
 */
function sessionMarker(secure: boolean) {
  const name = secure ? '__Host-portal-signed-in' : 'portal-signed-in';
  return async (ctx: Context, next: Next): Promise<void> => {
    try {
      await next();
    } finally {
      const signedIn = signedInOf(ctx) !== null;
      const marked = ctx.cookies.get(name, { signed: false }) !== undefined;
      if (signedIn !== marked && !ctx.headerSent)
        ctx.cookies.set(name, signedIn ? '1' : null, {
          signed: false,
          httpOnly: false,
          sameSite: 'lax',
          secure,
        });
    }
  };
}

/** User of the request's session, or null. Permissions are checked elsewhere. */
export const signedInOf = (ctx: Context): SignedIn | null => signedInIn(ctx.session);

/** The user in session data; null for none. */
export const signedInIn = (session: unknown): SignedIn | null =>
  signedInSchema.safeParse(session).data ?? null;

/** Signs in under a new session id, against session fixation. */
export async function regenerate(ctx: Context, signedIn: SignedIn): Promise<void> {
  ctx.session = { ...signedIn };
  await ctx.session.regenerate();
}

/**
 * Moves this browser's session to a new id and login epoch; the old id, of which there may be a copy, goes on for five
 * seconds, so that concurrent requests do too. The user's other sessions have ended.
 * @param more what only the new id may, e.g. the time of a step-up
 */
export async function rotateSession(ctx: Context, signedIn: SignedIn, more: SessionData = {}): Promise<void> {
  if (ctx.session === null) return;
  await sessionOf(ctx)?.endSoon({ ...signedIn });
  ctx.session = { ...signedIn, ...more };
  await ctx.session.regenerate();
}

/** The dealer view in session data; null for none. */
export const viewIn = (session: unknown): DealerView | null =>
  viewSchema.safeParse(session).data?.dealerView ?? null;

/** Starts or ends (null) a dealer view. */
export async function keepView(ctx: Context, view: DealerView | null): Promise<void> {
  const { session } = ctx;
  if (session === null) return;
  if (view === null) delete session.dealerView;
  else session.dealerView = view;
  await session.save();
}

/** Signs out: the row is deleted and the cookie cleared when the response goes out. */
export function endSession(ctx: Context): void {
  ctx.session = null;
}
