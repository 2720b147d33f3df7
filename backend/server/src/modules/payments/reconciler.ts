import { v7 } from 'uuid';
import { type CommandContext, newCommand } from '../../kernel/commandContext.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { startOfAttempt } from './cards.ts';
import type { Payments } from './createPayments.ts';
import type { PaymentPorts } from './paymentPorts.ts';
import { settleRefunds } from './refunds.ts';
import type { ProviderEvents } from './webhooks.ts';

interface ReconcilerPorts extends PaymentPorts {
  readonly payments: Pick<Payments, 'settleAttempt' | 'cancelAttempt'>;
  readonly providerEvents: Pick<ProviderEvents, 'applyLeft' | 'purge'>;
  /** Ids of open attempts that began before this instant. */
  openAttempts(before: string): Promise<readonly string[]>;
  /** Ids of payments with an open refund. */
  openRefunds(): Promise<readonly string[]>;
  /** Runs `work` unless another portal does. */
  unlessElsewhere(work: () => Promise<void>): Promise<void>;
}

const EVERY_MS = 5 * 60_000;
/** Younger attempts are still being made. */
const SETTLE_AFTER_MS = 3 * 60_000;
const CANCEL_AFTER_MS = 24 * 60 * 60_000;

/**
 * Catches up with the provider after lost responses, webhooks and processes (reliability R12, R13): applies stored
 * webhooks, settles open attempts, cancels those older than a day, and settles open refunds. Idempotent; one portal at a
 * time. At start and every five minutes (ADR 0009).
 */
export function paymentsJob(ports: ReconcilerPorts): Job {
  const { log, now } = ports;

  /** A failure is logged and retried the next time. */
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
      const settled = await ports.payments.settleAttempt(attemptId, context);
      if (settled?.status === 'succeeded' || settled?.status === 'failed') return;
      const began = startOfAttempt(attemptId);
      if (began === null || now().getTime() - began.getTime() < CANCEL_AFTER_MS) return;
      await ports.payments.cancelAttempt(attemptId, context);
    });
    await each(await ports.openRefunds(), 'a refund', signal, (attemptId, context) =>
      settleRefunds(ports, attemptId, context),
    );
    await ports.providerEvents.purge();
  }

  return {
    name: 'card payments',
    everyMs: EVERY_MS,
    run: (signal) => ports.unlessElsewhere(() => reconcile(signal)),
  };
}
