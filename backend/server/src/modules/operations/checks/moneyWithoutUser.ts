import { openMoneyParts } from '@portal/contract';
import { moneyWithoutUser, type Queryable } from '@portal/projections';
import type { AlertCheck, Finding } from '../check.ts';

/** Companies without users that owe money or have credit: no mail about it reaches anybody. */
export function moneyWithoutUserCheck(db: Queryable): AlertCheck {
  return {
    kind: 'money_without_user',
    async look() {
      const money = await moneyWithoutUser(db);
      const ids = [...new Set(money.map(({ account_id }) => account_id))];
      return ids.map((id) =>
        findingOf(id, openMoneyParts(money.filter(({ account_id }) => account_id === id))),
      );
    },
  };
}

const findingOf = (accountId: string, parts: readonly string[]): Finding => ({
  subject: accountId,
  severity: 'warning',
  title: `A company has no user who is told of its money: ${parts.join(', ')}.`,
  todo: 'Record a payment, void the invoices or pay out the credit. A company whose data is not erased can get a new user instead.',
  link: {
    path: `/invoices?filter=${encodeURIComponent(JSON.stringify({ account_id: accountId }))}`,
    label: 'Open its invoices',
  },
  mark: parts.join(' '),
});
