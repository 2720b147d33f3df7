import { StoreUnavailable } from '@portal/event-store';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import type { Execute } from '../../kernel/execute.ts';
import type { ReadPorts } from '../../platform/readPorts.ts';
import type { Payments } from '../payments/module.ts';

export interface BillingPorts
  extends Pick<ReadPorts, 'db' | 'readStream' | 'readStreams' | 'now' | 'timeZone'> {
  readonly commands: CommandPorts;
  /** For many events at once, whose processes the followers run: `followUp` is not called for them. */
  readonly executeForFollowers: Execute;
  /** Closes an open card form, so that it takes no more money. */
  readonly payments: Pick<Payments, 'withdraw'>;
  /**
   * Waits until these read models have caught up with the log.
   * @throws ReadModelsBehind
   */
  upToDate(projections: readonly string[]): Promise<void>;
}

/** Read models lag behind the log, so nothing is billed. */
export class ReadModelsBehind extends StoreUnavailable {
  constructor() {
    super('The read models have not caught up with the log yet. Please try again in a moment.');
    this.name = 'ReadModelsBehind';
  }
}

/** Read models needed to price an invoice and find its recipient. */
export const BILLING_READS = [
  'logIndex',
  'billingFacts',
  'users',
  'accounts',
  'invoices',
  'invoiceLines',
] as const;

export interface BillingRoutePorts extends ReadPorts {
  readonly commands: CommandPorts;
  readonly billing: BillingPorts;
}
