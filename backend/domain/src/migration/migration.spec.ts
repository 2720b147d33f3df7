import { describe, expect, it } from 'vitest';
import { given } from '../../test/given.ts';
import { ERASED } from '../kernel/personal.ts';
import { siteDecider } from '../site/site.ts';
import { mapValues } from '../values/names.ts';
import { SITE_TEXTS } from '../values/siteTexts.ts';
import type { MigrationCommand, MigrationDetails } from './commands.ts';
import type { MigrationEvent } from './events.ts';
import { type MigrationState, migrationDecider } from './migration.ts';
import { siteFromMigration } from './siteFromMigration.ts';

const details = {
  siteName: 'Old Mill',
  siteAddress: '4 Mill Ln',
  siteCity: 'Albany',
  siteState: 'NY',
  siteZip: '12201',
  system7SiteId: 'S7-17',
  currentSystem: 'System VII',
  otherSystem: null,
  controllers: 2,
  cards: 0,
  databaseRequired: false,
  requestedDate: null,
  notes: 'Call ahead',
  readers: 6,
  panels: 2,
  hardware: [],
  softwareVersion: 'aurora',
  auroraLicense: true,
  reverseNetworkIp: true,
  ca150Panel: false,
  netcom6p: false,
} satisfies MigrationDetails;
const ids = { migrationId: 'm1', accountId: 'a1' };
const request = {
  type: 'RequestMigration',
  ...ids,
  userId: 'u1',
  details,
  totalCents: 16_500,
  orderId: 'o1',
} as const satisfies MigrationCommand;
const requested: MigrationEvent = {
  type: 'MigrationRequested',
  data: { ...ids, userId: 'u1', ...details, includeShipping: false, totalCents: 16_500, orderId: 'o1' },
};
const approve = { type: 'ApproveMigration', siteId: 's1', activeFrom: '2026-03-12' } as const;
const approved: MigrationEvent = {
  type: 'MigrationApproved',
  data: { ...ids, siteId: 's1', activeFrom: '2026-03-12' },
};
const remove = { type: 'DeleteMigration', reason: 'Site is closed' } as const;
const deleted: MigrationEvent = {
  type: 'MigrationDeleted',
  data: { ...ids, orderId: 'o1', reason: 'Site is closed' },
};
const migration = (...history: MigrationEvent[]) => given(migrationDecider, ...history);
const after = (...history: MigrationEvent[]): MigrationState =>
  history.reduce(migrationDecider.evolve, migrationDecider.initialState);

describe('requesting a migration', () => {
  const changed = (change: Partial<MigrationDetails>) => ({ ...request, details: { ...details, ...change } });
  it('keeps the form, its price and the order that paid it', () =>
    migration().when(request).thenEvents(requested));
  it('twice yields no event', () => migration(requested).when(request).thenNothing());
  it('after it was deleted yields no event', () => migration(requested, deleted).when(request).thenNothing());
  it.each(['ca150Panel', 'netcom6p'] as const)('with %s includes shipping', (item) =>
    migration()
      .when(changed({ [item]: true }))
      .thenEvents({
        ...requested,
        data: { ...requested.data, [item]: true, includeShipping: true },
      } as MigrationEvent),
  );
  it.each([0, 1_000])('takes %i controllers', (controllers) =>
    migration()
      .when(changed({ controllers }))
      .thenEvents({ ...requested, data: { ...requested.data, controllers } } as MigrationEvent),
  );
  it('needs no order if it is free', () =>
    migration()
      .when({ ...request, totalCents: 0, orderId: null })
      .thenEvents({
        ...requested,
        data: { ...requested.data, totalCents: 0, orderId: null },
      } as MigrationEvent));
  it('needs a paid order above $0.00', () =>
    migration()
      .when({ ...request, totalCents: 1, orderId: null })
      .thenRefused('payment_required', 'Please pay for this migration before it is requested.'));
  it.each([
    [{ siteName: ' ' }, 'Site name is required', 'migrationSiteName'],
    [{ system7SiteId: ' ' }, 'System 7 site ID is required', 'system7SiteId'],
    [{ controllers: -1 }, 'Number of controllers must be a whole number from 0 to 1,000', 'numControllers'],
    [
      { controllers: 1_001 },
      'Number of controllers must be a whole number from 0 to 1,000',
      'numControllers',
    ],
    [{ cards: 1.5 }, 'Number of cards must be a whole number of at least 0', 'numCards'],
    [{ panels: -1 }, 'Number of ACU panels must be a whole number from 0 to 1,000', 'numberOfAcuPanels'],
    [{ readers: 0 }, 'Number of readers must be a whole number from 1 to 100,000', 'numberOfReaders'],
  ] as const)('refuses %j', (change, message, path) =>
    migration().when(changed(change)).thenRefused('unprocessable', message, path),
  );
});

describe('approving a migration', () => {
  it('names the site that follows', () => migration(requested).when(approve).thenEvents(approved));
  it('twice yields no event, on another day and with another id too', () =>
    migration(requested, approved)
      .when({ ...approve, siteId: 's2', activeFrom: '2026-04-01' })
      .thenNothing());
  it.each([[[]], [[requested, deleted]]])('that is not there is refused', (history) =>
    migration(...history)
      .when(approve)
      .thenRefused('not_found', 'Migration not found'),
  );
});

describe('deleting a migration', () => {
  it('keeps the reason and the order to refund', () => migration(requested).when(remove).thenEvents(deleted));
  it('takes a blank reason as none', () =>
    migration(requested)
      .when({ ...remove, reason: '  ' })
      .thenEvents({ ...deleted, data: { ...deleted.data, reason: null } } as MigrationEvent));
  it('twice yields no event', () => migration(requested, deleted).when(remove).thenNothing());
  it('that was never requested is refused', () =>
    migration().when(remove).thenRefused('not_found', 'Migration not found'));
  it('that became a site is refused', () =>
    migration(requested, approved)
      .when(remove)
      .thenRefused(
        'unprocessable',
        'This migration was approved and converted to a site. Delete the site instead.',
        'status',
      ));
});

describe('the site made from a migration', () => {
  const to = { siteId: 's1', userId: 'u1', activeFrom: '2026-03-12' };
  const siteOf = (...history: MigrationEvent[]) => {
    const state = after(...history);
    if (state.status !== 'approved') throw new Error(`The migration is ${state.status}`);
    return siteFromMigration(state, to);
  };
  it('is active at once, with the details of the form', () => {
    expect(siteDecider.decide(siteOf(requested, approved), siteDecider.initialState)).toEqual([
      {
        type: 'SiteAdded',
        data: {
          siteId: 's1',
          accountId: 'a1',
          userId: 'u1',
          siteName: 'Old Mill',
          siteAddress: '4 Mill Ln',
          siteCity: 'Albany',
          siteState: 'NY',
          siteZip: '12201',
          panels: 2,
          softwareVersion: 'aurora',
          hardware: [],
          existingPlatform: 'System VII',
          ...mapValues(SITE_TEXTS, () => null),
          siteNotes: 'Call ahead',
          readers: 6,
          requestedDate: null,
          migrationId: 'm1',
          customRateCents: null,
          activeFrom: '2026-03-12',
        },
      },
    ]);
  });
  it('twice is one site', () => {
    const events = siteDecider.decide(siteOf(requested, approved), siteDecider.initialState);
    const made = events.reduce(siteDecider.evolve, siteDecider.initialState);
    expect(siteDecider.decide(siteOf(requested, approved), made)).toEqual([]);
  });
  it('keeps the requested day, if any', () => {
    const asked: MigrationEvent = {
      ...requested,
      data: { ...requested.data, requestedDate: '2026-05-01' },
    } as MigrationEvent;
    expect(siteOf(asked, approved).requestedDate).toBe('2026-05-01');
    expect(siteOf(requested, approved).requestedDate).toBeNull();
  });
  it('can be created although the address was erased', () => {
    const erased: MigrationEvent = {
      ...requested,
      data: { ...requested.data, siteAddress: ERASED, notes: ERASED },
    } as MigrationEvent;
    expect(siteOf(erased, approved).details).toMatchObject({ siteAddress: ERASED, siteNotes: ERASED });
  });
});

it('remembers the site it became', () => {
  expect(after(requested, approved)).toMatchObject({ status: 'approved', siteId: 's1', orderId: 'o1' });
  expect(after(approved)).toEqual({ status: 'none' });
});
