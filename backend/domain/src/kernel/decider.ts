/**
 * A pure decision maker: state is the fold of a stream's events, `decide` answers a command with the
 * events that follow (`[]` when it is already true) or throws a {@link BusinessRefusal}. No clock, no
 * random, no I/O: time, ids and prices arrive inside the command.
 */
export interface Decider<State, Command, Event> {
  readonly initialState: State;
  evolve(state: State, event: Event): State;
  decide(command: Command, state: State): readonly Event[];
}

/**
 * Several commands decided as one, each on the state that the ones before it leave: all of their events are appended
 * together or none. A step may be a function of that state, where only the state tells which command is meant; null
 * for none.
 */
export function inSequence<State, Command, Event>(
  decider: Decider<State, Command, Event>,
): Decider<State, readonly (Command | ((state: State) => Command | null))[], Event> {
  return {
    initialState: decider.initialState,
    evolve: decider.evolve,
    decide(steps, before) {
      let state = before;
      const events: Event[] = [];
      for (const step of steps) {
        const command = typeof step === 'function' ? (step as (state: State) => Command | null)(state) : step;
        if (command === null) continue;
        const decided = decider.decide(command, state);
        state = decided.reduce((folded, event) => decider.evolve(folded, event), state);
        events.push(...decided);
      }
      return events;
    },
  };
}

/** Why a command was refused; the HTTP edge maps `kind` to a status (decisions.md, Trust). */
export type RefusalKind =
  | 'conflict'
  | 'not_found'
  | 'forbidden'
  | 'unprocessable'
  | 'payment_required'
  | 'stale';

/** A business rule said no. `message` is the text a person reads, to the letter of the spec where it has one. */
export class BusinessRefusal extends Error {
  readonly kind: RefusalKind;
  /** The request field at fault, for `errors[].path`. */
  readonly path: string | undefined;

  constructor(kind: RefusalKind, message: string, path?: string) {
    super(message);
    this.name = 'BusinessRefusal';
    this.kind = kind;
    this.path = path;
  }
}

/** Makes a switch over a union exhaustive: the compiler fails where a case is missing. */
export function assertNever(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`);
}
