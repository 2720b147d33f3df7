import { NO_SITE_RATE_FACTS, type SiteRateFacts } from '../rates/facts.ts';
import type { SiteEvent } from '../site/events.ts';
import type { SiteStatus } from '../site/state.ts';
import { evolveSiteRateFacts } from './rateFacts.ts';

/** Ids of the events behind a site's billed facts. */
export interface SiteReasons {
  readonly account: string;
  readonly name: string;
  readonly status: string;
  readonly readers: string;
}

/** A site's facts for billing; plain JSON, so that a projection can store and continue them. */
export interface SiteBillingFacts {
  readonly siteId: string;
  readonly accountId: string;
  readonly name: string;
  readonly status: SiteStatus;
  readonly readers: number;
  readonly rates: SiteRateFacts;
  readonly because: SiteReasons;
}

/**
 * Folds one event of a site's stream. Null before its first event and after it was deleted. Pages, runs and replays all
 * fold with this, up to their cut.
 */
export function evolveSiteBillingFacts(
  facts: SiteBillingFacts | null,
  event: SiteEvent,
  eventId: string,
): SiteBillingFacts | null {
  if (event.type === 'SiteRequested' || event.type === 'SiteAdded') {
    const { siteId, accountId, siteName: name, readers } = event.data;
    return {
      siteId,
      accountId,
      name,
      status: event.type === 'SiteAdded' ? 'active' : 'pending',
      readers,
      rates: evolveSiteRateFacts(NO_SITE_RATE_FACTS, event, eventId),
      because: { account: eventId, name: eventId, status: eventId, readers: eventId },
    };
  }
  if (facts === null) return null;
  const rates = evolveSiteRateFacts(facts.rates, event, eventId);
  const because = (reason: keyof SiteReasons): SiteReasons => ({ ...facts.because, [reason]: eventId });
  switch (event.type) {
    case 'SiteApproved':
    case 'SiteReactivated':
      return { ...facts, rates, status: 'active', because: because('status') };
    case 'SiteDeactivated':
      return { ...facts, status: 'inactive', because: because('status') };
    case 'ReaderCountChanged':
      return { ...facts, readers: event.data.readers, because: because('readers') };
    case 'SiteDetailsChanged':
      return renamed(facts, event.data.siteName, eventId);
    case 'SiteAssignedToCompany': {
      const moved = { ...facts, accountId: event.data.accountId, because: because('account') };
      return renamed(moved, event.data.siteName, eventId);
    }
    case 'SiteDeleted':
      return null;
    case 'SiteReaderRateChanged':
    case 'AnnouncedSiteRateCanceled':
      return { ...facts, rates };
    case 'SitePassedToUser':
    case 'SiteShared':
    case 'SiteShareEnded':
    case 'ReaderChangeRequested':
    case 'ReaderChangeDeclined':
      return facts;
  }
}

function renamed(facts: SiteBillingFacts, name: string, eventId: string): SiteBillingFacts {
  return name === facts.name ? facts : { ...facts, name, because: { ...facts.because, name: eventId } };
}
