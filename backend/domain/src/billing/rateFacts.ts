import type { AccountEvent } from '../account/events.ts';
import { withoutAnnounced, withRate } from '../rates/datedRates.ts';
import type { AccountRateFacts, SiteRateFacts } from '../rates/facts.ts';
import type { SiteEvent } from '../site/events.ts';
import type { Day } from '../values/days.ts';

/** Folds one event of a site's stream; `evolveSiteBillingFacts` names every event. Pages, runs and replays all fold with this. */
export function evolveSiteRateFacts(facts: SiteRateFacts, event: SiteEvent, eventId: string): SiteRateFacts {
  switch (event.type) {
    case 'SiteAdded': {
      const { customRateCents: cents, activeFrom: day } = event.data;
      return {
        customRates: cents === null ? [] : [{ cents, effectiveFrom: null, because: eventId }],
        firstActivation: { day, because: eventId },
      };
    }
    case 'SiteApproved':
      return firstActivated(facts, event.data.activeFrom, eventId);
    case 'SiteReactivated':
      return event.data.activeFrom === undefined
        ? facts
        : firstActivated(facts, event.data.activeFrom, eventId);
    case 'SiteReaderRateChanged': {
      const { customRateCents: cents, effectiveFrom, savedOn } = event.data;
      const rate = { cents, effectiveFrom, because: eventId };
      return { ...facts, customRates: withRate(facts.customRates, rate, savedOn) };
    }
    case 'AnnouncedSiteRateCanceled':
      return { ...facts, customRates: withoutAnnounced(facts.customRates, event.data.effectiveFrom) };
    default:
      return facts;
  }
}

function firstActivated(facts: SiteRateFacts, day: Day, because: string): SiteRateFacts {
  return facts.firstActivation ? facts : { ...facts, firstActivation: { day, because } };
}

/** Folds one event of an account's stream. */
export function evolveAccountRateFacts(
  facts: AccountRateFacts,
  event: AccountEvent,
  eventId: string,
): AccountRateFacts {
  switch (event.type) {
    case 'AccountOpened': {
      const cents = event.data.defaultReaderRateCents;
      return { ...facts, defaultRates: [{ cents, effectiveFrom: null, because: eventId }] };
    }
    case 'DefaultReaderRateChanged': {
      const { rateCents: cents, effectiveFrom, savedOn } = event.data;
      const rate = { cents, effectiveFrom, because: eventId };
      return { ...facts, defaultRates: withRate(facts.defaultRates, rate, savedOn) };
    }
    case 'AnnouncedDefaultRateCanceled':
      return { ...facts, defaultRates: withoutAnnounced(facts.defaultRates, event.data.effectiveFrom) };
    case 'PromotionalPricingChanged': {
      const { active, rateCents, months, startDate } = event.data;
      return { ...facts, promotion: { active, rateCents, months, startDate, because: eventId } };
    }
    case 'CompanyDetailsChanged':
    case 'InvoiceRecipientChanged':
    case 'AccountDealerIdChanged':
    case 'AccountOptionsChanged':
    case 'AccountWentLive':
    case 'AccountReturnedToDemo':
    case 'TaxExemptionGranted':
    case 'TaxExemptionEnded':
    case 'CompanyDataErased':
    case 'InvoiceRetentionEnded':
    case 'StripeCustomerCreated':
    case 'PaymentMethodSaved':
    case 'PaymentMethodUpdated':
    case 'PaymentMethodRemoved':
    case 'PaymentMethodDeclined':
    case 'PaymentMethodAccepted':
    case 'AutoPayConsented':
    case 'AutoPayRevoked':
    case 'OneOffChargeAdded':
    case 'OneOffChargeCanceled':
    case 'OneOffChargeBilled':
    case 'OneOffChargeDeferred':
    case 'OrdersHeld':
    case 'OrderHoldReleased':
    case 'PaymentPromised':
      return facts;
  }
}
