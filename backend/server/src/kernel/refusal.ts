import { BusinessRefusal, type Decider } from '@portal/domain';

/** The refusal of a command, by default on a new stream; null if it is accepted. */
export function refusalOf<State, Command, Event>(
  decider: Decider<State, Command, Event>,
  command: Command,
  state: State = decider.initialState,
): string | null {
  try {
    decider.decide(command, state);
    return null;
  } catch (error) {
    if (error instanceof BusinessRefusal) return error.message;
    throw error;
  }
}
