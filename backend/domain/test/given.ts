import { expect } from 'vitest';
import { BusinessRefusal, type Decider, type RefusalKind } from '../src/kernel/decider.ts';

interface Given<Command, Event> {
  readonly when: (command: Command) => Then<Event>;
}

interface Then<Event> {
  /** Exactly these events follow. */
  readonly thenEvents: (...events: Event[]) => void;
  /** The command is true already, or has nothing to do. */
  readonly thenNothing: () => void;
  readonly thenRefused: (kind: RefusalKind, message: string, path?: string) => void;
}

/** Given what happened, when something is asked, then these events follow, nothing, or a refusal. */
export function given<State, Command, Event>(
  decider: Decider<State, Command, Event>,
  ...history: readonly Event[]
): Given<Command, Event> {
  const state = history.reduce<State>(decider.evolve, decider.initialState);
  return {
    when(command) {
      const decide = () => decider.decide(command, state);
      return {
        thenEvents: (...events) => expect(decide()).toEqual(events),
        thenNothing: () => expect(decide()).toEqual([]),
        thenRefused(kind, message, path) {
          expect(refusalOf(decide)).toEqual({ kind, message, path });
        },
      };
    },
  };
}

function refusalOf(decide: () => readonly unknown[]) {
  try {
    return { decided: decide() };
  } catch (error) {
    if (!(error instanceof BusinessRefusal)) throw error;
    return { kind: error.kind, message: error.message, path: error.path };
  }
}
