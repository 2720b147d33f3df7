import type { StartedPayment } from '@portal/contract';
import type { Claimant, PaymentHow } from '@portal/domain';
import type { CausalChain } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import type { Cards } from './cards.ts';

/** One order, or invoices of one account. */
export interface PaymentRequest {
  readonly accountId: string;
  readonly userId: string | null;
  /** Each claimant's part in cents; they add up to the amount. */
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
 * Takes money by card: attempt and intent are in the log before the provider is asked to charge (ADR 0009).
 * API answer, webhook, return page and reconciler all end in `settle`, which believes the provider alone.
 */
export interface Payments {
  /** The provider for this account's mode. Null: 'Stripe not configured for {accountType} accounts'. */
  cardsFor(livemode: boolean): Cards | null;
  /**
   * Starts a payment, or goes on with the claimants' open attempt where it is for the same amount and mode. An attempt
   * whose outcome is unknown is settled first: no second charge can begin beside it.
   * @throws BusinessRefusal unprocessable where the mode has no provider, and for automatic payment where no card is
   *   saved or it was declined; conflict where another attempt is under way
   */
  start(
    request: PaymentRequest,
    context: CommandContext,
  ): Promise<{ readonly started: StartedPayment; readonly attemptId: string; readonly chain: CausalChain }>;
  /** Asks the provider and records what it says; null for an intent that is not ours. */
  settle(intentId: string, livemode: boolean, context: CommandContext): Promise<Settled | null>;
  /**
   * Takes an open attempt of these claimants out of the way, so that they can be rejected or voided. One that turns out
   * to be paid stays paid: look at the claimant again.
   * @throws BusinessRefusal conflict while the provider is at it
   */
  withdraw(claimants: readonly Claimant[], accountId: string, context: CommandContext): Promise<CausalChain>;
  /** Ends an attempt that was left lying, unless it turns out to be paid or under way. */
  giveUp(attemptId: string, context: CommandContext): Promise<CausalChain>;
  /** As {@link settle}, by the attempt's id; null for none. */
  look(attemptId: string, context: CommandContext): Promise<Settled | null>;
}
