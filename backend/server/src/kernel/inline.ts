import type { Position } from '@portal/event-store';
import type { Logger } from 'pino';
import { type CausalChain, joinChains } from './causalChain.ts';
import type { Execute, Load, PortalEnvelope } from './execute.ts';
import { follow } from './follow.ts';
import type { LookUp, Process } from './process.ts';

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
  },
): Promise<CausalChain> {
  const chain = [...first];
  // one event may cause many others, so only the depth is limited
  const depths = first.map(() => 0);
  for (let step = 0; step < chain.length; step += 1) {
    const envelope = chain[step];
    const depth = depths[step] ?? 0;
    if (envelope === undefined) break;
    if (depth > MAX_DEPTH) throw new Error(`Processes answer each other without end: ${envelope.event.type}`);
    for (const process of options.processes) {
      if (!process.types.includes(envelope.event.type)) continue;
      try {
        const followed = await follow(process, envelope, options);
        chain.push(...followed);
        depths.push(...followed.map(() => depth + 1));
      } catch (error) {
        options.log.warn(
          { err: error, process: process.name, event: envelope.id },
          'process is retried by the runner',
        );
      }
    }
  }
  return joinChains(
    options.compare,
    ...chain.map(({ event, position }) => ({ types: [event.type], position })),
  );
}
