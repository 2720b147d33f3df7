import { createHash, randomBytes } from 'node:crypto';
import type Koa from 'koa';
import type { Context, Middleware, Next } from 'koa';
import createSession, { type CreateSessionOptions } from 'koa-session';
import type pg from 'pg';
import { z } from 'zod';
import { gathered } from '../../../platform/database/gathered.ts';

/** A session that nobody used for this long is over. */
const IDLE_LIMIT_MS = 30 * 60_000;

/** However much it is used, a session is over this long after the sign-in. */
const ABSOLUTE_LIMIT_MS = 12 * 60 * 60_000;

/** Use is written down at most this often. */
const TOUCH_INTERVAL_MS = 60_000;

const ID_BYTES = 32;

/**
 * Port: signals that sessions of a user ended.
 * @param db the connection used; within a transaction they end with its commit
 */
export type SessionsEnded = (db: pg.Pool | pg.ClientBase, userId: string) => Promise<void>;

/** Session data, without role and approval, which are read on each call. */
type SessionData = Readonly<Record<string, unknown>>;

/** koa-session's store, extended. */
export interface SessionStore {
  /** A new random id, known to be of this request. */
  mint(ctx: Context): string;
  get(id: string, ctx: Context): Promise<SessionData | undefined>;
  set(id: string, data: SessionData, ctx: Context): Promise<void>;
  destroy(id: string, ctx: Context): Promise<void>;
  /** The id under which this request's session is stored now (koa-session's own goes stale at a rotation); null for none. */
  currentId(ctx: Context): string | null;
  /**
   * The login epoch of the session's user as it stood when this request read its session: null for a user without
   * credentials; undefined where no stored session was read.
   */
  epochAtRead(ctx: Context): number | null | undefined;
  /** Session data without renewing it; null if it ended or predates the user's login epoch. */
  standing(id: string): Promise<SessionData | null>;
  /** Ends the user's sessions, in every browser; `exceptId` keeps the one that asks. @returns how many ended */
  destroyAllOf(userId: string, exceptId?: string | null): Promise<number>;
  /** Deletes the rows of sessions that are over. @returns how many */
  purge(): Promise<number>;
}

interface SessionRow {
  readonly hash: string;
  readonly data: string;
  readonly created_at: Date;
  readonly touched_at: Date;
  /** Current login epoch; null without credentials. */
  readonly auth_epoch: number | null;
}

/** Per-request state: only an id created in this request is inserted, once. */
interface RequestState {
  readonly minted: Set<string>;
  current: string | null;
  epochAtRead?: number | null;
}

/**
 * Sessions in PostgreSQL under the SHA-256 of their id. Writing is UPDATE alone, except the first write of an id
 * minted in the same request: else a slow request that ends after a logout would bring the session back.
 * @param ended is told whose sessions were ended
 */
export function postgresSessionStore(
  pool: pg.Pool,
  now: () => Date,
  ended: SessionsEnded = async () => {},
): SessionStore {
  const requests = new WeakMap<Context, RequestState>();
  const stateOf = (ctx: Context): RequestState => {
    const state = requests.get(ctx) ?? { minted: new Set<string>(), current: null };
    requests.set(ctx, state);
    return state;
  };
  const limits = () => {
    const at = now().getTime();
    return { oldestTouch: new Date(at - IDLE_LIMIT_MS), oldestCreation: new Date(at - ABSOLUTE_LIMIT_MS) };
  };

  /** Sessions that are not over, by the hexadecimal form of their hash. */
  const running = gathered(async (hashes) => {
    const { oldestTouch, oldestCreation } = limits();
    const { rows } = await pool.query<SessionRow>({
      name: 'session-get',
      text: `SELECT encode(s.id_hash, 'hex') AS hash, s.data, s.created_at, s.touched_at, c.auth_epoch
             FROM sessions s LEFT JOIN credentials c ON c.user_id = s.user_id
             WHERE s.id_hash = ANY($1::bytea[]) AND s.touched_at > $2 AND s.created_at > $3`,
      values: [hashes.map((hash) => Buffer.from(hash, 'hex')), oldestTouch, oldestCreation],
    });
    return new Map(rows.map((row) => [row.hash, row]));
  });

  return {
    mint(ctx) {
      const id = randomBytes(ID_BYTES).toString('base64url');
      stateOf(ctx).minted.add(id);
      return id;
    },

    async get(id, ctx) {
      const hash = hashOf(id).toString('hex');
      const row = (await running([hash])).get(hash);
      if (row === undefined) return undefined;
      const at = now();
      if (at.getTime() - row.touched_at.getTime() >= TOUCH_INTERVAL_MS) {
        await pool.query({
          name: 'session-touch',
          text: 'UPDATE sessions SET touched_at = $2 WHERE id_hash = $1 AND touched_at < $2',
          values: [hashOf(id), at],
        });
      }
      const state = stateOf(ctx);
      state.current = id;
      state.epochAtRead = row.auth_epoch;
      return JSON.parse(row.data) as SessionData;
    },

    async set(id, data, ctx) {
      const state = stateOf(ctx);
      const values = [hashOf(id), userOf(data), JSON.stringify(withoutKoaFields(data)), now()];
      if (state.minted.delete(id)) {
        await pool.query({
          name: 'session-insert',
          text: `INSERT INTO sessions (id_hash, user_id, data, created_at, touched_at) VALUES ($1, $2, $3, $4, $4)`,
          values,
        });
      } else {
        await pool.query({
          name: 'session-update',
          text: 'UPDATE sessions SET user_id = $2, data = $3, touched_at = greatest(touched_at, $4) WHERE id_hash = $1',
          values,
        });
      }
      state.current = id;
    },

    async destroy(id, ctx) {
      const state = stateOf(ctx);
      state.minted.delete(id);
      if (state.current === id) state.current = null;
      const { rows } = await pool.query<{ user_id: string | null }>({
        name: 'session-destroy',
        text: 'DELETE FROM sessions WHERE id_hash = $1 RETURNING user_id',
        values: [hashOf(id)],
      });
      const userId = rows[0]?.user_id ?? null;
      if (userId !== null) await ended(pool, userId);
    },

    async standing(id) {
      const hash = hashOf(id).toString('hex');
      const row = (await running([hash])).get(hash);
      if (row === undefined) return null;
      const data = JSON.parse(row.data) as SessionData;
      return data.authEpoch === row.auth_epoch ? data : null;
    },

    currentId: (ctx) => requests.get(ctx)?.current ?? null,

    epochAtRead: (ctx) => requests.get(ctx)?.epochAtRead,

    async destroyAllOf(userId, exceptId = null) {
      const { rowCount } = await pool.query(
        'DELETE FROM sessions WHERE user_id = $1 AND ($2::bytea IS NULL OR id_hash <> $2)',
        [userId, exceptId === null ? null : hashOf(exceptId)],
      );
      await ended(pool, userId);
      return rowCount ?? 0;
    },

    async purge() {
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

function userOf(data: SessionData): string | null {
  const { userId } = data;
  return typeof userId === 'string' ? userId : null;
}

/** koa-session puts `_session`, `_expire` and `_maxAge` beside the data; when a session is over is judged here alone. */
function withoutKoaFields(data: SessionData): SessionData {
  return Object.fromEntries(Object.entries(data).filter(([name]) => !name.startsWith('_')));
}

/** The signed-in user with the login epoch; the session is over once the credentials' epoch is newer. */
interface SignedIn {
  readonly userId: string;
  readonly authEpoch: number;
}

/** The viewed dealer and the id of the view. */
interface DealerView {
  readonly userId: string;
  readonly viewId: string;
}

const viewSchema = z.object({
  dealerView: z.object({ userId: z.string().min(1), viewId: z.string().min(1) }),
});

const signedInSchema = z.object({ userId: z.string().min(1), authEpoch: z.number().int() });

interface SessionSettings {
  readonly store: SessionStore;
  /** True where PUBLIC_URL is https. */
  readonly secure: boolean;
}

/**
 * Options for koa-session. The cookie lives as long as the browser (the limits are the server's), is signed,
 * HttpOnly, SameSite=Lax, path /, and over https Secure under a `__Host-` name, which no subdomain can set.
 */
function sessionOptions({ store, secure }: SessionSettings): CreateSessionOptions {
  return {
    key: secure ? '__Host-portal' : 'portal',
    maxAge: 'session',
    signed: true,
    httpOnly: true,
    sameSite: 'lax',
    secure,
    genid: (ctx: Context) => store.mint(ctx),
    store: {
      get: (id, _maxAge, { ctx }) => store.get(id, ctx),
      set: (id, data: SessionData, _maxAge, { ctx }) => store.set(id, data, ctx),
      destroy: (id, { ctx }) => store.destroy(id, ctx),
    },
  };
}

/** koa-session over the store; `app.keys` sign the cookie. Each answer keeps the marker of the session true. */
export function sessions(settings: SessionSettings): (app: Koa) => Middleware {
  const mark = sessionMarker(settings);
  return (app) => {
    const session = createSession(sessionOptions(settings), app);
    return (ctx, next) => session(ctx, () => mark(ctx, next));
  };
}

/**
 * A cookie that scripts can read: whether asking who is signed in is worth a call. It carries nothing, and nothing
 * here is decided by it. It is set and cleared where it differs from the session of the request, so that signing in
 * or out, in any tab, and a session that ran out all end up right.
 */
function sessionMarker({ secure }: SessionSettings) {
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

/** The same of what a session holds. */
export function signedInIn(session: unknown): SignedIn | null {
  const parsed = signedInSchema.safeParse(session);
  return parsed.success ? parsed.data : null;
}

/** Signs in under a new session id: one that was planted before the login is worth nothing afterwards. */
export async function regenerate(ctx: Context, signedIn: SignedIn): Promise<void> {
  ctx.session = { userId: signedIn.userId, authEpoch: signedIn.authEpoch };
  await ctx.session.regenerate();
}

/**
 * Takes this browser's session into a new login epoch and stores it at once, under the id it has: requests that are on
 * their way with the same cookie go on, while all other sessions of the user are over.
 */
export async function keepSession(ctx: Context, signedIn: SignedIn): Promise<void> {
  const { session } = ctx;
  if (session === null) return;
  session.userId = signedIn.userId;
  session.authEpoch = signedIn.authEpoch;
  await session.save();
}

/** The look at a dealer's pages that this session has; null for none. */
export const viewOf = (ctx: Context): DealerView | null => viewIn(ctx.session);

/** The same of what a session holds. */
export function viewIn(session: unknown): DealerView | null {
  const parsed = viewSchema.safeParse(session);
  return parsed.success ? parsed.data.dealerView : null;
}

/** Begins a look at a dealer's pages, or ends it (null), for all requests with this cookie from now on. */
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
