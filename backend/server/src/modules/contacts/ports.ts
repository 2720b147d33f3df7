import type { CommandPorts } from '../../kernel/commandPorts.ts';
import type { PublicLimits } from '../../platform/http/publicLimits.ts';
import type { ReadPorts } from '../../platform/readPorts.ts';

export interface ContactPorts extends ReadPorts {
  readonly commands: CommandPorts;
  readonly publicLimits: PublicLimits;
}
