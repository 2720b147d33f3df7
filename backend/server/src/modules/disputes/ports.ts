import type { CommandPorts } from '../../kernel/commandPorts.ts';
import type { ReadPorts } from '../../platform/readPorts.ts';
import type { BillingPorts } from '../billing/module.ts';

/** What the routes of disputes are given. */
export interface DisputePorts extends ReadPorts {
  readonly commands: CommandPorts;
  /** What issues invoices. */
  readonly billing: BillingPorts;
}
