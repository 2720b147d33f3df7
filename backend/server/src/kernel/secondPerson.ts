import { aboveLimit, type Decider, type GivenAway, givenAway, type PortalEvent } from '@portal/domain';
import type { Execute, Execution } from './execute.ts';

/** A change by a member of staff needs a second one. Nothing of it was appended. */
export class NeedsApproval extends Error {
  readonly given: GivenAway;
  /** The stream that the change is about. */
  readonly about: string;
  /** The company that it concerns; null for none. */
  readonly accountId: string | null;
  readonly reason: string | null;

  constructor(given: GivenAway, { stream, accounts, reason }: ChangeBy) {
    super('A second person has to approve this.');
    this.name = 'NeedsApproval';
    this.given = given;
    this.about = stream;
    this.accountId = accounts[0] ?? null;
    this.reason = reason ?? null;
  }
}

type ChangeBy = Pick<Execution<never, never, never>, 'stream' | 'accounts' | 'reason'>;

/**
 * Refuses decisions of staff that give away more than the limit, unless a second person approved the command.
 * @param limit reads cents; null where nothing waits
 */
export function withSecondPerson(execute: Execute, limit: () => Promise<number | null>): Execute {
  return async (execution) => {
    const { actor, approvedBy } = execution.context;
    if (actor.kind !== 'admin' || approvedBy !== undefined) return execute(execution);
    const limitCents = await limit();
    return limitCents === null
      ? execute(execution)
      : execute({ ...execution, decider: refusing(execution, limitCents) });
  };
}

/** @throws NeedsApproval from `decide` */
function refusing<State, Command, Event extends PortalEvent>(
  { decider, gives, ...change }: Execution<State, Command, Event>,
  limitCents: number,
): Decider<State, Command, Event> {
  return {
    ...decider,
    decide(command, before) {
      const events = decider.decide(command, before);
      const after = events.reduce((state, event) => decider.evolve(state, event), before);
      const given = [...givenAway({ command, events, before }), ...(gives?.(before, after) ?? [])];
      const needed = aboveLimit(given, limitCents);
      if (needed !== null) throw new NeedsApproval(needed, change);
      return events;
    },
  };
}
