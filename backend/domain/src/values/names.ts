/** A field's name in the API and in tables: `siteNotes` is `site_notes`, `ca150Panel` is `ca150_panel`. */
export type Snake<N extends string> = N extends `${infer First}${infer Rest}`
  ? `${First extends Uncapitalize<First> ? First : `_${Uncapitalize<First>}`}${Snake<Rest>}`
  : N;
export type SnakeNames<T> = { [K in keyof T as Snake<K & string>]: T[K] };

export const snake = <N extends string>(name: N) =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as Snake<N>;

export const snakeNames = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [snake(name), value])) as SnakeNames<T>;

export const mapValues = <T extends object, V>(
  fields: T,
  make: (value: T[keyof T], name: keyof T & string) => V,
) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, make(value, name as keyof T & string)]),
  ) as Record<keyof T & string, V>;

/** `SiteReaderRateChanged` and `siteReaderRateChanged` read 'Site reader rate changed'. */
export function wordsOfName(name: string): string {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
