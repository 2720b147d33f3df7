import type Koa from 'koa';
import type { Context, Middleware, Next } from 'koa';
import createSession, { type CreateSessionOptions } from 'koa-session';
import { z } from 'zod';
import type { SessionData, SessionStore } from './sessionStore.ts';

/** Who signed in, and the login epoch of that moment: an older one than the credentials' means the session is over. */
export interface SignedIn {
  readonly userId: string;
  readonly authEpoch: number;
}

/** Whose pages an administrator looks at instead of the own, and which look of the log it is. */
export interface DealerView {
  readonly userId: string;
  readonly viewId: string;
}

const viewSchema = z.object({
  dealerView: z.object({ userId: z.string().min(1), viewId: z.string().min(1) }),
});
const signedInSchema = z.object({ userId: z.string().min(1), authEpoch: z.number().int() });

export interface SessionSettings {
  readonly store: SessionStore;
  /** True where PUBLIC_URL is https. */
  readonly secure: boolean;
}

/**
 * Options for koa-session. The cookie lives as long as the browser (the limits are the server's), is signed,
 * HttpOnly, SameSite=Lax, path /, and over https Secure under a `__Host-` name, which no subdomain can set.
 */
export function sessionOptions({ store, secure }: SessionSettings): CreateSessionOptions {
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

/** Whose session the request carries; null for none. Whether that user may still act is for the database to say. */
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
