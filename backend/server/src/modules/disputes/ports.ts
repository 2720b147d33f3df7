import type { CommandPorts } from '../../kernel/commandPorts.ts';
import type { ReadPorts } from '../../platform/readPorts.ts';
import type { BillingPorts } from '../billing/module.ts';

export interface DisputePorts extends ReadPorts {
  readonly commands: CommandPorts;
  readonly billing: BillingPorts;
}
