/** Runs work with the same key one after the other in this process, to avoid conflicts in the log. */
export function oneByOne(): <Result>(key: string, work: () => Promise<Result>) => Promise<Result> {
  const turns = new Map<string, Promise<unknown>>();
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
