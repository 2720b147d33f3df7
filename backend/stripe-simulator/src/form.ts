import { invalid } from './failures.ts';

/** A decoded form: texts, and groups of them under names in brackets (`card[number]`, `expand[0]`). */
export type FormNode = string | FormGroup;
export type FormGroup = Map<string, FormNode>;

const NAME = /^([^[\]]+)((?:\[[^[\]]*\])*)$/;

/**
 * Reads `application/x-www-form-urlencoded` text (a body or a query) the way Stripe's clients write it.
 * @throws StripeFailure 400 for a name used twice, or as text and as group
 */
export function parseForm(text: string): FormGroup {
  const root: FormGroup = new Map();
  for (const [name, value] of new URLSearchParams(text)) place(root, keysOf(name), value, name);
  return root;
}

function keysOf(name: string): string[] {
  const [, first, rest = ''] = NAME.exec(name) ?? [];
  if (first === undefined) throw invalid(`Invalid parameter name: ${name}`);
  return [first, ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, key = '']) => key)];
}

function place(root: FormGroup, keys: readonly string[], value: string, name: string): void {
  let group = root;
  for (const [index, key] of keys.entries()) {
    // `expand[]` counts up
    const at = key === '' ? String(group.size) : key;
    if (index === keys.length - 1) {
      if (group.has(at)) throw invalid(`Duplicate parameter: ${name}`, { param: name });
      group.set(at, value);
      return;
    }
    const next = group.get(at) ?? new Map<string, FormNode>();
    if (typeof next === 'string') throw invalid(`Invalid parameter: ${name}`, { param: name });
    group.set(at, next);
    group = next;
  }
}

/** The same text for the same parameters in any order, to compare requests with one idempotency key. */
export function canonical(form: FormGroup): string {
  const flat = (node: FormNode): unknown =>
    typeof node === 'string'
      ? node
      : [...node].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, value]) => [key, flat(value)]);
  return JSON.stringify(flat(form));
}
