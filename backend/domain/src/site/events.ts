import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { personal } from '../kernel/personal.ts';
import { streamCategory } from '../kernel/stream.ts';
import { PERSONAL_SITE_FIELDS, siteDetailsShape } from './details.ts';

/** `site-<id>`: one stream a site. */
export const siteStreams = streamCategory('site');

export const siteStream = siteStreams.streamOf;

const cents = z.number().int().nonnegative();
const day = z.iso.date();
const text = personal(z.string());

const ownKey = {
  personal: [{ subject: 'account' as const, idField: 'accountId', fields: PERSONAL_SITE_FIELDS }],
};

/** A dealer ordered a site (CreateSite); it waits for approval. `priceCents` is what the server quoted. */
export const SiteRequested = defineEvent(
  'SiteRequested',
  z.object({
    siteId: z.string(),
    accountId: z.string(),
    userId: z.string(),
    ...siteDetailsShape,
    readers: z.number().int().nonnegative(),
    /** Null where none was asked for. */
    requestedDate: day.nullable(),
    priceCents: cents,
    /** The paid order behind it; null where the total was 0. */
    orderId: z.string().nullable(),
  }),
  ownKey,
);

/** A site that was active from the start: made by an administrator or by an approved migration. */
export const SiteAdded = defineEvent(
  'SiteAdded',
  z.object({
    siteId: z.string(),
    accountId: z.string(),
    userId: z.string(),
    ...siteDetailsShape,
    readers: z.number().int().nonnegative(),
    /** Null where none was asked for. */
    requestedDate: day.nullable(),
    migrationId: z.string().nullable(),
    customRateCents: cents.nullable(),
    /** The billing day on which it became active. */
    activeFrom: day,
  }),
  ownKey,
);

/** pending -> active; `activeFrom` is the billing day of the approval. */
export const SiteApproved = defineEvent(
  'SiteApproved',
  z.object({ siteId: z.string(), accountId: z.string(), activeFrom: day }),
);
export const SiteDeactivated = defineEvent(
  'SiteDeactivated',
  z.object({ siteId: z.string(), accountId: z.string() }),
);
/** inactive -> active; `activeFrom` is the billing day, which counts where the site was never active before (rule B5). */
export const SiteReactivated = defineEvent(
  'SiteReactivated',
  z.object({ siteId: z.string(), accountId: z.string(), activeFrom: day.optional() }),
);

export const SiteDetailsChanged = defineEvent(
  'SiteDetailsChanged',
  z.object({ siteId: z.string(), accountId: z.string(), ...siteDetailsShape }),
  ownKey,
);

export const ReaderCountChanged = defineEvent(
  'ReaderCountChanged',
  z.object({ siteId: z.string(), accountId: z.string(), readers: z.number().int().nonnegative() }),
);

/** Custom rate in cents per reader and month, null for none (blank). `effectiveFrom` is a billing day, null for at once. */
export const SiteReaderRateChanged = defineEvent(
  'SiteReaderRateChanged',
  z.object({
    siteId: z.string(),
    accountId: z.string(),
    customRateCents: cents.nullable(),
    effectiveFrom: day.nullable(),
    /** Billing day of the change. Rates announced for other days stand; where it is absent, they were replaced. */
    savedOn: day.optional(),
  }),
);

/** The site's rate announced for `effectiveFrom` will not come into force. */
export const AnnouncedSiteRateCanceled = defineEvent(
  'AnnouncedSiteRateCanceled',
  z.object({ siteId: z.string(), accountId: z.string(), effectiveFrom: day }),
);

/** Moved to another company; the address travels encrypted with the new account's key. */
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

/** Within its company: the user it was made for is gone, so the account's next user has it (rule D4). */
export const SitePassedToUser = defineEvent(
  'SitePassedToUser',
  z.object({ siteId: z.string(), accountId: z.string(), userId: z.string() }),
);

/** Another user may read the site; viewer is the only level there is (S1-3). */
export const SiteShared = defineEvent(
  'SiteShared',
  z.object({
    siteId: z.string(),
    accountId: z.string(),
    userId: z.string(),
    accessLevel: z.enum(['viewer']),
  }),
);
export const SiteShareEnded = defineEvent(
  'SiteShareEnded',
  z.object({ siteId: z.string(), accountId: z.string(), userId: z.string() }),
);

/** A dealer asks an administrator for another reader count; ReaderCountChanged or ReaderChangeDeclined answers it. */
export const ReaderChangeRequested = defineEvent(
  'ReaderChangeRequested',
  z.object({
    siteId: z.string(),
    accountId: z.string(),
    userId: z.string(),
    readers: z.number().int().nonnegative(),
    note: text.nullable(),
  }),
  { personal: [{ subject: 'account' as const, idField: 'accountId', fields: ['note'] }] },
);
export const ReaderChangeDeclined = defineEvent(
  'ReaderChangeDeclined',
  z.object({ siteId: z.string(), accountId: z.string(), readers: z.number().int().nonnegative() }),
);

export const SiteDeleted = defineEvent(
  'SiteDeleted',
  z.object({ siteId: z.string(), accountId: z.string(), reason: z.string().nullable() }),
);

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
