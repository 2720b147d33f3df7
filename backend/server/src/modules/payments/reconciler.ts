import { v7 } from 'uuid';
import { type CommandContext, newCommand } from '../../kernel/commandContext.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { startOfAttempt } from './attempts.ts';
import type { PaymentPorts } from './paymentPorts.ts';
import type { Payments } from './payments.ts';
import type { Refunds } from './refunds.ts';
import type { ProviderEvents } from './webhooks.ts';

export interface ReconcilerPorts extends Pick<PaymentPorts, 'now' | 'log'> {
  readonly payments: Pick<Payments, 'look' | 'giveUp'>;
  readonly refunds: Refunds;
  readonly providerEvents: ProviderEvents;
  /** Ids of attempts that may still take money and began before this instant. */
  openAttempts(before: string): Promise<readonly string[]>;
  /** Ids of payments with a refund whose outcome is not known. */
  openRefunds(): Promise<readonly string[]>;
  /** Runs `work` unless another portal is at it. */
  unlessElsewhere(work: () => Promise<void>): Promise<void>;
}

/** An attempt younger than this is in somebody's hands. */
const SETTLE_AFTER_MS = 3 * 60_000;
/** Unfinished attempts end after this time. */
const GIVE_UP_AFTER_MS = 24 * 60 * 60_000;

/**
 * Brings our state to the provider's where an answer, a webhook or a process was lost (reliability R12, R13): applies
 * stored webhooks, settles open attempts, ends those that nobody finished within a day, and gives back what was
 * promised. Running it twice changes nothing; one portal at a time does it.
 */
export function createReconciler(ports: ReconcilerPorts): (signal?: AbortSignal) => Promise<void> {
  const { log, now } = ports;

  /** A failure of one thing leaves it to the next time and holds up no other. */
  async function each(
    ids: readonly string[],
    what: string,
    signal: AbortSignal | undefined,
    work: (id: string, context: CommandContext) => Promise<unknown>,
  ): Promise<void> {
    for (const id of ids) {
      if (signal?.aborted === true) return;
      const context = newCommand(now(), { kind: 'system', id: 'reconciler' }, `reconcile ${v7()}`);
      try {
        await work(id, context);
      } catch (error) {
        log.warn({ err: error, attempt: id }, `${what} could not be reconciled yet`);
      }
    }
  }

  async function reconcile(signal?: AbortSignal): Promise<void> {
    await ports.providerEvents.applyLeft(signal);
    const before = new Date(now().getTime() - SETTLE_AFTER_MS).toISOString();
    await each(await ports.openAttempts(before), 'a payment', signal, async (attemptId, context) => {
      const looked = await ports.payments.look(attemptId, context);
      if (looked?.status === 'succeeded' || looked?.status === 'failed') return;
      const began = startOfAttempt(attemptId);
      if (began === null || now().getTime() - began.getTime() < GIVE_UP_AFTER_MS) return;
      await ports.payments.giveUp(attemptId, context);
    });
    await each(await ports.openRefunds(), 'a refund', signal, (attemptId, context) =>
      ports.refunds.settle(attemptId, context),
    );
    await ports.providerEvents.purge();
  }

  return (signal) => ports.unlessElsewhere(() => reconcile(signal));
}

const EVERY_MS = 5 * 60_000;

/** Reconciles at start and every five minutes (ADR 0009). */
export function paymentsJob(reconcile: (signal?: AbortSignal) => Promise<void>): Job {
  return { name: 'card payments', everyMs: EVERY_MS, run: reconcile };
}
