import { type Order as OrderRecord, paths } from '@portal/contract';
import type { Price } from '@portal/domain/pricing';
import { messageOf, read, UserError } from '../../shared/http/http.ts';
import { type Order, placeFreeOrder, siteForm, watchOrder } from '../order/order.ts';
import type { GoodRow } from './importFile.ts';

export type Outcome = OrderRecord['entries'][number]['outcome'];

const FAILED = 'The sites could not be created. Please look at the dashboard.';

function progressText(outcomes: readonly Outcome[]): string {
  const created = outcomes.filter((outcome) => outcome === 'created').length;
  const rejected = outcomes.filter((outcome) => outcome === 'rejected').length;
  const text = `${created} of ${outcomes.length} sites created`;
  return rejected === 0 ? text : `${text}, ${rejected} rejected`;
}

/** Many sites as one order: the server creates them after the payment (rule D14). `onOutcomes` gets the state of each row. */
export function importOrder(
  rows: readonly GoodRow[],
  price: Price,
  onOutcomes: (outcomes: readonly Outcome[]) => void,
): Order {
  const form = { kind: 'sites' as const, sites: rows.map(({ site }) => siteForm(site)) };
  return {
    form,
    price,
    async create({ orderId: chosen, intentId }, tell) {
      const orderId = price.totalCents === 0 ? await placeFreeOrder(form, chosen) : chosen;
      // the provider's webhook may be late: reading the outcome makes the server ask
      if (intentId !== null) await read(paths.paymentOutcome(intentId)).catch(() => undefined);
      const { entries } = await watchOrder(orderId, (order) => {
        const outcomes = order.entries.map(({ outcome }) => outcome);
        onOutcomes(outcomes);
        tell(progressText(outcomes));
      });
      const rejected = entries.filter(({ outcome }) => outcome === 'rejected');
      if (rejected.length > 0)
        throw new UserError(
          `Not created, and given back to your card: ${rejected.map(({ name }) => name).join(', ')}`,
        );
      return { entries, message: progressText(entries.map(({ outcome }) => outcome)) };
    },
    explain: (error) => ({ title: 'Error', message: messageOf(error, FAILED) }),
  };
}
