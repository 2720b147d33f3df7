import type { CommandPorts } from '../../kernel/commandPorts.ts';
import type { Letterhead } from '../../platform/pdf/renderPdf.ts';
import type { ReadPorts } from '../../platform/readPorts.ts';
import type { Payments } from '../payments/module.ts';

export interface OrderPorts extends ReadPorts {
  readonly commands: CommandPorts;
  /** Takes money by card. */
  readonly payments: Payments;
  readonly letterhead: Letterhead;
}
