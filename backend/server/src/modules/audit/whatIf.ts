import type { PortalEvent } from '@portal/domain';
import { dayOfInstant } from '@portal/domain/values';
import type { PortalEnvelope } from '../../kernel/execute.ts';
import type { Rewrite } from './foldedFacts.ts';

/** One event imagined away, or recorded on another day. */
export type WhatIf =
  | { readonly without: string; readonly moved?: undefined }
  | { readonly moved: string; readonly to: string; readonly without?: undefined };

/**
 * The log as if: nothing of it is recorded. A moved event takes its new day's place among its stream's events, before
 * those of that day, and counts where that day comes before the invoice's.
 * @param invoiceDay the 1st that the invoice is judged on, a day in BILLING_TZ
 */
export function rewriting(what: WhatIf, invoiceDay: string, timeZone: string): Rewrite {
  if (what.without !== undefined) {
    return (envelopes, counts) =>
      envelopes.filter((envelope) => envelope.id !== what.without && counts(envelope));
  }
  const { moved, to } = what;
  return (envelopes, counts) => {
    const target = envelopes.find(({ id }) => id === moved);
    const rest = envelopes.filter((envelope) => envelope.id !== moved && counts(envelope));
    if (target === undefined || to >= invoiceDay) return rest;
    const dayOf = ({ metadata }: PortalEnvelope) => dayOfInstant(metadata.recordedAt, timeZone);
    const later = rest.findIndex((envelope, index) => index > 0 && dayOf(envelope) >= to);
    const place = later === -1 ? rest.length : later;
    return rest.toSpliced(place, 0, { ...target, event: onDay(target.event, to) });
  };
}

/** The event with the day it took hold on moved too, where it carries one. */
function onDay(event: PortalEvent, day: string): PortalEvent {
  switch (event.type) {
    case 'SiteApproved':
      return { type: event.type, data: { ...event.data, activeFrom: day } };
    case 'SiteReactivated':
      return event.data.activeFrom === undefined
        ? event
        : { type: event.type, data: { ...event.data, activeFrom: day } };
    case 'PromotionalPricingChanged':
      return event.data.startDate === null
        ? event
        : { type: event.type, data: { ...event.data, startDate: day } };
    default:
      return event;
  }
}
