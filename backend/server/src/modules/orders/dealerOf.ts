import { HttpProblem } from '../../platform/http/errors.ts';
import type { Caller } from '../../platform/http/route.ts';
import type { Dealer } from './placeOrder.ts';

/** The dealer who orders. @throws HttpProblem 403 with this text for administrators and users without a company */
export function dealerOf(caller: Caller, otherwise: string): Dealer {
  if (caller.isAdmin || caller.accountId === null) throw new HttpProblem(403, otherwise);
  return { userId: caller.id, accountId: caller.accountId };
}
