import type { CommandPorts } from '../../kernel/commandPorts.ts';
import type { PublicLimits } from '../../platform/http/publicLimits.ts';
import type { ReadPorts } from '../../platform/readPorts.ts';

/** What the routes of contact messages are given. */
export interface ContactPorts extends ReadPorts {
  readonly commands: CommandPorts;
  readonly publicLimits: PublicLimits;
}
