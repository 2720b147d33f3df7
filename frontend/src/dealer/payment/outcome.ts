import { paths, paymentOutcomeSchema, type StartedPayment } from '@portal/contract';
import { HttpError, read } from '../../shared/http/http.ts';
import { onTopic } from '../../shared/live/LiveUpdates.tsx';
import { readPublicKey } from '../card/paymentMethod.ts';
import type { PaymentEvent } from './paymentFlow.ts';

/** What a started payment leads to. `failed` and `notConfigured`: texts where the server gives none. */
export async function eventOf(
  started: StartedPayment & { readonly orderId?: string },
  { failed, notConfigured }: { readonly failed: string; readonly notConfigured?: string },
): Promise<PaymentEvent> {
  const { success, clientSecret, paymentIntentId: intentId, status, message: reason, orderId } = started;
  const paid = { orderId, intentId };
  if (success) return { type: 'paid', paid };
  if (clientSecret !== null) {
    const publicKey = started.publicKey ?? (await readPublicKey(notConfigured));
    return { type: 'cardAsked', payment: { publicKey, clientSecret, status, reason, paid } };
  }
  if (reason === null && intentId !== null) return { type: 'undecided', intentId };
  return { type: 'notPaid', problem: reason ?? failed };
}

/** The outcome of a payment, which the server reads from the provider and records. */
export const readOutcome = async (intentId: string) =>
  paymentOutcomeSchema.parse(await read(paths.paymentOutcome(intentId)));

/** Resolves with the next live update of a topic, or after a while. */
function changed(topic: string, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    const stop = onTopic((told) => {
      if (told === topic || told === '*') done();
    });
  });
}

interface Patience {
  /** Of the live updates after which it is read again. */
  readonly topic: string;
  /** Interval of reads without live updates, and the time after which it gives up. */
  readonly everyMs: number;
  readonly forMs: number;
}

/**
 * Reads until `isLast`; faults of server and network are passed over.
 * @returns null where it takes too long @throws HttpError for a refusal
 */
export async function readUntil<Answer>(
  once: () => Promise<Answer>,
  isLast: (answer: Answer) => boolean,
  { topic, everyMs, forMs }: Patience,
): Promise<Answer | null> {
  for (const start = Date.now(); Date.now() - start < forMs; ) {
    try {
      const answer = await once();
      if (isLast(answer)) return answer;
    } catch (error) {
      if (error instanceof HttpError && error.status < 500) throw error;
    }
    await changed(topic, everyMs);
  }
  return null;
}
