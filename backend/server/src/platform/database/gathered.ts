/**
 * Combines the look-ups of one turn of the event loop into one query. Nothing is cached.
 * @param find the rows of these keys, possibly more than a caller asked for
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
