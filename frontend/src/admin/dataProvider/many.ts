import { causeOf, UserError } from '../../shared/http/problem.ts';

/** Calls at a time when a change is made to many records. */
const AT_ONCE = 4;

/** Ids in one request: 100 UUIDs stay far below the longest request line a server takes. */
const IDS_PER_REQUEST = 100;

/** Asks about many ids, at most 100 in a request, and joins the answers. */
export async function askAbout<Id, Answer>(
  ids: readonly Id[],
  ask: (part: Id[]) => Promise<readonly Answer[]>,
): Promise<Answer[]> {
  const parts: Id[][] = [];
  for (let start = 0; start < ids.length; start += IDS_PER_REQUEST)
    parts.push(ids.slice(start, start + IDS_PER_REQUEST));
  return (await Promise.all(parts.map(ask))).flat();
}

/** What became of a change to many records, by the order of their ids. */
export interface Outcome<Id, Answer> {
  readonly answers: readonly Answer[];
  readonly refused: readonly { readonly id: Id; readonly error: unknown }[];
}

/**
 * Makes a change to each record by a call of its own, since the server has none for many. Never rejects.
 * @param onProgress called after each record with the number of those that are finished, refused ones included
 */
export async function toEach<Id, Answer>(
  ids: readonly Id[],
  change: (id: Id) => Promise<Answer>,
  onProgress: (finished: number) => void = () => {},
): Promise<Outcome<Id, Answer>> {
  const answers: Answer[] = [];
  const refused: { id: Id; error: unknown }[] = [];
  let finished = 0;
  const one = (id: Id) =>
    change(id).finally(() => {
      finished += 1;
      onProgress(finished);
    });
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const part = ids.slice(start, start + AT_ONCE);
    for (const [index, outcome] of (await Promise.allSettled(part.map(one))).entries())
      if (outcome.status === 'fulfilled') answers.push(outcome.value);
      else refused.push({ id: part[index] as Id, error: outcome.reason });
  }
  return { answers, refused };
}

/** Says how many records were changed, and why the first of the others was not. */
export const partlyDone = (done: number, all: number, cause: string) => `${done} of ${all} done. ${cause}`;

/** A change to many records that not all took. */
export class PartlyDone<Id> extends UserError {
  readonly done: readonly Id[];
  readonly errors: readonly unknown[];

  constructor(done: readonly Id[], errors: readonly unknown[]) {
    super(partlyDone(done.length, done.length + errors.length, causeOf(errors[0])));
    this.done = done;
    this.errors = errors;
  }
}
