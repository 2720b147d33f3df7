import { describe, it } from 'vitest';
import { SITE_IDS as ids, siteDetails, siteRequested } from '../../test/firstEvents.ts';
import { given } from '../../test/given.ts';
import type { SiteEvent } from './events.ts';
import { siteDecider } from './site.ts';

const deleted: SiteEvent = { type: 'SiteDeleted', data: { ...ids, reason: null } };
const site = (...history: SiteEvent[]) => given(siteDecider, siteRequested(), ...history);

describe('sharing with a viewer', () => {
  const shared: SiteEvent = { type: 'SiteShared', data: { ...ids, userId: 'u7', accessLevel: 'viewer' } };
  const ended: SiteEvent = { type: 'SiteShareEnded', data: { ...ids, userId: 'u7' } };
  const share = { type: 'ShareSite', userId: 'u7' } as const;
  const end = { type: 'EndSiteShare', userId: 'u7' } as const;

  it('is recorded', () => site().when(share).thenEvents(shared));
  it('twice yields no event', () => site(shared).when(share).thenNothing());
  it('ends', () => site(shared).when(end).thenEvents(ended));
  it('ended twice yields no event', () => site(shared, ended).when(end).thenNothing());
  it('begins again after its end', () => site(shared, ended).when(share).thenEvents(shared));
  it('allows 50 viewers', () => {
    const fifty = Array.from(
      { length: 50 },
      (_, n): SiteEvent => ({
        type: 'SiteShared',
        data: { ...ids, userId: `v${n}`, accessLevel: 'viewer' },
      }),
    );
    site(...fifty.slice(1))
      .when(share)
      .thenEvents(shared);
    site(...fifty)
      .when(share)
      .thenRefused('unprocessable', 'A site can be shared with at most 50 users.', 'username');
  });
  it('ends when the site moves to another company', () =>
    site(shared)
      .when({ type: 'AssignSiteToCompany', accountId: 'a2', userId: 'u2' })
      .thenEvents(ended, {
        type: 'SiteAssignedToCompany',
        data: { siteId: 's1', fromAccountId: 'a1', accountId: 'a2', userId: 'u2', ...siteDetails() },
      }));
  it('ends when the site is deleted', () =>
    site(shared).when({ type: 'DeleteSite', reason: null }).thenEvents(ended, deleted));
  it('is refused for a deleted site', () =>
    site(deleted).when(share).thenRefused('not_found', 'Site not found', undefined));
});

describe('a request for another reader count', () => {
  const request = (readers: number) =>
    ({ type: 'RequestReaderChange', userId: 'u1', readers, note: 'New wing' }) as const;
  const asked = (readers: number): SiteEvent => ({
    type: 'ReaderChangeRequested',
    data: { ...ids, userId: 'u1', readers, note: 'New wing' },
  });
  const changed: SiteEvent = { type: 'ReaderCountChanged', data: { ...ids, readers: 16 } };
  const declined: SiteEvent = { type: 'ReaderChangeDeclined', data: { ...ids, readers: 16 } };
  const approve = { type: 'ApproveReaderChange', readers: 16 } as const;
  const decline = { type: 'DeclineReaderChange' } as const;

  it('is recorded', () => site().when(request(16)).thenEvents(asked(16)));
  it('asked twice yields no event', () => site(asked(16)).when(request(16)).thenNothing());
  it('replaces the one before', () => site(asked(16)).when(request(20)).thenEvents(asked(20)));
  it('for the count it has is refused', () =>
    site()
      .when(request(12))
      .thenRefused('unprocessable', 'This site has 12 readers already.', 'numberOfReaders'));
  it('for no reader is refused', () =>
    site()
      .when(request(0))
      .thenRefused(
        'unprocessable',
        'Number of readers must be a whole number from 1 to 100,000',
        'numberOfReaders',
      ));
  it('approved, the count changes', () => site(asked(16)).when(approve).thenEvents(changed));
  it('approved twice yields no event', () => site(asked(16), changed).when(approve).thenNothing());
  it('is not approved after it was changed', () =>
    site(asked(16), asked(20))
      .when(approve)
      .thenRefused('conflict', 'The dealer asks for 20 readers now.', 'numberOfReaders'));
  it('is not approved after it was declined', () =>
    site(asked(16), declined)
      .when(approve)
      .thenRefused('unprocessable', 'There is no open reader change request for this site.', undefined));
  it('is answered by any change of the count', () => site(asked(20), changed).when(decline).thenNothing());
  it('declined, the count stays', () => site(asked(16)).when(decline).thenEvents(declined));
  it('declined twice yields no event', () => site(asked(16), declined).when(decline).thenNothing());
  it('ends when the site moves to another company', () =>
    site(asked(16), {
      type: 'SiteAssignedToCompany',
      data: { siteId: 's1', fromAccountId: 'a1', accountId: 'a2', userId: 'u2', ...siteDetails() },
    })
      .when(decline)
      .thenNothing());
});

describe('passing to another user of the company', () => {
  const passed: SiteEvent = { type: 'SitePassedToUser', data: { ...ids, userId: 'u2' } };
  const pass = { type: 'PassSiteToUser', userId: 'u2' } as const;
  it('names the new user', () => site().when(pass).thenEvents(passed));
  it('twice yields no event', () => site(passed).when(pass).thenNothing());
});
