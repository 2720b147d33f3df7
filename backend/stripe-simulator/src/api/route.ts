import { invalid } from '../failures.ts';
import { type FormGroup, parseForm } from '../form.ts';
import { type Parsed, readGroup, type Shape } from '../parameters.ts';
import type { Account } from '../state/account.ts';
import { expandFields } from './expand.ts';

/** The context of a call. */
export interface Call {
  readonly account: Account;
  /** The id in the address, '' where there is none. */
  readonly id: string;
  readonly now: Date;
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** `/v1/customers/:id`. */
  readonly path: string;
  /** Checks the parameters. @returns the work */
  readonly prepare: (form: FormGroup) => (call: Call) => unknown;
}

/** One call of the API; expands its answer. */
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

/** @returns null for an address the simulator doesn't know */
export function matchRoute(routes: readonly Route[], method: string, path: string) {
  for (const route of routes) {
    if (route.method !== method) continue;
    const found = new RegExp(`^${route.path.replace(/:id/, '([\\w-]{1,100})')}$`).exec(path);
    if (found !== null) return { route, id: found[1] ?? '' };
  }
  return null;
}

/** Reads the parameters: from the body of a POST, else from the query. */
export function formOf(method: string, query: string, body: string): FormGroup {
  if (method === 'POST' && query !== '') throw invalid('Parameters of a POST belong in its body.');
  return parseForm(method === 'POST' ? body : query);
}
