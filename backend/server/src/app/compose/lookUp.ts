import { invoicesToSettle, invoicesWithCarryOver, sitesOfAccount, usersOfAccount } from '@portal/projections';
import type { LookUp } from '../../kernel/process.ts';
import type { Core } from './core.ts';

const WAIT_MS = 2_000;

/** Look-ups of processes, which wait until the read models have reached the event. */
export function createLookUp({ db, projections, today, billingDay }: Core): LookUp {
  const upTo = async (names: readonly string[], position: string) => {
    const reached = await projections.waitForProjections(names, position, { timeoutMs: WAIT_MS });
    if (reached !== 'fresh') throw new Error(`The read models ${names.join(', ')} are behind ${position}`);
  };
  return {
    billingDay,
    async usersOfAccount(accountId, asOf) {
      await upTo(['users', 'accounts'], asOf);
      const users = await usersOfAccount(db, accountId, today());
      return users.map(({ id, dealer_id: dealerId, dealer_role: dealerRole }) => ({
        id,
        dealerId,
        dealerRole,
      }));
    },
    async invoicesLeavingOver(accountId, asOf) {
      await upTo(['invoices'], asOf);
      const left = await invoicesWithCarryOver(db, [accountId]);
      return left.get(accountId) ?? [];
    },
    async invoicesToSettle(accountId, asOf) {
      await upTo(['invoices'], asOf);
      return invoicesToSettle(db, accountId);
    },
    async sitesOfAccount(accountId, asOf) {
      await upTo(['dealerSites', 'accounts'], asOf);
      const sites = await sitesOfAccount(db, accountId, today());
      return sites.map(({ id, user_id: userId, status }) => ({ id, userId, status }));
    },
  };
}
