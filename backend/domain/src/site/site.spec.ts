import { describe, expect, it } from 'vitest';
import { SITE_IDS as ids, siteAdded, siteDetails, siteRequested } from '../../test/firstEvents.ts';
import { given } from '../../test/given.ts';
import type { SiteCommand } from './commands.ts';
import type { SiteEvent } from './events.ts';
import { siteDecider } from './site.ts';

const details = siteDetails();
const create = {
  type: 'CreateSite',
  ...ids,
  userId: 'u1',
  details,
  readers: 12,
  requestedDate: '2026-03-10',
  priceCents: 0,
  orderId: null,
} as const satisfies SiteCommand;
const requested = siteRequested();
const add = {
  type: 'AddSite',
  ...ids,
  userId: 'u1',
  details,
  readers: 12,
  requestedDate: '2026-03-10',
  migrationId: null,
  customRateCents: null,
  activeFrom: '2026-03-10',
} as const satisfies SiteCommand;
const added = siteAdded();
const approved: SiteEvent = { type: 'SiteApproved', data: { ...ids, activeFrom: '2026-03-12' } };
const deactivated: SiteEvent = { type: 'SiteDeactivated', data: ids };
const reactivated: SiteEvent = { type: 'SiteReactivated', data: { ...ids, activeFrom: '2026-05-20' } };
const deleted: SiteEvent = { type: 'SiteDeleted', data: { ...ids, reason: null } };
const approve = { type: 'ApproveSite', activeFrom: '2026-03-12' } as const;
const deactivate = { type: 'DeactivateSite', by: 'dealer' } as const;
const reactivate = { type: 'ReactivateSite', by: 'dealer', activeFrom: '2026-05-20' } as const;
const site = (...history: SiteEvent[]) => given(siteDecider, ...history);
const after = (...history: SiteEvent[]) => history.reduce(siteDecider.evolve, siteDecider.initialState);

describe('ordering a site', () => {
  it('requests it', () => site().when(create).thenEvents(requested));
  it('twice yields no event', () => site(requested).when(create).thenNothing());
  it('after it was deleted yields no event', () => site(requested, deleted).when(create).thenNothing());
  it('needs a paid order if it has a price', () =>
    site()
      .when({ ...create, priceCents: 6500 })
      .thenRefused('payment_required', 'Please pay for this site before it is created.'));
  it('takes a paid order', () =>
    site()
      .when({ ...create, priceCents: 6500, orderId: 'o1' })
      .thenEvents({
        ...requested,
        data: { ...requested.data, priceCents: 6500, orderId: 'o1' },
      } as SiteEvent));
  it('refuses a blank name', () =>
    site()
      .when({ ...create, details: { ...details, siteName: ' ' } })
      .thenRefused('unprocessable', 'Site name is required', 'siteName'));
  it.each([1, 100_000])('takes %i readers', (readers) =>
    site()
      .when({ ...create, readers })
      .thenEvents({ ...requested, data: { ...requested.data, readers } } as SiteEvent),
  );
  it.each([0, 1_000])('takes %i panels', (panels) =>
    site()
      .when({ ...create, details: { ...details, panels } })
      .thenEvents({ ...requested, data: { ...requested.data, panels } } as SiteEvent),
  );
  it.each([0, -1, 1.5, 100_001, Number.NaN])('refuses %d readers', (readers) =>
    site()
      .when({ ...create, readers })
      .thenRefused(
        'unprocessable',
        'Number of readers must be a whole number from 1 to 100,000',
        'numberOfReaders',
      ),
  );
  it.each([-1, 0.5, 1_001])('refuses %d panels', (panels) =>
    site()
      .when({ ...create, details: { ...details, panels } })
      .thenRefused(
        'unprocessable',
        'Number of ACU panels must be a whole number from 0 to 1,000',
        'numberOfAcuPanels',
      ),
  );
});

describe('adding a site', () => {
  it('is active at once', () => {
    site().when(add).thenEvents(added);
    expect(after(added)).toMatchObject({ status: 'active', firstActivatedOn: '2026-03-10' });
  });
  it('twice yields no event', () => site(added).when(add).thenNothing());
  it('takes 0 readers', () =>
    site()
      .when({ ...add, readers: 0 })
      .thenEvents({ ...added, data: { ...added.data, readers: 0 } } as SiteEvent));
  it('refuses a negative custom rate', () =>
    site()
      .when({ ...add, customRateCents: -1 })
      .thenRefused('unprocessable', 'Rate must be a positive number', 'customReaderRate'));
});

describe('approval', () => {
  it('makes a pending site active', () => site(requested).when(approve).thenEvents(approved));
  it('twice yields no event', () => site(requested, approved).when(approve).thenNothing());
  it('refuses an inactive site', () =>
    site(requested, approved, deactivated)
      .when(approve)
      .thenRefused('unprocessable', 'This site is inactive. Reactivate it instead.', 'status'));
  it('refuses a deleted site', () =>
    site(requested, deleted).when(approve).thenRefused('not_found', 'Site not found'));
  it('refuses a site that never was', () => site().when(approve).thenRefused('not_found', 'Site not found'));
});

describe('deactivation and reactivation', () => {
  it('deactivates an active site', () => site(requested, approved).when(deactivate).thenEvents(deactivated));
  it('deactivated twice yields no event', () =>
    site(requested, approved, deactivated).when(deactivate).thenNothing());
  it('reactivates an inactive site', () =>
    site(requested, approved, deactivated).when(reactivate).thenEvents(reactivated));
  it('reactivated twice yields no event', () =>
    site(requested, approved, deactivated, reactivated).when(reactivate).thenNothing());
  it('does not change the first activation', () =>
    expect(after(requested, approved, deactivated, reactivated)).toMatchObject({
      status: 'active',
      firstActivatedOn: '2026-03-12',
    }));
  it('refuses a dealer who changes the status of a pending site', () => {
    site(requested)
      .when(deactivate)
      .thenRefused(
        'unprocessable',
        'This site is pending admin approval. It can be deactivated once it is active.',
        'status',
      );
    site(requested)
      .when(reactivate)
      .thenRefused('unprocessable', 'This site is pending admin approval.', 'status');
  });
  it('deactivates a pending site for an administrator', () =>
    site(requested)
      .when({ ...deactivate, by: 'admin' })
      .thenEvents(deactivated));
  it('refuses a dealer who activates a site that was never approved', () =>
    site(requested, deactivated)
      .when(reactivate)
      .thenRefused(
        'unprocessable',
        'This site was never approved. Please ask an administrator to activate it.',
        'status',
      ));
  it('counts an activation by an administrator as the first', () => {
    site(requested, deactivated)
      .when({ ...reactivate, by: 'admin' })
      .thenEvents(reactivated);
    expect(after(requested, deactivated, reactivated)).toMatchObject({ firstActivatedOn: '2026-05-20' });
  });
});

describe('details and readers', () => {
  const change = {
    type: 'ChangeSiteDetails',
    by: 'dealer',
    changes: { panels: 2, hardware: ['CA 150'] },
  } as const;
  const changed: SiteEvent = {
    type: 'SiteDetailsChanged',
    data: { ...ids, ...details, panels: 2, hardware: ['CA 150'], panelsAgreed: false },
  };
  const readersChanged: SiteEvent = { type: 'ReaderCountChanged', data: { ...ids, readers: 0 } };
  it('keep what is not named', () => site(requested).when(change).thenEvents(changed));
  it('the same yield no event', () => site(requested, changed).when(change).thenNothing());
  it('see one more hardware item as a change', () =>
    site(requested, changed)
      .when({ type: 'ChangeSiteDetails', by: 'admin', changes: { hardware: ['CA 150', 'Netcom6P'] } })
      .thenEvents({
        type: 'SiteDetailsChanged',
        data: { ...ids, ...details, panels: 2, hardware: ['CA 150', 'Netcom6P'], panelsAgreed: true },
      }));
  it('refuse a blank name', () =>
    site(requested)
      .when({ type: 'ChangeSiteDetails', by: 'admin', changes: { siteName: '' } })
      .thenRefused('unprocessable', 'Site name is required', 'siteName'));
  it('change the reader count, to 0 too', () =>
    site(requested).when({ type: 'ChangeReaderCount', readers: 0 }).thenEvents(readersChanged));
  it('the same reader count yields no event', () =>
    site(requested, readersChanged).when({ type: 'ChangeReaderCount', readers: 0 }).thenNothing());
  it.each([-1, 1.5, 100_001])('refuses %d readers', (readers) =>
    site(requested)
      .when({ type: 'ChangeReaderCount', readers })
      .thenRefused(
        'unprocessable',
        'Number of readers must be a whole number from 0 to 100,000',
        'numberOfReaders',
      ),
  );
});

describe('the custom reader rate', () => {
  const change = (rateCents: number | null, effectiveFrom: string | null = null) =>
    ({ type: 'ChangeSiteReaderRate', rateCents, effectiveFrom, today }) as const;
  const today = '2026-03-10';
  const changed = (customRateCents: number | null, effectiveFrom: string | null = null): SiteEvent => ({
    type: 'SiteReaderRateChanged',
    data: { ...ids, customRateCents, effectiveFrom, savedOn: today },
  });
  it('is set', () => site(added).when(change(425)).thenEvents(changed(425)));
  it('set twice yields no event', () => site(added, changed(425)).when(change(425)).thenNothing());
  it('blank without one yields no event', () => site(requested).when(change(null)).thenNothing());
  it('is removed by a blank', () => site(added, changed(425)).when(change(null)).thenEvents(changed(null)));
  it('of 0 is a rate', () => site(added).when(change(0)).thenEvents(changed(0)));
  // Proves S6-rates-1
  it('keeps an announced rate when another takes effect at once', () =>
    site(added, changed(425, '2026-05-01')).when(change(400)).thenEvents(changed(400)));
  // Proves S6-rates-1
  it('announced is canceled once', () => {
    const cancel = { type: 'CancelAnnouncedSiteRate', effectiveFrom: '2026-05-01', today } as const;
    const canceled: SiteEvent = {
      type: 'AnnouncedSiteRateCanceled',
      data: { ...ids, effectiveFrom: '2026-05-01' },
    };
    site(added, changed(425, '2026-05-01'), changed(400)).when(cancel).thenEvents(canceled);
    site(added, changed(425, '2026-05-01'), canceled).when(cancel).thenNothing();
    site(added, changed(425, '2026-05-01'))
      .when({ ...cancel, today: '2026-05-02' })
      .thenRefused('conflict', 'This rate is in force already. Please set another one instead.');
  });
  it('can be dated ahead', () =>
    site(added).when(change(425, '2026-05-01')).thenEvents(changed(425, '2026-05-01')));
  it("can't begin in the past", () =>
    site(added)
      .when(change(425, '2026-03-09'))
      .thenRefused('unprocessable', 'A new rate can start today at the earliest', 'effectiveFrom'));
  it('refuses fractions of a cent', () =>
    site(added)
      .when(change(700.5))
      .thenRefused('unprocessable', 'Rate must be a number with at most two decimals', 'customReaderRate'));
});

describe('moving and deleting', () => {
  const assign = { type: 'AssignSiteToCompany', accountId: 'a2', userId: 'u2' } as const;
  const assigned: SiteEvent = {
    type: 'SiteAssignedToCompany',
    data: { siteId: 's1', fromAccountId: 'a1', accountId: 'a2', userId: 'u2', ...details },
  };
  it('copies the details to the other company', () => site(added).when(assign).thenEvents(assigned));
  it('to the same company yields no event', () => site(added, assigned).when(assign).thenNothing());
  it('names the new company from then on', () =>
    site(added, assigned)
      .when(deactivate)
      .thenEvents({ type: 'SiteDeactivated', data: { siteId: 's1', accountId: 'a2' } }));
  it('deletes with a reason', () =>
    site(requested)
      .when({ type: 'DeleteSite', reason: 'Duplicate order' })
      .thenEvents({ type: 'SiteDeleted', data: { ...ids, reason: 'Duplicate order' } }));
  it('deleted twice yields no event', () =>
    site(requested, deleted).when({ type: 'DeleteSite', reason: 'Again' }).thenNothing());
});

it('a site needs a first event, and stays deleted', () => {
  expect(after(approved)).toEqual({ status: 'none' });
  expect(after(requested, deleted, reactivated)).toEqual({
    status: 'deleted',
    siteId: 's1',
    accountId: 'a1',
  });
});
