import { openPayments, paymentsWithOpenRefunds } from '@portal/projections';
import type { BillingPorts } from '../../modules/billing/module.ts';
import {
  type AttemptEnds,
  type CardProviders,
  createAttemptEnds,
  createPayments,
  createProviderEvents,
  createReconciler,
  createRefundRetries,
  createRefunds,
  createSavedCards,
  openCardProviders,
  type PaymentPorts,
  type Payments,
  type ProviderEvents,
  type RefundRetries,
  type Refunds,
  type SavedCards,
} from '../../modules/payments/module.ts';
import type { UserCommandPorts } from '../../modules/users/module.ts';
import { ADVISORY_LOCKS } from '../../platform/database/advisoryLocks.ts';
import { unlessLocked } from '../../platform/database/underLock.ts';
import type { Core } from './core.ts';
import type { Startup } from './startup.ts';

export interface Money {
  readonly cards: CardProviders;
  readonly payments: Payments;
  readonly savedCards: SavedCards;
  readonly refunds: Refunds;
  readonly refundRetries: RefundRetries;
  readonly attemptEnds: AttemptEnds;
  readonly providerEvents: ProviderEvents;
  readonly reconcile: ReturnType<typeof createReconciler>;
  readonly billing: BillingPorts;
}

/** Opens the card providers; webhooks are taken once the portal listens. */
export async function openMoney(
  { settings, overrides, now, billingDay, log, ownUrl, publicUrl, onStop }: Startup,
  {
    databases: { databaseUrl, database },
    eventLog: { keys, execute, load, readStream, readStreams, compare },
    readModels: { upToDate },
  }: Core,
  commands: UserCommandPorts,
): Promise<Money> {
  const { pool } = database;
  const cards = await openCardProviders({
    stripe: settings.stripe,
    dataDir: settings.dataDir,
    mayHostSimulator: settings.roles.includes('api'),
    databaseUrl,
    pool,
    installationId: keys.derived('installation').slice(0, 32),
    simulatorSecret: keys.derived('stripe simulator'),
    simulateLive: overrides.simulateLive,
    timeoutMs: overrides.cardTimeoutMs,
    ownUrl,
    publicUrl,
    now,
    log,
  });
  onStop(() => cards.stop());
  const ports: PaymentPorts = {
    execute: commands.execute,
    load,
    readStream,
    followUp: commands.followUp,
    compare,
    cardsFor: cards.cardsFor,
    billingDay,
    now,
    log,
  };
  const payments = createPayments(ports);
  const savedCards = createSavedCards(ports);
  const refunds = createRefunds(ports);
  const providerEvents = createProviderEvents({ ...ports, payments, savedCards, refunds, pool });
  onStop(() => providerEvents.drained());
  return {
    cards,
    payments,
    savedCards,
    refunds,
    refundRetries: createRefundRetries(ports, refunds),
    attemptEnds: createAttemptEnds(ports),
    providerEvents,
    reconcile: createReconciler({
      now,
      log,
      payments,
      refunds,
      providerEvents,
      openAttempts: (before) => openPayments(pool, before),
      openRefunds: () => paymentsWithOpenRefunds(pool),
      unlessElsewhere: (work) => unlessLocked(database, ADVISORY_LOCKS.reconciler, work),
    }),
    billing: {
      commands,
      executeForFollowers: execute,
      payments,
      readStream,
      readStreams,
      db: pool,
      now,
      timeZone: settings.billingTimeZone,
      upToDate,
    },
  };
}
