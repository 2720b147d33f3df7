import { BusinessRefusal, type Decider } from '@portal/domain';

/** Why a decider would refuse the command that begins a stream; null where it takes it. */
export function refusalOf<State, Command, Event>(
  decider: Decider<State, Command, Event>,
  command: Command,
): string | null {
  try {
    decider.decide(command, decider.initialState);
    return null;
  } catch (error) {
    if (error instanceof BusinessRefusal) return error.message;
    throw error;
  }
}
