import { describe, expect, it } from 'vitest';
import {
  SITE_IDS as ids,
  ACCOUNT_OPENED as opened,
  siteAdded,
  siteDetails,
  siteRequested,
} from '../../test/firstEvents.ts';
import type { AccountEvent } from '../account/events.ts';
import type { SiteEvent } from '../site/events.ts';
import { siteDecider } from '../site/site.ts';
import { evolveAccountBillingFacts } from './accountFacts.ts';
import { evolveSiteBillingFacts, type SiteBillingFacts } from './siteFacts.ts';

const details = siteDetails('North');
const requested = siteRequested({ ...details, readers: 4 });
const added = siteAdded({ ...details, readers: 4, customRateCents: 400, activeFrom: '2026-01-05' });
const approved: SiteEvent = { type: 'SiteApproved', data: { ...ids, activeFrom: '2026-01-10' } };
const deactivated: SiteEvent = { type: 'SiteDeactivated', data: ids };
const reactivated: SiteEvent = { type: 'SiteReactivated', data: { ...ids, activeFrom: '2026-03-01' } };
const readers: SiteEvent = { type: 'ReaderCountChanged', data: { ...ids, readers: 9 } };
const renamed = (siteName: string): SiteEvent => ({
  type: 'SiteDetailsChanged',
  data: { ...ids, ...details, siteName },
});
const rate: SiteEvent = {
  type: 'SiteReaderRateChanged',
  data: { ...ids, customRateCents: 300, effectiveFrom: null },
};
const moved: SiteEvent = {
  type: 'SiteAssignedToCompany',
  data: { siteId: 's1', fromAccountId: 'a1', accountId: 'a2', userId: 'u2', ...details },
};
const passed: SiteEvent = { type: 'SitePassedToUser', data: { ...ids, userId: 'u3' } };
const deleted: SiteEvent = { type: 'SiteDeleted', data: { ...ids, reason: null } };
const site = (...events: SiteEvent[]) =>
  events.reduce<SiteBillingFacts | null>(
    (facts, event, index) => evolveSiteBillingFacts(facts, event, `e${index}`),
    null,
  );
const from = (change: Partial<SiteBillingFacts['because']> = {}) => ({
  account: 'e0',
  name: 'e0',
  status: 'e0',
  readers: 'e0',
  ...change,
});

describe("a site's billed facts", () => {
  it('begin with its first event', () => {
    expect(site(requested)).toEqual({
      ...ids,
      name: 'North',
      status: 'pending',
      readers: 4,
      rates: { customRates: [], firstActivation: null },
      because: from(),
    });
    expect(site(added)).toMatchObject({
      status: 'active',
      rates: {
        customRates: [{ cents: 400, because: 'e0' }],
        firstActivation: { day: '2026-01-05', because: 'e0' },
      },
    });
  });
  it.each([
    ['status', [requested, approved], { status: 'active', because: from({ status: 'e1' }) }],
    ['status', [added, deactivated], { status: 'inactive', because: from({ status: 'e1' }) }],
    ['status', [added, deactivated, reactivated], { status: 'active', because: from({ status: 'e2' }) }],
    ['readers', [added, readers], { readers: 9, because: from({ readers: 'e1' }) }],
    ['name', [added, renamed('South')], { name: 'South', because: from({ name: 'e1' }) }],
    ['account', [added, moved], { accountId: 'a2', because: from({ account: 'e1' }) }],
    ['rate', [added, rate], { rates: { customRates: [{ cents: 300, because: 'e1' }] }, because: from() }],
  ] as const)('name the event behind the %s (%#)', (_what, history, expected) =>
    expect(site(...history)).toMatchObject(expected),
  );
  it('do not change with what is not billed', () => {
    expect(site(added, renamed('North'))).toEqual(site(added));
    expect(site(added, passed)).toEqual(site(added));
  });
  it('end with the site', () => {
    expect(site(added, deleted)).toBeNull();
    expect(site(added, deleted, approved)).toBeNull();
    expect(site(approved)).toBeNull();
  });
  it('agree with what the decider knows', () => {
    const history = [requested, approved, readers, renamed('South'), deactivated, reactivated, moved, rate];
    for (let length = 1; length <= history.length; length += 1) {
      const part = history.slice(0, length);
      const state = part.reduce(siteDecider.evolve, siteDecider.initialState);
      if (state.status === 'none' || state.status === 'deleted') throw new Error(state.status);
      expect(site(...part)).toMatchObject({
        accountId: state.accountId,
        name: state.details.siteName,
        status: state.status,
        readers: state.readers,
      });
    }
  });
});

describe("an account's billed facts", () => {
  const account = (...events: AccountEvent[]) =>
    events.reduce<ReturnType<typeof evolveAccountBillingFacts>>(
      (facts, event, index) => evolveAccountBillingFacts(facts, event, `e${index}`),
      null,
    );
  const live: AccountEvent = { type: 'AccountWentLive', data: { accountId: 'a1' } };
  it('begin when it opens', () =>
    expect(account(opened)).toEqual({
      accountId: 'a1',
      recipientId: 'u1',
      isDemo: true,
      rates: { defaultRates: [{ cents: 650, effectiveFrom: null, because: 'e0' }], promotion: null },
    }));
  it('follow recipient, mode and rates', () => {
    const recipient: AccountEvent = {
      type: 'InvoiceRecipientChanged',
      data: { accountId: 'a1', userId: 'u2' },
    };
    const rateChanged: AccountEvent = {
      type: 'DefaultReaderRateChanged',
      data: { accountId: 'a1', rateCents: 700, effectiveFrom: null },
    };
    expect(account(opened, recipient, live, rateChanged)).toEqual({
      accountId: 'a1',
      recipientId: 'u2',
      isDemo: false,
      rates: { defaultRates: [{ cents: 700, effectiveFrom: null, because: 'e3' }], promotion: null },
    });
    expect(account(opened, live, { type: 'AccountReturnedToDemo', data: { accountId: 'a1' } })).toMatchObject(
      {
        isDemo: true,
      },
    );
  });
  it('are none before', () => expect(account(live)).toBeNull());
});
