/**
 * Makes one query of the look-ups that are asked for in the same turn of the event loop: under load many requests each
 * need a row or two by key. Nothing is kept: every look-up begins after it was asked for.
 * @param find the rows of these keys; also asked for keys that somebody else wants, so callers pick their own
 */
export function gathered<Row>(
  find: (keys: readonly string[]) => Promise<ReadonlyMap<string, Row>>,
): (keys: readonly string[]) => Promise<ReadonlyMap<string, Row>> {
  let next: { readonly keys: Set<string>; readonly rows: Promise<ReadonlyMap<string, Row>> } | null = null;
  return (keys) => {
    if (next === null) {
      const wanted = new Set<string>();
      const rows = new Promise((resolve) => setImmediate(resolve)).then(() => {
        next = null;
        return find([...wanted]);
      });
      next = { keys: wanted, rows };
    }
    for (const key of keys) next.keys.add(key);
    return next.rows;
  };
}
