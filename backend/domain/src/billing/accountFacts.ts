import type { AccountEvent } from '../account/events.ts';
import { type ExemptionFact, exemptionsAfter } from '../account/exemptions.ts';
import { type AccountRateFacts, NO_ACCOUNT_RATE_FACTS } from '../rates/facts.ts';
import { asCents } from '../values/money.ts';
import type { Period } from './periods.ts';
import { evolveAccountRateFacts } from './rateFacts.ts';

/** An account's facts for billing; plain JSON, so that a projection can store and continue them. */
export interface AccountBillingFacts {
  readonly accountId: string;
  /** The user who receives the invoices; null for an account without users (rule B19). */
  readonly recipientId: string | null;
  readonly isDemo: boolean;
  readonly rates: AccountRateFacts;
  /** One-off charges that wait for an invoice (rule B38), in their order; absent for none. */
  readonly charges?: readonly ChargeFact[] | undefined;
  /** From sales tax (rule B38), as they were recorded; absent for none. */
  readonly exemptions?: readonly ExemptionFact[] | undefined;
}

/** A one-off charge, or what earlier invoices left of a credit. */
export interface ChargeFact {
  readonly chargeId: string;
  readonly text: string;
  readonly amountCents: number;
  /** Of the invoice that bills it. */
  readonly period: Period;
  /** The event that added it. */
  readonly because: string;
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
  if (event.type === 'TaxExemptionGranted' || event.type === 'TaxExemptionEnded')
    return { ...facts, rates, exemptions: exemptionsAfter(facts.exemptions, event, eventId) };
  const charges = chargesAfter(facts.charges, event, eventId);
  if (charges !== facts.charges) return { ...facts, rates, charges };
  return { ...facts, rates };
}

function chargesAfter(
  charges: readonly ChargeFact[] | undefined,
  event: AccountEvent,
  eventId: string,
): readonly ChargeFact[] | undefined {
  switch (event.type) {
    case 'OneOffChargeAdded': {
      const { chargeId, text, amountCents, period } = event.data;
      return [...(charges ?? []), { chargeId, text, amountCents, period, because: eventId }];
    }
    case 'OneOffChargeCanceled':
      return charges?.filter(({ chargeId }) => chargeId !== event.data.chargeId);
    case 'OneOffChargeBilled':
      return charges
        ?.map((charge) =>
          charge.chargeId === event.data.chargeId
            ? { ...charge, amountCents: asCents(charge.amountCents - event.data.amountCents) }
            : charge,
        )
        .filter(({ amountCents }) => amountCents !== 0);
    case 'OneOffChargeDeferred':
      return charges?.map((charge) =>
        charge.chargeId === event.data.chargeId ? { ...charge, period: event.data.period } : charge,
      );
    default:
      return charges;
  }
}
