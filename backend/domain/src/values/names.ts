/** A field's name as APIs and tables spell it: `siteNotes` as `site_notes`. A digit stays with the letters before it. */
export type Snake<N extends string> = N extends `${infer First}${infer Rest}`
  ? `${First extends Uncapitalize<First> ? First : `_${Uncapitalize<First>}`}${Snake<Rest>}`
  : N;
export type SnakeNames<T> = { [K in keyof T as Snake<K & string>]: T[K] };

export const snake = <N extends string>(name: N) =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as Snake<N>;

/** The same values under the names as {@link snake} spells them. */
export const snakeNames = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [snake(name), value])) as SnakeNames<T>;

/** Each value made into another one, under the same names. */
export const mapValues = <T extends object, V>(
  fields: T,
  make: (value: T[keyof T], name: keyof T & string) => V,
) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, make(value, name as keyof T & string)]),
  ) as Record<keyof T & string, V>;
