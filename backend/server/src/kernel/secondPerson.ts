import {
  type Decider,
  type GivenAway,
  type GivenCommand,
  type GivenEvent,
  type GivenState,
  givenAway,
  givenDecider,
  givenOn,
  givenStream,
  type PortalEvent,
  totalGiven,
} from '@portal/domain';
import { deriveId } from './commandContext.ts';
import type { Execute, Execution } from './execute.ts';

type Change = Pick<Execution<never, never, never>, 'stream' | 'accounts' | 'context' | 'reason'>;

/** A change by a member of staff needs a second one. Nothing of it was appended. */
export class NeedsApproval extends Error {
  readonly given: GivenAway;
  /** The stream that the change is about. */
  readonly about: string;
  /** The company that it concerns; null for none. */
  readonly accountId: string | null;
  readonly reason: string | null;

  constructor(given: GivenAway, { stream, accounts, reason }: Change) {
    super('A second person has to approve this.');
    this.name = 'NeedsApproval';
    this.given = given;
    this.about = stream;
    this.accountId = accounts[0] ?? null;
    this.reason = reason ?? null;
  }
}

/** A decision gives away what is not counted yet. Nothing of it was appended. */
class NotCounted extends Error {
  readonly given: GivenAway;

  constructor(given: GivenAway) {
    super('This has to be counted before it is given away.');
    this.name = 'NotCounted';
    this.given = given;
  }
}

/** Decisions whose amounts change while they are counted are tried again. */
const MAX_ATTEMPTS = 4;

interface LimitPorts {
  /** Reads cents; null where nothing waits. */
  readonly limit: () => Promise<number | null>;
  /** The day in BILLING_TZ at an ISO instant. */
  readonly billingDay: (instant: string) => string;
}

/**
 * Refuses decisions of staff that, with what the same person gave the company that billing day, give away more than the
 * limit, unless a second person approved the command. What is given away is known once the portal decides: it stops there,
 * counts the amount in a stream of its own, so that two decisions at once are added up as well, and decides again.
 */
export function withSecondPerson(execute: Execute, { limit, billingDay }: LimitPorts): Execute {
  return async (execution) => {
    const { actor, approvedBy } = execution.context;
    if (actor.kind !== 'admin' || approvedBy !== undefined) return execute(execution);
    const limitCents = await limit();
    if (limitCents === null) return execute(execution);
    let countedCents = 0;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await execute({ ...execution, decider: giving(execution, countedCents) });
      } catch (error) {
        if (!(error instanceof NotCounted) || attempt === MAX_ATTEMPTS) throw error;
        countedCents = await count(execute, execution, error.given, {
          limitCents,
          day: billingDay(execution.context.time),
        });
      }
    }
  };
}

/** @throws NotCounted from `decide` */
function giving<State, Command, Event extends PortalEvent>(
  { decider, gives }: Execution<State, Command, Event>,
  countedCents: number,
): Decider<State, Command, Event> {
  return {
    ...decider,
    decide(command, before) {
      const events = decider.decide(command, before);
      const after = events.reduce((state, event) => decider.evolve(state, event), before);
      const given = totalGiven([
        ...givenAway({ command, events, before }),
        ...(gives?.(before, after) ?? []),
      ]);
      if (given !== null && (given.cents === null || given.cents > countedCents)) throw new NotCounted(given);
      return events;
    },
  };
}

/**
 * Counts what a change gives away. An amount that was counted for a change that fails afterwards stays counted.
 * @returns its cents
 * @throws NeedsApproval above the limit
 */
async function count(
  execute: Execute,
  change: Change,
  given: GivenAway,
  { limitCents, day }: { readonly limitCents: number; readonly day: string },
): Promise<number> {
  const { context, accounts } = change;
  const { id: userId } = context.actor;
  const { kind, cents } = given;
  if (cents === null || userId === null) throw new NeedsApproval(given, change);
  const decider: Decider<GivenState, GivenCommand, GivenEvent> = {
    ...givenDecider,
    decide(command, state) {
      if (givenOn(state, day, kind) + cents > limitCents) throw new NeedsApproval(given, change);
      return givenDecider.decide(command, state);
    },
  };
  await execute({
    stream: givenStream(userId, accounts[0]),
    decider,
    command: { type: 'CountGiven', day, kind, cents },
    context: { ...context, id: deriveId(context, `given ${cents} by ${change.stream}`) },
    // shows in no timeline
    accounts: [],
  });
  return cents;
}
