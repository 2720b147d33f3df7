interface Typed {
  readonly type: string;
}

/** What each type of command or event does to a record that exists; where one is missing, the table does not compile. */
export type ByType<One extends Typed, State, Result> = {
  readonly [Type in One['type']]: (state: State, one: Extract<One, { readonly type: Type }>) => Result;
};

export function byType<One extends Typed, State, Result>(
  table: ByType<One, State, Result>,
  state: State,
  one: One,
): Result {
  const entry = table[one.type as One['type']] as (state: State, one: One) => Result;
  return entry(state, one);
}
