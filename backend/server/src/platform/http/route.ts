import type { Readable } from 'node:stream';
import {
  type DealerPermission,
  isPermission,
  mayWait,
  type Permission,
  waitsForApprovalSchema,
} from '@portal/contract';
import type { DealerRole, StaffRole } from '@portal/domain/values';
import type { Context } from 'koa';
import type { z } from 'zod';
import type { CausalChain } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import type { RawBody } from './body.ts';

/**
 * Access: `public` anyone; `session` any signed-in user; a permission of dealers: approved dealers whose role has it, and staff, whom
 * the handler refuses where they have no business; a permission of staff: staff whose role has it. Checked against the database on
 * each call.
 */
export type Access = 'public' | 'session' | DealerPermission | Permission;

/** The signed-in user as the database knows it now. */
export interface Caller {
  readonly id: string;
  readonly username: string;
  /** A member of staff, of any role. */
  readonly isAdmin: boolean;
  /** Null for a dealer. */
  readonly staffRole: StaffRole | null;
  readonly isApproved: boolean;
  /** In the company; null for staff. */
  readonly dealerRole: DealerRole | null;
  /** Null for an administrator without a company. */
  readonly accountId: string | null;
  /** An administrator without the required second factor (ADMIN_SECOND_FACTOR). */
  readonly needsSecondFactor: boolean;
  /** The administrator viewing as this dealer. */
  readonly viewedBy?: Viewer | undefined;
}

export interface Viewer {
  readonly id: string;
  readonly viewId: string;
}

/** Input of a handler: parsed, validated, with the caller its access rule guarantees. */
export interface RouteRequest<
  Rule extends Access = Access,
  Body = unknown,
  Query = unknown,
  Param extends string = string,
> {
  readonly body: Body;
  readonly query: Query;
  /** The `:name` parts of the path; the route table has answered 404 to values that can't be an id. */
  readonly params: Readonly<Record<Param, string>>;
  readonly caller: Rule extends 'public' ? Caller | null : Caller;
  /** Identity, time and actor of the command this request may become; settled before anything is appended. */
  readonly command: CommandContext;
  /** The address of the client, proxies believed only as far as TRUST_PROXY says. */
  readonly address: string;
  /**
   * Waits until the projections that know the chain's events have passed its last one, and puts `X-Log-Position` on
   * the answer. False after 2 s: the answer is still a success, marked `X-Projection: catching-up`.
   */
  visible(chain: CausalChain): Promise<boolean>;
  readonly http: Context;
}

export type Limited<Rule extends Access = Access> = Pick<RouteRequest<Rule>, 'caller' | 'address'>;

export interface JsonAnswer {
  readonly status?: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A file, or a stream of server-sent events. */
export interface ContentAnswer {
  readonly content: Readable | Buffer | string;
  readonly type: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Answer = JsonAnswer | ContentAnswer;

/** Success responses by status: a JSON schema, or media types of a file or stream. */
export type Answers = Readonly<Record<number, z.ZodType | readonly string[]>>;

/** The success responses of a route, with that of a change that waits for a second member of staff. */
export const answersOf = ({ method, access, answers = {} }: Route): Answers =>
  method !== 'GET' && isPermission(access) && mayWait(access)
    ? { ...answers, 202: waitsForApprovalSchema }
    : answers;

/** One line of the route table. Without an access rule it doesn't compile, and the server refuses to start. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly access: Access;
  readonly summary?: string | undefined;
  /** For the API description; specs check responses against it. */
  readonly answers?: Answers | undefined;
  readonly body?: z.ZodType | undefined;
  /** Maximum size of its JSON body, in bytes; default 100 kB. */
  readonly maxBodyBytes?: number | undefined;
  /** For file bodies: `body` is a Buffer, validated by the schema. */
  readonly rawBody?: RawBody | undefined;
  readonly query?: z.ZodType | undefined;
  /** Projections a query reads, for `X-Read-After`. */
  readonly reads?: readonly string[] | undefined;
  /** False to ignore Idempotency-Keys: for signing in and out, and for secrets shown once. */
  readonly keyed?: boolean | undefined;
  /** True for routes open before the second factor is set up. */
  readonly beforeSecondFactor?: boolean | undefined;
  /** True for changes allowed while viewing as a dealer. */
  readonly whileViewing?: boolean | undefined;
  /**
   * Limits calls, replayed ones included, after the body was validated (files: before they are read). A returned function runs when
   * the request ends.
   * @throws HttpProblem 429
   */
  limit?(request: Limited): Promise<void> | Promise<() => void> | (() => void);
  handler(request: RouteRequest): Promise<Answer>;
  /** Runs after each response, replayed ones included: for effects outside of it, like the session cookie. */
  completed?(answer: JsonAnswer, request: RouteRequest, replayed: boolean): Promise<void>;
}

/** The route of this name, e.g. `GET /api/sites/:id`; undefined for none. */
export const routeNamed = (table: readonly Route[], name: string): Route | undefined =>
  table.find(({ method, path }) => `${method} ${path}` === name);

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** A path with `:name` parts, or one of the contract: `paths.site` is `/api/sites/:id`. */
type Path = string | ((id: string) => string);

type ParamOf<Of extends Path> = Of extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamOf<`/${Rest}`>
  : Of extends `${string}:${infer Name}`
    ? Name
    : Of extends string
      ? never
      : 'id';

/** Declares a route; the handler's body, query, caller and params follow from the schemas, the access rule and the path. */
export function route<
  const Of extends Path,
  const Rule extends Access,
  Body extends z.ZodType | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
>(
  method: Route['method'],
  path: Of,
  access: Rule,
  definition: Omit<
    Route,
    'method' | 'path' | 'access' | 'body' | 'query' | 'limit' | 'handler' | 'completed'
  > & {
    readonly body?: Body;
    readonly query?: Query;
    limit?(request: Limited<Rule>): Promise<void> | Promise<() => void> | (() => void);
    handler(request: RouteRequest<Rule, Parsed<Body>, Parsed<Query>, ParamOf<Of>>): Promise<Answer>;
    completed?(
      answer: JsonAnswer,
      request: RouteRequest<Rule, Parsed<Body>, Parsed<Query>, ParamOf<Of>>,
      replayed: boolean,
    ): Promise<void>;
  },
): Route {
  const pattern = typeof path === 'string' ? path : path('_id_').replace('_id_', ':id');
  return { ...definition, method, path: pattern, access };
}
