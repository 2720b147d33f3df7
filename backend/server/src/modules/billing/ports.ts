import type { Period } from '@portal/domain';
import { StoreUnavailable } from '@portal/event-store';
import type { Queryable } from '@portal/projections';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import type { PortalEnvelope } from '../../kernel/execute.ts';
import type { ReadPorts } from '../../platform/readPorts.ts';
import type { Payments } from '../payments/module.ts';

/** Ports for issuing invoices. */
export interface BillingPorts {
  readonly commands: CommandPorts;
  /** Closes a card form that was left open on an invoice, so that it takes no money any more. */
  readonly payments: Pick<Payments, 'withdraw'>;
  /** The events of a stream, oldest first; personal fields readable, unless nobody needs them. */
  readStream(stream: string, options?: { readonly personal?: boolean }): Promise<readonly PortalEnvelope[]>;
  readonly db: Queryable;
  /** Our Clock. */
  now(): Date;
  /** BILLING_TZ: where months begin. */
  readonly timeZone: string;
  /**
   * Waits until these read models, the log index among them, have passed what is in the log by now.
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

/** `December 2026`. */
export function formatPeriod(period: Period): string {
  const month = new Date(`${period}-01T00:00:00Z`);
  return month.toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
}

export interface BillingRoutePorts extends ReadPorts {
  readonly commands: CommandPorts;
  readonly billing: BillingPorts;
}
