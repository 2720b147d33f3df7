import type { CommandPorts } from '../../kernel/commandPorts.ts';
import type { ReadPorts } from '../../platform/readPorts.ts';
import type { Payments } from '../payments/module.ts';

export interface MigrationPorts extends ReadPorts {
  readonly commands: CommandPorts;
  /** Takes money by card. */
  readonly payments: Payments;
}
