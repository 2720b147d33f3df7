import { invalid } from './failures.ts';
import type { FormGroup, FormNode } from './form.ts';

/** Reads one parameter; `name` is its full name, for errors. `undefined`: not sent. */
export type Reader<T> = (node: FormNode | undefined, name: string) => T;
export type Shape = Readonly<Record<string, Reader<unknown>>>;
export type Parsed<S extends Shape> = { readonly [K in keyof S]: ReturnType<S[K]> };

/**
 * Parameters that the shape does not name are refused: the simulator has no behaviour for them.
 * @throws StripeFailure 400 naming the first parameter that is unknown, missing or wrong
 */
export function readGroup<S extends Shape>(form: FormGroup, shape: S, prefix = ''): Parsed<S> {
  const named = (key: string) => (prefix === '' ? key : `${prefix}[${key}]`);
  for (const key of form.keys())
    if (!Object.hasOwn(shape, key))
      throw invalid(`Received unknown parameter: ${named(key)}`, {
        code: 'parameter_unknown',
        param: named(key),
      });
  const read: Record<string, unknown> = {};
  for (const [key, reader] of Object.entries(shape)) read[key] = reader(form.get(key), named(key));
  return read as Parsed<S>;
}

const plain = (node: FormNode, name: string): string => {
  if (typeof node !== 'string') throw invalid(`Invalid string: ${name}`, { param: name });
  return node;
};

/** A text. An empty one is refused: Stripe reads it as unsetting the parameter. */
export const text: Reader<string | undefined> = (node, name) => {
  if (node === undefined) return undefined;
  const value = plain(node, name);
  if (value === '')
    throw invalid(
      `You passed an empty string for '${name}'. We assume empty values are an attempt to unset a parameter; however '${name}' cannot be unset.`,
      { code: 'parameter_invalid_empty', param: name },
    );
  return value;
};

export const integer: Reader<number | undefined> = (node, name) => {
  if (node === undefined) return undefined;
  const value = plain(node, name);
  if (!/^-?\d{1,15}$/.test(value))
    throw invalid(`Invalid integer: ${value}`, { code: 'parameter_invalid_integer', param: name });
  return Number(value);
};

export const flag: Reader<boolean | undefined> = (node, name) => {
  if (node === undefined) return undefined;
  const value = plain(node, name);
  if (value !== 'true' && value !== 'false') throw invalid(`Invalid boolean: ${value}`, { param: name });
  return value === 'true';
};

export function oneOf<const T extends string>(values: readonly T[]): Reader<T | undefined> {
  return (node, name) => {
    const given = text(node, name);
    if (given === undefined) return undefined;
    const found = values.find((value) => value === given);
    if (found === undefined)
      throw invalid(`Invalid ${name}: must be one of ${values.join(', ')}`, { param: name });
    return found;
  };
}

export function required<T>(reader: Reader<T | undefined>): Reader<T> {
  return (node, name) => {
    const value = reader(node, name);
    if (value === undefined)
      throw invalid(`Missing required param: ${name}.`, { code: 'parameter_missing', param: name });
    return value;
  };
}

export function list<T>(reader: Reader<T | undefined>): Reader<readonly T[] | undefined> {
  return (node, name) => {
    if (node === undefined) return undefined;
    if (typeof node === 'string') throw invalid(`Invalid array: ${name}`, { param: name });
    return [...node.entries()].map(([key, value]) => {
      if (!/^\d{1,3}$/.test(key)) throw invalid(`Invalid array: ${name}`, { param: name });
      return required(reader)(value, `${name}[${key}]`);
    });
  };
}

export function group<S extends Shape>(shape: S): Reader<Parsed<S> | undefined> {
  return (node, name) => {
    if (node === undefined) return undefined;
    if (typeof node === 'string') throw invalid(`Invalid object: ${name}`, { param: name });
    return readGroup(node, shape, name);
  };
}

/** Texts by name; {} where it is not sent. */
export const metadata: Reader<Record<string, string>> = (node, name) => {
  if (node === undefined) return {};
  if (typeof node === 'string') throw invalid(`Invalid object: ${name}`, { param: name });
  return Object.fromEntries([...node].map(([key, value]) => [key, plain(value, `${name}[${key}]`)]));
};

/** A range of times, in seconds since 1970. */
export const created: Reader<((seconds: number) => boolean) | undefined> = (node, name) => {
  const range = group({ gt: integer, gte: integer, lt: integer, lte: integer })(node, name);
  if (range === undefined) return undefined;
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range;
  return (seconds) => seconds > gt && seconds >= gte && seconds < lt && seconds <= lte;
};
