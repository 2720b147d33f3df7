import type { Position } from '@portal/event-store';
import type { Logger } from 'pino';
import { type CausalChain, joinChains } from './causalChain.ts';
import type { Execute, Load, PortalEnvelope } from './execute.ts';
import { follow } from './follow.ts';
import type { InlineRuns } from './inlineRuns.ts';
import type { LookUp, Process } from './process.ts';

type Ended = ReturnType<InlineRuns['begin']>;

/** A longer chain means that two processes trigger each other endlessly. */
const MAX_DEPTH = 20;

/**
 * Runs the processes of appended events, and those of the events these append. A failure does not fail the command: the
 * runner retries.
 * @returns the whole causal chain
 */
export async function followInline(
  first: readonly PortalEnvelope[],
  options: {
    readonly processes: readonly Process[];
    readonly execute: Execute;
    readonly load: Load;
    readonly lookUp: LookUp;
    readonly log: Logger;
    readonly compare: (a: Position, b: Position) => number;
    readonly runs: InlineRuns;
  },
): Promise<CausalChain> {
  // one event may cause many others, so only the depth is limited
  const chain: { readonly envelope: PortalEnvelope; readonly depth: number; readonly end: Ended }[] = [];
  const add = (appended: readonly PortalEnvelope[], depth: number) => {
    for (const envelope of appended) chain.push({ envelope, depth, end: options.runs.begin(envelope) });
  };
  add(first, 0);
  try {
    for (const { envelope, depth, end } of chain) {
      if (depth > MAX_DEPTH)
        throw new Error(`Processes answer each other without end: ${envelope.event.type}`);
      const succeeded = new Set<string>();
      for (const process of options.processes) {
        if (!process.types.includes(envelope.event.type)) continue;
        try {
          add(await follow(process, envelope, options), depth + 1);
          succeeded.add(process.name);
        } catch (error) {
          options.log.warn(
            { err: error, process: process.name, event: envelope.id },
            'process is retried by its follower',
          );
        }
      }
      end(succeeded);
    }
  } finally {
    for (const { end } of chain) end(new Set());
  }
  return joinChains(
    options.compare,
    ...chain.map(({ envelope: { event, position } }) => ({ types: [event.type], position })),
  );
}
