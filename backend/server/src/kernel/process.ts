import type { Decider, PortalEvent, PortalEventType, SiteStatus } from '@portal/domain';
import type { Position } from '@portal/event-store';
import { type EnvelopeOf, isOf, type Load, type PortalEnvelope } from './execute.ts';

/** A command that follows from an event; its identity is derived from the event, so that it takes place once. */
export interface Consequence {
  /** Tells it from the others of the same event in any run; by default its place among them. */
  readonly key: string | undefined;
  readonly stream: string;
  readonly accounts: readonly string[];
  /** True where it may run beside its neighbours that say so too; it waits for what comes before them. */
  readonly alongside: boolean;
  /** Passes stream, decider and command to `run` with matching types. */
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
  /** Needed if the number of commands may differ between runs. */
  readonly key?: string;
  /** Each on a stream of its own, in any order: many of them take the time of a few. */
  readonly alongside?: boolean;
}): Consequence {
  return {
    key: options.key,
    alongside: options.alongside ?? false,
    stream: options.stream,
    accounts: options.accounts,
    apply: (run) => run(options.decider, options.command),
  };
}

/**
 * Port: what no single stream tells, from the read models, as they stand at `asOf` or later.
 * @throws Error where they are further behind than a moment: the runner asks again
 */
export interface LookUp {
  /** The day it is in BILLING_TZ at an ISO instant. */
  billingDay(instant: string): string;
  /** The users of an account, the earliest first. */
  usersOfAccount(
    accountId: string,
    asOf: Position,
  ): Promise<readonly { readonly id: string; readonly dealerId: string | null }[]>;
  /** Ids of the account's invoices that left something to others, or may. */
  invoicesLeavingOver(accountId: string, asOf: Position): Promise<readonly string[]>;
  sitesOfAccount(
    accountId: string,
    asOf: Position,
  ): Promise<readonly { readonly id: string; readonly userId: string; readonly status: SiteStatus }[]>;
}

/**
 * A process, named as a sentence: an event in, the commands that follow out. It runs inline after the append; the
 * runner brings up what a crash left over, so `decide` may be asked twice and must answer alike.
 */
export interface Process {
  readonly name: string;
  readonly types: readonly PortalEventType[];
  /** `load` reads the state of another stream; `lookUp` what no stream tells alone. */
  decide(envelope: PortalEnvelope, load: Load, lookUp: LookUp): Promise<readonly Consequence[]>;
}

/** Declares a process; `decide` is given the events that `types` names, and of others nothing follows. */
export function process<const Type extends PortalEventType>({
  name,
  types,
  decide,
}: {
  readonly name: string;
  readonly types: readonly Type[];
  decide(envelope: EnvelopeOf<Type>, load: Load, lookUp: LookUp): Promise<readonly Consequence[]>;
}): Process {
  return {
    name,
    types,
    decide: async (envelope, load, lookUp) => (isOf(envelope, types) ? decide(envelope, load, lookUp) : []),
  };
}
