/** Runs works of the same key one after the other in this process. */
export function oneByOne<Key>(): <Result>(key: Key, work: () => Promise<Result>) => Promise<Result> {
  const turns = new Map<Key, Promise<unknown>>();
  return async (key, work) => {
    const turn = (turns.get(key) ?? Promise.resolve()).then(work);
    const ended = turn.catch(() => {});
    turns.set(key, ended);
    try {
      return await turn;
    } finally {
      if (turns.get(key) === ended) turns.delete(key);
    }
  };
}
