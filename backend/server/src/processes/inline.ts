import type { Position } from '@portal/event-store';
import type { Logger } from 'pino';
import type { CausalChain } from '../commands/causalChain.ts';
import type { Execute, Load, PortalEnvelope } from '../commands/execute.ts';
import { follow } from './follow.ts';
import type { Process } from './process.ts';

/** A chain longer than this is two processes that answer each other for ever. */
const MAX_STEPS = 100;

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
    readonly log: Logger;
    readonly compare: (a: Position, b: Position) => number;
  },
): Promise<CausalChain> {
  const chain = [...first];
  for (let step = 0; step < chain.length; step += 1) {
    const envelope = chain[step];
    if (envelope === undefined) break;
    if (step > MAX_STEPS) throw new Error(`Processes answer each other without end: ${envelope.event.type}`);
    for (const process of options.processes) {
      if (!process.types.includes(envelope.event.type)) continue;
      try {
        chain.push(...(await follow(process, envelope, options)));
      } catch (error) {
        options.log.warn(
          { err: error, process: process.name, event: envelope.id },
          'process left to the runner',
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
