import type { CommandPorts } from '../../kernel/commandPorts.ts';
import type { Print } from '../../platform/pdf/printer.ts';
import type { ReadPorts } from '../../platform/readPorts.ts';
import type { Payments } from '../payments/module.ts';

export interface OrderPorts extends ReadPorts {
  readonly commands: CommandPorts;
  /** Takes money by card. */
  readonly payments: Payments;
  readonly print: Print;
}
