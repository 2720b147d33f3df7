import { type InvoiceEvent, type InvoiceState, invoiceDecider } from '@portal/domain';
import { inParallel } from '../../kernel/inParallel.ts';
import type { BillingPorts } from './billingPorts.ts';

/** Invoices of one account are read side by side. */
const READS_AT_ONCE = 16;

/** Invoices as they stood, each at a revision of its stream: what pricing takes over, and replay again. */
export function invoicesAt(
  { readStream }: Pick<BillingPorts, 'readStream'>,
  ends: readonly { readonly stream: string; readonly revision: number }[],
): Promise<readonly InvoiceState[]> {
  return inParallel(ends, READS_AT_ONCE, async ({ stream, revision }) => {
    const envelopes = await readStream(stream, { personal: false });
    return envelopes
      .filter((envelope) => envelope.revision <= BigInt(revision))
      .reduce(
        (state, { event }) => invoiceDecider.evolve(state, event as InvoiceEvent),
        invoiceDecider.initialState,
      );
  });
}
