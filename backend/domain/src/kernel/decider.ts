/**
 * State is the fold of a stream's events. `decide` answers a command with new events (`[]` where nothing changes) or
 * throws a {@link BusinessRefusal}. No clock, random or I/O: time, ids and prices come with the command. A switch over all
 * commands or events has no default: where a case is missing, the function does not compile.
 */
export interface Decider<State, Command, Event> {
  readonly initialState: State;
  evolve(state: State, event: Event): State;
  decide(command: Command, state: State): readonly Event[];
}

/**
 * Decides several commands as one, each on the state after the one before, so that their events are appended together.
 * A step may be a function of that state that returns a command, or null for none.
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

/** Why a command was refused; the HTTP layer maps `kind` to a status (rule T4). */
export type RefusalKind =
  | 'conflict'
  | 'not_found'
  | 'forbidden'
  | 'unprocessable'
  | 'payment_required'
  | 'stale';

/** A business rule refuses a command. `message` is the text that people read. */
export class BusinessRefusal extends Error {
  readonly kind: RefusalKind;
  /** The field at fault, in camel case; `fieldPath` of the contract gives its name in requests. */
  readonly path: string | undefined;
  /** For programs. */
  readonly code: string | undefined;

  constructor(kind: RefusalKind, message: string, path?: string, code?: string) {
    super(message);
    this.name = 'BusinessRefusal';
    this.kind = kind;
    this.path = path;
    this.code = code;
  }
}

export const conflict = (message: string, path?: string, code?: string) =>
  new BusinessRefusal('conflict', message, path, code);
export const forbidden = (message: string, path?: string) => new BusinessRefusal('forbidden', message, path);
/** For missing records and those of others, so that ids cannot be probed (rule T3). */
export const notFound = (message: string, path?: string) => new BusinessRefusal('not_found', message, path);
export const paymentRequired = (message: string) => new BusinessRefusal('payment_required', message);
export const unprocessable = (message: string, path?: string) =>
  new BusinessRefusal('unprocessable', message, path);
