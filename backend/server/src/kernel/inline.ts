import type { Position } from '@portal/event-store';
import type { Logger } from 'pino';
import type { CausalChain } from './causalChain.ts';
import type { Execute, Load, PortalEnvelope } from './execute.ts';
import { follow } from './follow.ts';
import type { LookUp, Process } from './process.ts';

/** Events that follow from each other further than this are two processes that answer each other for ever. */
const MAX_DEPTH = 20;

/**
 * Runs the processes at once after a command's append, and those that their own events bring about. A failure here
 * never fails the command, whose events are durable: the runner does it again.
 * @returns the whole causal chain, for the answer to wait for
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
  // one event may bring about many, e.g. one for each site of a company: what is bounded is how deep they go
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
  let position: Position | null = null;
  for (const envelope of chain) {
    if (position === null || options.compare(envelope.position, position) > 0) position = envelope.position;
  }
  return { types: [...new Set(chain.map((envelope) => envelope.event.type))], position };
}
