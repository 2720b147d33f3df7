/** Some fields of a record; one that is left out or undefined stays as it was. */
export type Changes<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** `before` with the fields that `changes` names. */
export function withChanges<T extends object>(before: T, changes: Changes<T>): T {
  const named = Object.entries(changes).filter(([, value]) => value !== undefined);
  return { ...before, ...Object.fromEntries(named) };
}

/**
 * True where both hold the same values, so that a change would change nothing. A personal field that can't be
 * read is equal to nothing: what isn't known to be the same is written.
 */
export function isSame(before: unknown, after: unknown): boolean {
  if (Array.isArray(before) && Array.isArray(after)) {
    return before.length === after.length && before.every((item, index) => isSame(item, after[index]));
  }
  return before === after;
}

/** True where every field of `after` is the same in `before`. */
export function isUnchanged<T extends object>(before: T, after: T): boolean {
  return Object.keys(after).every((key) => isSame(before[key as keyof T], after[key as keyof T]));
}
