import { invalid } from '../failures.ts';
import { type FormGroup, parseForm } from '../form.ts';
import { type Parsed, readGroup, type Shape } from '../parameters.ts';
import type { Account } from '../state/account.ts';
import { expandFields } from './expand.ts';

/** What a call works with. */
export interface Call {
  readonly account: Account;
  /** The id in the address, '' where there is none. */
  readonly id: string;
  readonly now: Date;
  /** Where a browser reaches the simulator's pages, without a slash at the end. */
  readonly browserUrl: string;
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** `/v1/customers/:id`. */
  readonly path: string;
  /** Checks the parameters first; what comes back does the work. */
  readonly prepare: (form: FormGroup) => (call: Call) => unknown;
}

/** One call of the API: its parameters by `shape`, its answer by `run`, with `expand` done for all alike. */
export function route<S extends Shape>(
  method: Route['method'],
  path: string,
  shape: S,
  run: (params: Parsed<S>, call: Call) => unknown,
): Route {
  return {
    method,
    path,
    prepare: (form) => {
      const params = readGroup(form, shape);
      const paths = Object.hasOwn(shape, 'expand')
        ? (params.expand as readonly string[] | undefined)
        : undefined;
      return (call) => expandFields(run(params, call), paths ?? [], call.account);
    },
  };
}

export interface Matched {
  readonly route: Route;
  readonly id: string;
}

/** @returns null for an address the simulator doesn't know */
export function matchRoute(routes: readonly Route[], method: string, path: string): Matched | null {
  for (const route of routes) {
    if (route.method !== method) continue;
    const found = new RegExp(`^${route.path.replace(/:id/, '([\\w-]{1,100})')}$`).exec(path);
    if (found !== null) return { route, id: found[1] ?? '' };
  }
  return null;
}

/** Parameters come in the query of a GET, in the body else; never in both. */
export function formOf(method: string, query: string, body: string): FormGroup {
  if (method === 'POST' && query !== '') throw invalid('Parameters of a POST belong in its body.');
  return parseForm(method === 'POST' ? body : query);
}
