import { causeOf, UserError } from '../../shared/http/problem.ts';

/** Calls at a time when a change is made to many records. */
const AT_ONCE = 4;

/** What became of a change to many records, by the order of their ids. */
export interface Outcome<Answer> {
  readonly answers: readonly Answer[];
  readonly errors: readonly unknown[];
}

/** Makes a change to each record by a call of its own, since the server has none for many. Never rejects. */
export async function toEach<Id, Answer>(
  ids: readonly Id[],
  change: (id: Id) => Promise<Answer>,
): Promise<Outcome<Answer>> {
  const answers: Answer[] = [];
  const errors: unknown[] = [];
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    for (const outcome of await Promise.allSettled(ids.slice(start, start + AT_ONCE).map(change)))
      if (outcome.status === 'fulfilled') answers.push(outcome.value);
      else errors.push(outcome.reason);
  }
  return { answers, errors };
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
