import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { personal } from '../kernel/personal.ts';
import { centsShape, countShape, dayShape } from '../kernel/shapes.ts';
import { streamCategory } from '../kernel/stream.ts';
import { PERSONAL_SITE_FIELDS, siteDetailsShape } from './details.ts';

/** `site-<id>`: one stream for each site. */
export const siteStreams = streamCategory('site');

export const siteStream = siteStreams.streamOf;

const ids = { siteId: z.string(), accountId: z.string() };

const ownKey = {
  personal: [{ subject: 'account' as const, idField: 'accountId', fields: PERSONAL_SITE_FIELDS }],
};

/** A dealer ordered a site; it is waiting for approval. `priceCents` is the server's price. */
export const SiteRequested = defineEvent(
  'SiteRequested',
  z.object({
    ...ids,
    userId: z.string(),
    ...siteDetailsShape,
    readers: countShape,
    /** Null where none was asked for. */
    requestedDate: dayShape.nullable(),
    priceCents: centsShape,
    /** The paid order; null where the total was 0. */
    orderId: z.string().nullable(),
  }),
  ownKey,
);

/** A site that is active from the start: added by an administrator or by an approved migration. */
export const SiteAdded = defineEvent(
  'SiteAdded',
  z.object({
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
  }),
  ownKey,
);

/** pending -> active; `activeFrom` is the billing day of the approval. */
export const SiteApproved = defineEvent('SiteApproved', z.object({ ...ids, activeFrom: dayShape }));
export const SiteDeactivated = defineEvent('SiteDeactivated', z.object(ids));
/** inactive -> active; the billing day `activeFrom` counts only where the site was never active before (rule B5). */
export const SiteReactivated = defineEvent(
  'SiteReactivated',
  z.object({ ...ids, activeFrom: dayShape.optional() }),
);

/** All details after the change, notes included. */
export const SiteDetailsChanged = defineEvent(
  'SiteDetailsChanged',
  z.object({
    ...ids,
    ...siteDetailsShape,
    /** An administrator saved it, so its panels are agreed. Absent in older events, whose actor says it. */
    panelsAgreed: z.boolean().optional(),
  }),
  ownKey,
);

export const ReaderCountChanged = defineEvent(
  'ReaderCountChanged',
  z.object({ ...ids, readers: countShape }),
);

/** Custom rate in cents per reader per month, null for none (blank). `effectiveFrom` is a billing day, null for at once. */
export const SiteReaderRateChanged = defineEvent(
  'SiteReaderRateChanged',
  z.object({
    ...ids,
    customRateCents: centsShape.nullable(),
    effectiveFrom: dayShape.nullable(),
    /** Billing day of the change. Rates announced for other days stay; where it is absent, they were replaced. */
    savedOn: dayShape.optional(),
  }),
);

/** The site's rate announced for `effectiveFrom` will not come into force. */
export const AnnouncedSiteRateCanceled = defineEvent(
  'AnnouncedSiteRateCanceled',
  z.object({ ...ids, effectiveFrom: dayShape }),
);

/** Moved to another company; the address is encrypted again, with the new account's key. */
export const SiteAssignedToCompany = defineEvent(
  'SiteAssignedToCompany',
  z.object({
    siteId: z.string(),
    fromAccountId: z.string(),
    accountId: z.string(),
    userId: z.string(),
    ...siteDetailsShape,
  }),
  ownKey,
);

/** Its user was deleted, so it belongs to the account's next user (rule D4). */
export const SitePassedToUser = defineEvent('SitePassedToUser', z.object({ ...ids, userId: z.string() }));

/** Another user may read the site; viewer is the only level there is (S1-3). */
export const SiteShared = defineEvent(
  'SiteShared',
  z.object({
    ...ids,
    userId: z.string(),
    accessLevel: z.enum(['viewer']),
  }),
);
export const SiteShareEnded = defineEvent('SiteShareEnded', z.object({ ...ids, userId: z.string() }));

/** A dealer requested another reader count; ReaderCountChanged or ReaderChangeDeclined answers it. */
export const ReaderChangeRequested = defineEvent(
  'ReaderChangeRequested',
  z.object({
    ...ids,
    userId: z.string(),
    readers: countShape,
    note: personal(z.string()).nullable(),
  }),
  { personal: [{ subject: 'account', idField: 'accountId', fields: ['note'] }] },
);
export const ReaderChangeDeclined = defineEvent(
  'ReaderChangeDeclined',
  z.object({ ...ids, readers: countShape }),
);

export const SiteDeleted = defineEvent('SiteDeleted', z.object({ ...ids, reason: z.string().nullable() }));

export const siteEvents = {
  SiteRequested,
  SiteAdded,
  SiteApproved,
  SiteDeactivated,
  SiteReactivated,
  SiteDetailsChanged,
  ReaderCountChanged,
  SiteReaderRateChanged,
  AnnouncedSiteRateCanceled,
  SiteAssignedToCompany,
  SitePassedToUser,
  SiteShared,
  SiteShareEnded,
  ReaderChangeRequested,
  ReaderChangeDeclined,
  SiteDeleted,
};

export type SiteEvent = EventOf<(typeof siteEvents)[keyof typeof siteEvents]>;
