import type { CommandPorts } from '../../kernel/commandPorts.ts';
import type { ReadPorts } from '../../platform/readPorts.ts';
import type { BillingPorts } from './billingPorts.ts';

/** What the routes of billing are given. */
export interface BillingRoutePorts extends ReadPorts {
  readonly commands: CommandPorts;
  /** What issues invoices. */
  readonly billing: BillingPorts;
}
