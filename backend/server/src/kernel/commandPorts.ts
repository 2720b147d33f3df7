import type { CausalChain } from './causalChain.ts';
import type { Execute, Load, PortalEnvelope, ReadStream } from './execute.ts';

export interface CommandPorts {
  readonly execute: Execute;
  readonly load: Load;
  readonly readStream: ReadStream;
  /** Runs the processes of appended events; the response waits for the chain. */
  followUp(appended: readonly PortalEnvelope[]): Promise<CausalChain>;
  /** The day in BILLING_TZ at an ISO instant. */
  billingDay(instant: string): string;
}
