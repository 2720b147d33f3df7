/** Fields of a record to change; those left out or undefined stay. */
export type Changes<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** `before` with the fields that `changes` names. */
export function withChanges<T extends object>(before: T, changes: Changes<T>): T {
  const named = Object.entries(changes).filter(([, value]) => value !== undefined);
  return { ...before, ...Object.fromEntries(named) };
}

/** True for equal values. An erased personal field equals nothing, so a change of it is written. */
function isSame(before: unknown, after: unknown): boolean {
  if (Array.isArray(before) && Array.isArray(after)) {
    return before.length === after.length && before.every((item, index) => isSame(item, after[index]));
  }
  return before === after;
}

/** True where every field of `after` is the same in `before`. */
export function isUnchanged<T extends object>(before: T, after: T): boolean {
  return Object.keys(after).every((key) => isSame(before[key as keyof T], after[key as keyof T]));
}
