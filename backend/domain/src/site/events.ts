import { z } from 'zod';
import { defineEvents, type EventsOf } from '../kernel/event.ts';
import { personal } from '../kernel/personal.ts';
import { centsShape, countShape, dayShape } from '../kernel/shapes.ts';
import { streamCategory } from '../kernel/stream.ts';
import { PERSONAL_SITE_FIELDS, siteDetailsShape } from './details.ts';

/** `site-<id>`: one stream for each site. */
export const siteStream = streamCategory('site');

const ids = { siteId: z.string(), accountId: z.string() };

const ownKey = {
  personal: [{ subject: 'account' as const, idField: 'accountId', fields: PERSONAL_SITE_FIELDS }],
};

export const siteEvents = defineEvents(
  {
    /** A dealer ordered a site; it is waiting for approval. `priceCents` is the server's price. */
    SiteRequested: {
      ...ids,
      userId: z.string(),
      ...siteDetailsShape,
      readers: countShape,
      /** Null where none was asked for. */
      requestedDate: dayShape.nullable(),
      priceCents: centsShape,
      /** The paid order; null where the total was 0. */
      orderId: z.string().nullable(),
    },
    /** A site that is active from the start: added by an administrator or by an approved migration. */
    SiteAdded: {
      ...ids,
      userId: z.string(),
      ...siteDetailsShape,
      readers: countShape,
      /** Null where none was asked for. */
      requestedDate: dayShape.nullable(),
      migrationId: z.string().nullable(),
      customRateCents: centsShape.nullable(),
      /** The billing day on which it became active. */
      activeFrom: dayShape,
    },
    /** pending -> active; `activeFrom` is the billing day of the approval. */
    SiteApproved: { ...ids, activeFrom: dayShape },
    SiteDeactivated: ids,
    /** inactive -> active; the billing day `activeFrom` counts only where the site was never active before (rule B5). */
    SiteReactivated: { ...ids, activeFrom: dayShape.optional() },
    /** All details after the change, notes included. */
    SiteDetailsChanged: {
      ...ids,
      ...siteDetailsShape,
      /** An administrator saved it, so its panels are agreed. Absent in older events, whose actor says it. */
      panelsAgreed: z.boolean().optional(),
    },
    ReaderCountChanged: { ...ids, readers: countShape },
    /** Custom rate in cents per reader per month, null for none (blank). `effectiveFrom` is a billing day, null for at once. */
    SiteReaderRateChanged: {
      ...ids,
      customRateCents: centsShape.nullable(),
      effectiveFrom: dayShape.nullable(),
      /** Billing day of the change. Rates announced for other days stay; where it is absent, they were replaced. */
      savedOn: dayShape.optional(),
    },
    /** The site's rate announced for `effectiveFrom` will not come into force. */
    AnnouncedSiteRateCanceled: { ...ids, effectiveFrom: dayShape },
    /** Moved to another company; the address is encrypted again, with the new account's key. */
    SiteAssignedToCompany: {
      siteId: z.string(),
      fromAccountId: z.string(),
      accountId: z.string(),
      userId: z.string(),
      ...siteDetailsShape,
    },
    /** Its user was deleted, so it belongs to the account's next user (rule D4). */
    SitePassedToUser: { ...ids, userId: z.string() },
    /** Another user may read the site; viewer is the only level there is (S1-3). */
    SiteShared: {
      ...ids,
      userId: z.string(),
      accessLevel: z.enum(['viewer']),
    },
    SiteShareEnded: { ...ids, userId: z.string() },
    /** A dealer requested another reader count; ReaderCountChanged or ReaderChangeDeclined answers it. */
    ReaderChangeRequested: {
      ...ids,
      userId: z.string(),
      readers: countShape,
      note: personal(z.string()).nullable(),
    },
    ReaderChangeDeclined: { ...ids, readers: countShape },
    SiteDeleted: { ...ids, reason: z.string().nullable() },
  },
  {
    SiteRequested: ownKey,
    SiteAdded: ownKey,
    SiteDetailsChanged: ownKey,
    SiteAssignedToCompany: ownKey,
    ReaderChangeRequested: { personal: [{ subject: 'account', idField: 'accountId', fields: ['note'] }] },
  },
);

export type SiteEvent = EventsOf<typeof siteEvents>;
