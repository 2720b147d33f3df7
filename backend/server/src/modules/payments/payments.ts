import type { StartedPayment } from '@portal/contract';
import type { Claimant, PaymentHow } from '@portal/domain';
import type { CausalChain } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import type { Cards } from './cards.ts';

/** For one order, or invoices of one account. */
export interface PaymentRequest {
  readonly accountId: string;
  readonly userId: string | null;
  /** Each claimant's part in cents. */
  readonly shares: readonly (Claimant & { readonly amountCents: number })[];
  readonly how: PaymentHow;
  /** Shown on the provider's side, e.g. 'Invoice INV-202612-0001'. No personal data. */
  readonly description: string;
}

export interface Settled {
  readonly attemptId: string;
  readonly accountId: string;
  readonly status: 'processing' | 'succeeded' | 'declined' | 'failed';
  readonly message: string | null;
  readonly claimants: readonly Claimant[];
  readonly chain: CausalChain;
}

/**
 * Payments by card. Attempt and intent are in the log before the provider charges (ADR 0009). Response, webhook, return
 * page and reconciler all settle, which relies on the provider's state only.
 */
export interface Payments {
  /** The provider for this account's mode. Null: 'Stripe not configured for {accountType} accounts'. */
  cardsFor(livemode: boolean): Cards | null;
  /**
   * Starts a payment, or continues the claimants' open attempt for the same amount and mode. An attempt with unknown
   * outcome is settled first, so that there is never a second charge.
   * @throws BusinessRefusal unprocessable if the mode has no provider, and for automatic payment without a usable saved
   *   card; conflict if another attempt is in progress
   */
  start(
    request: PaymentRequest,
    context: CommandContext,
  ): Promise<{ readonly started: StartedPayment; readonly attemptId: string; readonly chain: CausalChain }>;
  /** Records the provider's state of an intent; null for an intent that is not ours. */
  settle(intentId: string, livemode: boolean, context: CommandContext): Promise<Settled | null>;
  /**
   * Cancels open attempts of these claimants, so that they can be rejected or voided. One that turns out to be paid
   * stays paid: load the claimant again.
   * @throws BusinessRefusal conflict while the provider processes one
   */
  withdraw(claimants: readonly Claimant[], accountId: string, context: CommandContext): Promise<CausalChain>;
  /** Cancels an abandoned attempt, unless it turns out to be paid or in progress. */
  cancelAttempt(attemptId: string, context: CommandContext): Promise<CausalChain>;
  /** As {@link settle}, by the attempt's id; null for none. */
  settleAttempt(attemptId: string, context: CommandContext): Promise<Settled | null>;
}
