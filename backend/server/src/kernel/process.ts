import type { Decider, PortalEvent, PortalEventType, SiteStatus } from '@portal/domain';
import type { DealerRole } from '@portal/domain/values';
import type { Position } from '@portal/event-store';
import { type EnvelopeOf, isOf, type Load, type PortalEnvelope } from './execute.ts';

interface Target {
  readonly stream: string;
  readonly accounts: readonly string[];
  /** Identifies it among the commands of the event; default: its index. Required if their number may differ between runs. */
  readonly key?: string;
  /** True if it may run concurrently with neighbors that are also `alongside`, after what comes before them. */
  readonly alongside?: boolean;
  /** Why, in an administrator's words, of a command that carries out what an administrator gave a reason for. */
  readonly reason?: string | undefined;
}

/** A command that follows from an event. Its id derives from the event, so it is executed once. */
export interface Consequence extends Target {
  /** Passes stream, decider and command to `run` with matching types. */
  apply<Result>(
    run: <State, Command, Event extends PortalEvent>(
      decider: Decider<State, Command, Event>,
      command: Command,
    ) => Result,
  ): Result;
}

/** Declares a consequence with its command checked against the decider. */
export const consequence = <State, Command, Event extends PortalEvent>({
  decider,
  command,
  ...target
}: Target & {
  readonly decider: Decider<State, Command, Event>;
  readonly command: Command;
}): Consequence => ({ ...target, apply: (run) => run(decider, command) });

/**
 * Port: facts from the read models, as of `asOf` or later.
 * @throws Error if they lag; its follower retries
 */
export interface LookUp {
  /** The day it is in BILLING_TZ at an ISO instant. */
  billingDay(instant: string): string;
  /** The users of an account, the earliest first. */
  usersOfAccount(
    accountId: string,
    asOf: Position,
  ): Promise<
    readonly { readonly id: string; readonly dealerId: string | null; readonly dealerRole: DealerRole }[]
  >;
  /** Ids of the account's invoices that left something to others, or may. */
  invoicesLeavingOver(accountId: string, asOf: Position): Promise<readonly string[]>;
  /** Ids of the account's invoices that are open or have unused credit. */
  invoicesToSettle(accountId: string, asOf: Position): Promise<readonly string[]>;
  sitesOfAccount(
    accountId: string,
    asOf: Position,
  ): Promise<readonly { readonly id: string; readonly userId: string; readonly status: SiteStatus }[]>;
}

/**
 * A process: an event in, the commands that follow from it out. It runs inline after the append; its follower repeats what a
 * crash interrupted, so `decide` must be deterministic.
 */
export interface Process {
  readonly name: string;
  readonly types: readonly PortalEventType[];
  /** `load` reads other streams, `lookUp` the read models. */
  decide(envelope: PortalEnvelope, load: Load, lookUp: LookUp): Promise<readonly Consequence[]>;
}

/** Declares a process; `decide` gets events of these types only. */
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
