import type { CausalChain } from './causalChain.ts';
import type { Execute, Load, PortalEnvelope } from './execute.ts';

export interface CommandPorts {
  readonly execute: Execute;
  readonly load: Load;
  /** A stream's events, oldest first. */
  readStream(stream: string): Promise<readonly PortalEnvelope[]>;
  /** Runs the processes after an append; the answer waits for the chain. */
  followUp(appended: readonly PortalEnvelope[]): Promise<CausalChain>;
  /** The day it is in BILLING_TZ at an ISO instant. */
  billingDay(instant: string): string;
}
