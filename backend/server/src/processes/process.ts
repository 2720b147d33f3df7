import type { Decider, PortalEvent, PortalEventType } from '@portal/domain';
import type { Load, PortalEnvelope } from '../commands/execute.ts';

/** A command that follows from an event; its identity is derived from the event, so that it takes place once. */
export interface Consequence {
  readonly stream: string;
  readonly accounts: readonly string[];
  /** Hands stream, decider and command, typed alike, to whoever runs them. */
  apply<Result>(
    run: <State, Command, Event extends PortalEvent>(
      decider: Decider<State, Command, Event>,
      command: Command,
    ) => Result,
  ): Result;
}

/** Declares a consequence with its command checked against the decider. */
export function consequence<State, Command, Event extends PortalEvent>(options: {
  readonly stream: string;
  readonly accounts: readonly string[];
  readonly decider: Decider<State, Command, Event>;
  readonly command: Command;
}): Consequence {
  return {
    stream: options.stream,
    accounts: options.accounts,
    apply: (run) => run(options.decider, options.command),
  };
}

/**
 * A process, named as a sentence: an event in, the commands that follow out. It runs inline after the append; the
 * runner brings up what a crash left over, so `decide` may be asked twice and must answer alike.
 */
export interface Process {
  readonly name: string;
  readonly types: readonly PortalEventType[];
  /** `load` reads the state of another stream. */
  decide(envelope: PortalEnvelope, load: Load): Promise<readonly Consequence[]>;
}
