import { z } from 'zod';
import { defineEvents, type EventsOf } from '../kernel/event.ts';
import { personal } from '../kernel/personal.ts';
import { centsShape, countShape, dayShape } from '../kernel/shapes.ts';
import { streamCategory } from '../kernel/stream.ts';
import { mapValues } from '../values/names.ts';

/** `migration-<id>`: one stream for each migration. */
export const migrationStream = streamCategory('migration');

const text = z.string();
const address = { siteAddress: text, siteCity: text, siteState: text, siteZip: text };

/** The migration form: the legacy site and what it becomes. */
export const migrationFormShape = {
  siteName: text,
  ...address,
  system7SiteId: text,
  currentSystem: text.nullable(),
  otherSystem: text.nullable(),
  controllers: countShape,
  cards: countShape,
  databaseRequired: z.boolean(),
  requestedDate: dayShape.nullable(),
  notes: text.nullable(),
  readers: countShape,
  panels: countShape,
  hardware: z.array(text),
  softwareVersion: text.nullable(),
  auroraLicense: z.boolean(),
  reverseNetworkIp: z.boolean(),
  ca150Panel: z.boolean(),
  netcom6p: z.boolean(),
};

/** The form in the log: address and notes are encrypted with the account's key, the name is not. */
export const migrationDetailsShape = {
  ...migrationFormShape,
  ...mapValues(address, personal),
  notes: personal(text).nullable(),
};

export const MIGRATION_FIELDS = Object.keys(
  migrationDetailsShape,
) as readonly (keyof typeof migrationFormShape)[];
export const PERSONAL_MIGRATION_FIELDS = [
  ...(Object.keys(address) as (keyof typeof address)[]),
  'notes',
] as const;

export const migrationEvents = defineEvents(
  {
    /** A dealer requested that a legacy site is moved; it is waiting for approval. `totalCents` is the server's price. */
    MigrationRequested: {
      migrationId: z.string(),
      accountId: z.string(),
      userId: z.string(),
      ...migrationDetailsShape,
      /** Any hardware was ordered (rule B13). */
      includeShipping: z.boolean(),
      totalCents: centsShape,
      /** The paid order; null where the total was 0. */
      orderId: z.string().nullable(),
    },
    /** pending -> approved: becomes the site `siteId`, active from the billing day `activeFrom` (rule D3). */
    MigrationApproved: {
      migrationId: z.string(),
      accountId: z.string(),
      siteId: z.string(),
      activeFrom: dayShape,
    },
    /** An administrator deleted a pending request; a paid one is refunded because of it. */
    MigrationDeleted: {
      migrationId: z.string(),
      accountId: z.string(),
      orderId: z.string().nullable(),
      reason: z.string().nullable(),
    },
  },
  {
    MigrationRequested: {
      personal: [{ subject: 'account', idField: 'accountId', fields: PERSONAL_MIGRATION_FIELDS }],
    },
  },
);

export type MigrationEvent = EventsOf<typeof migrationEvents>;
