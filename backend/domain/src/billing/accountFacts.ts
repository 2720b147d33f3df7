import type { AccountEvent } from '../account/events.ts';
import { type AccountRateFacts, NO_ACCOUNT_RATE_FACTS } from '../rates/facts.ts';
import { evolveAccountRateFacts } from './rateFacts.ts';

/** An account's facts for billing; plain JSON, so that a projection can store and continue them. */
export interface AccountBillingFacts {
  readonly accountId: string;
  /** The user who receives the invoices; null for an account without users (rule B19). */
  readonly recipientId: string | null;
  readonly isDemo: boolean;
  readonly rates: AccountRateFacts;
}

/** Folds one event of an account's stream. Null before the account opened. */
export function evolveAccountBillingFacts(
  facts: AccountBillingFacts | null,
  event: AccountEvent,
  eventId: string,
): AccountBillingFacts | null {
  if (event.type === 'AccountOpened') {
    const { accountId, firstUserId: recipientId, isDemo } = event.data;
    const rates = evolveAccountRateFacts(NO_ACCOUNT_RATE_FACTS, event, eventId);
    return { accountId, recipientId, isDemo, rates };
  }
  if (facts === null) return null;
  const rates = evolveAccountRateFacts(facts.rates, event, eventId);
  if (event.type === 'InvoiceRecipientChanged') return { ...facts, rates, recipientId: event.data.userId };
  if (event.type === 'AccountWentLive') return { ...facts, rates, isDemo: false };
  if (event.type === 'AccountReturnedToDemo') return { ...facts, rates, isDemo: true };
  return { ...facts, rates };
}
