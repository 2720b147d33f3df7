import type { Resources } from '@portal/contract';
import type { RecordedEvent } from '@portal/event-store';
import type { Queryable } from '@portal/projections';
import type { Pool } from 'pg';
import type { PortalEnvelope } from '../kernel/execute.ts';
import type { BillingPorts } from '../modules/billing/billingPorts.ts';
import type { Erasure } from '../modules/erasure/erasure.ts';
import type { PortalSettingsStore } from '../modules/operations/portalSettings.ts';
import type { AttemptEnds } from '../modules/payments/endAttempt.ts';
import type { KeptCards } from '../modules/payments/keptCards.ts';
import type { Payments } from '../modules/payments/payments.ts';
import type { RefundRetries } from '../modules/payments/retryRefund.ts';
import type { UserCommandPorts } from '../modules/users/ports.ts';
import type { LoginLimits } from '../modules/users/signIn/loginLimits.ts';
import type { AdminSecondFactor, SecondFactorPolicy } from '../modules/users/signIn/policy.ts';
import type { ResetTokens } from '../modules/users/signIn/resetTokens.ts';
import type { SecondFactors } from '../modules/users/signIn/secondFactors.ts';
import type { PublicLimits } from '../platform/http/publicLimits.ts';
import type { Outbox } from '../platform/mail/outbox.ts';
import type { Letterhead } from '../platform/pdf/renderPdf.ts';

/** What the routes are given; made once by compose. */
export interface RoutePorts {
  readonly commands: UserCommandPorts;
  /** What issues invoices. */
  readonly billing: BillingPorts;
  /** Takes money by card. */
  readonly payments: Payments;
  /** Asks again for money that did not go back. */
  readonly refundRetries: RefundRetries;
  /** Ends attempts to pay that the provider does not know. */
  readonly attemptEnds: AttemptEnds;
  /** The cards that companies keep with the provider. */
  readonly keptCards: KeptCards;
  /** Where queries run. */
  readonly db: Queryable;
  /** For downloads that read page by page on a connection of their own. */
  readonly pool: Pool;
  /** The head of every paper that is printed. */
  readonly letterhead: Letterhead;
  /** The events of a record's own stream, oldest first; personal fields readable, unless nobody needs them. */
  readStream(stream: string, options?: { readonly personal?: boolean }): Promise<readonly PortalEnvelope[]>;
  /** The same as they are stored, personal fields encrypted: what the chain's hashes are made of. */
  readStored(stream: string): Promise<readonly RecordedEvent[]>;
  /** Waits, 2 s at most, until the `users` read model has passed this place in the log. */
  usersReach(position: string): Promise<unknown>;
  /** Our Clock. */
  now(): Date;
  /** The billing day it is now. */
  today(): string;
  /** BILLING_TZ: where days begin, and the clock of times in texts. */
  readonly timeZone: string;
  readonly loginLimits: LoginLimits;
  readonly publicLimits: PublicLimits;
  /** For a mail that no event asks for. */
  readonly outbox: Outbox;
  /** The address of a page, e.g. `/login`; the host is PUBLIC_URL's. */
  page(path: string): string;
  readonly portalSettings: PortalSettingsStore;
  /** Tells open pages that rows changed which no projection feeds. */
  announce(name: string): Promise<void>;
  readonly resetTokens: ResetTokens;
  /** Erases personal data. */
  readonly erasure: Erasure;
  readonly secondFactors: SecondFactors;
  /** Whether the environment lets administrators work without a second factor. */
  readonly adminSecondFactor: AdminSecondFactor;
  /** Who has to have a second factor, environment and portal settings together. */
  readonly secondFactorPolicy: SecondFactorPolicy;
  /** What GET /api/resources answers. */
  readonly resources: Resources;
}
