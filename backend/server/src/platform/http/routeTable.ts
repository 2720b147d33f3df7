import { createHash } from 'node:crypto';
import Router from '@koa/router';
import { IDEMPOTENCY_KEY, isDealerPermission, isPermission, LOG_POSITION, PLAIN } from '@portal/contract';
import { type Actor, notFound } from '@portal/domain';
import type { Context, Middleware, Next } from 'koa';
import { type CommandContext, newCommand } from '../../kernel/commandContext.ts';
import { isId } from '../../kernel/ids.ts';
import { NeedsApproval } from '../../kernel/secondPerson.ts';
import { admit, isViewing, nothingChanges, type ReadCaller } from './access.ts';
import { readFileBody, readJsonBody } from './body.ts';
import { answerFor, HttpProblem } from './errors.ts';
import { FRESHNESS_MS, type Freshness, waitForOwnWrites, waitUntilVisible } from './freshness.ts';
import { type Idempotency, type KeptAnswer, VISITOR } from './idempotency.ts';
import { jsonOf } from './longJson.ts';
import { stateOf } from './requestLog.ts';
import type { Answer, Caller, JsonAnswer, Route, RouteRequest } from './route.ts';

export interface RouteTableOptions {
  /** Whether the request carries a session at all; whose it is and what it may, `readCaller` tells. */
  readonly hasSession: (ctx: Context) => boolean;
  readonly readCaller: ReadCaller;
  readonly freshness: Freshness;
  readonly idempotency: Idempotency;
  readonly now: () => Date;
  /** Keeps a change that needs a second member of staff, to be carried out once it is approved. */
  readonly hold: (held: HeldRequest, needed: NeedsApproval) => Promise<JsonAnswer>;
  /** Told of each file that a member of staff gets from the administration, by its name, which is no personal data. */
  readonly downloaded: (name: string, request: RouteRequest) => Promise<void>;
  /** Counts a change by a session. @throws HttpProblem 429 */
  readonly limitWrites?: ((caller: Caller) => Promise<void>) | undefined;
  /**
   * Milliseconds for all calls of the event store by a request's commands; undefined: only each call's own limit holds. With the
   * last call's second and {@link FRESHNESS_MS} an answer takes that much and 3 s at most.
   */
  readonly storeMs: number | undefined;
}

/** A request that waits, as it was sent. */
export interface HeldRequest {
  readonly line: Route;
  readonly request: RouteRequest;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const KEY = /^[\x21-\x7e]{1,200}$/;

/**
 * Turns the route table into middleware. In this order: who calls (401, 403), what is asked for (404, 415, 413, 400),
 * whether it was asked before (Idempotency-Key), then the handler. An unknown path is 404, a wrong method 405.
 * @throws Error when a route has no access rule, or two routes are the same
 */
export function routeTable(routes: readonly Route[], options: RouteTableOptions): Middleware[] {
  const router = new Router({ sensitive: true });
  const seen = new Set<string>();
  for (const line of routes) {
    const name = `${line.method} ${line.path}`;
    const { access } = line;
    if (access !== 'public' && access !== 'session' && !isDealerPermission(access) && !isPermission(access))
      throw new Error(`Route ${name} has no access rule`);
    if (seen.has(name)) throw new Error(`Route ${name} stands in the table twice`);
    seen.add(name);
    router.register(line.path, [line.method], (ctx: Context) => serve(line, ctx, options));
  }
  return [unanswered, router.routes() as Middleware, router.allowedMethods() as Middleware];
}

/** Unmatched requests: 405 (with `Allow`) if another method exists, else 404. */
async function unanswered(ctx: Context, next: Next): Promise<void> {
  await next();
  if (ctx.body != null) return;
  if (ctx.status === 405 || ctx.status === 501) throw new HttpProblem(405, 'This method is not allowed here');
  if (ctx.status === 404) throw notFound('Not found');
}

async function serve(line: Route, ctx: Context, options: RouteTableOptions): Promise<void> {
  const over: (() => void)[] = [];
  try {
    await serveLimited(line, ctx, options, over);
  } finally {
    for (const end of over) end();
  }
}

/** @param over is given what has to run when the request is over */
async function serveLimited(
  line: Route,
  ctx: Context,
  options: RouteTableOptions,
  over: (() => void)[],
): Promise<void> {
  const state = stateOf(ctx);
  state.routePattern = line.path;
  const until = Date.now() + FRESHNESS_MS;
  const storeUntil = options.storeMs === undefined ? undefined : performance.now() + options.storeMs;
  const wait = (names: readonly string[]) =>
    waitForOwnWrites(ctx, options.freshness, names, Math.max(0, until - Date.now()));
  // a stranger is turned away, not made to wait
  if (line.access !== 'public' && options.hasSession(ctx)) await wait(['users']);
  const caller = await options.readCaller(ctx);
  if (caller !== null) state.userId = caller.viewedBy?.id ?? caller.id;
  admit(line, caller);
  const mutates = ctx.method !== 'GET' && ctx.method !== 'HEAD';
  // signing in and out, which are public, have limits of their own
  if (mutates && caller !== null && line.access !== 'public') await options.limitWrites?.(caller);

  const params = ctx.params as Readonly<Record<string, string>>;
  if (!Object.values(params).every(isId)) throw notFound('Not found');
  const query = line.query === undefined ? undefined : line.query.parse(singleValues(ctx.query), PLAIN);
  const limit = async () => {
    const end = await line.limit?.({ caller: caller as Caller, address: state.address });
    if (typeof end === 'function') over.push(end);
  };
  if (line.rawBody !== undefined) await limit();
  const body = mutates ? await readBody(line, ctx) : undefined;
  const parsed = line.body === undefined ? undefined : line.body.parse(body, PLAIN);
  if (line.rawBody === undefined) await limit();
  if (!mutates) await wait(line.reads ?? []);

  let made: CommandContext | undefined;
  const newest = () =>
    (made ??= {
      ...newCommand(options.now(), actorOf(caller), state.requestId),
      until: storeUntil,
    });
  const request: RouteRequest = {
    body: parsed,
    query,
    params,
    caller: caller as Caller,
    get command() {
      // a read may have something to record as well: not while somebody only looks
      if (isViewing(line, caller)) throw nothingChanges(caller);
      return newest();
    },
    address: state.address,
    visible: (chain) => waitUntilVisible(ctx, options.freshness, chain),
    http: ctx,
  };
  const handle = async (decided: RouteRequest): Promise<Answer> => {
    try {
      const answer = await line.handler(decided);
      const name = fileNameOf(answer);
      if (name !== null && isPermission(line.access)) await options.downloaded(name, decided);
      return answer;
    } catch (error) {
      if (!(error instanceof NeedsApproval)) throw error;
      const held = { line, request: decided, query: singleValues(ctx.query), body };
      return await options.hold(held, error);
    }
  };
  const key = line.keyed === false ? '' : ctx.get(IDEMPOTENCY_KEY);
  if (!mutates || key === '') {
    const answer = await handle(request);
    if ('body' in answer) await line.completed?.(answer, request, false);
    send(ctx, answer);
    return;
  }

  if (!KEY.test(key)) throw new HttpProblem(400, 'Idempotency-Key must be 1 to 200 printable characters');
  const { answer, replayed } = await options.idempotency.run(
    {
      key,
      // whoever asks: a registration that is sent again may come with its new session, or from another address
      actor: line.access === 'public' ? VISITOR : (caller?.id ?? VISITOR),
      fingerprint: `${ctx.method} ${ctx.path}${ctx.search} ${textOf(parsed)}`,
      command: newest(),
    },
    (decided) => keptAnswer(line, () => handle({ ...request, command: decided }), ctx),
  );
  if (answer.status < 400) await line.completed?.(answer, request, replayed);
  ctx.set('Idempotency-Replayed', String(replayed));
  send(ctx, answer);
}

/** The name that the portal gives a file for download; null for other answers, and for files that people named. */
const fileNameOf = ({ headers }: Answer): string | null =>
  /filename="(.+)"/.exec(headers?.['Content-Disposition'] ?? '')?.[1] ?? null;

const readBody = ({ rawBody, maxBodyBytes }: Route, ctx: Context): Promise<unknown> =>
  rawBody === undefined ? readJsonBody(ctx, maxBodyBytes) : readFileBody(ctx, rawBody);

/** A body as text, a file by its hash. */
const textOf = (body: unknown): string =>
  Buffer.isBuffer(body) ? createHash('sha256').update(body).digest('hex') : JSON.stringify(body ?? null);

/** Runs the handler and makes an answer to keep of it, also of a refusal: a retry must not decide otherwise. */
async function keptAnswer(line: Route, handle: () => Promise<Answer>, ctx: Context): Promise<KeptAnswer> {
  try {
    const answer = await handle();
    if (!('body' in answer))
      throw new Error(`${line.method} ${line.path} streams and can't take an Idempotency-Key`);
    // undefined where nothing was appended, whatever its type says
    const position: string | undefined = ctx.response.get(LOG_POSITION);
    return {
      status: answer.status ?? 200,
      body: answer.body ?? null,
      headers: { ...answer.headers, ...(position ? { [LOG_POSITION]: position } : {}) },
    };
  } catch (error) {
    const refusal = answerFor(error);
    // what may be decided otherwise when it is sent again
    if (refusal.status >= 500 || refusal.status === 429 || refusal.body.code !== undefined) throw error;
    return { status: refusal.status, body: refusal.body, headers: refusal.headers };
  }
}

/** A repeated query parameter is refused rather than guessed at. */
function singleValues(query: Record<string, string | string[] | undefined>): Record<string, string> {
  const single: Record<string, string> = {};
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    if (Array.isArray(value)) throw new HttpProblem(400, `The parameter ${name} was given more than once`);
    if (value.includes('\0')) throw new HttpProblem(400, `The parameter ${name} is not valid`);
    single[name] = value;
  }
  return single;
}

function actorOf(caller: Caller | null): Actor {
  if (caller === null) return { kind: 'visitor', id: null };
  if (caller.viewedBy !== undefined) return { kind: 'admin', id: caller.viewedBy.id };
  return { kind: caller.isAdmin ? 'admin' : 'dealer', id: caller.id };
}

function send(ctx: Context, answer: Answer): void {
  if (answer.headers !== undefined) ctx.set(answer.headers);
  if (!('body' in answer)) {
    ctx.status = 200;
    ctx.type = answer.type;
    ctx.body = answer.content;
    return;
  }
  ctx.status = answer.status ?? 200;
  ctx.type = 'application/json';
  ctx.body = jsonOf(answer.body ?? null);
}
