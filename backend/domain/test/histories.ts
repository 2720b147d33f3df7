import fc from 'fast-check';
import { accountDecider } from '../src/account/account.ts';
import type { AccountCommand } from '../src/account/commands.ts';
import type { AccountEvent } from '../src/account/events.ts';
import { BusinessRefusal } from '../src/kernel/decider.ts';
import type { SiteCommand } from '../src/site/commands.ts';
import type { SiteEvent } from '../src/site/events.ts';
import { siteDecider } from '../src/site/site.ts';
import { addDays, dayOfInstant, firstOfNextMonth } from '../src/values/days.ts';
import { COMPANY, siteDetails } from './firstEvents.ts';

/** An event as the log holds it, with what stands beside it. */
export interface Recorded<Event> {
  readonly id: string;
  readonly stream: string;
  /** ISO instant. */
  readonly at: string;
  readonly event: Event;
}

/** What happened to two accounts and their sites, in order. */
export interface History {
  readonly zone: string;
  readonly accounts: readonly Recorded<AccountEvent>[];
  readonly sites: readonly Recorded<SiteEvent>[];
}

export const ACCOUNTS = ['a1', 'a2'] as const;
export const SITES = ['s1', 's2', 's3', 's4'] as const;
const START = Date.parse('2027-11-20T17:00:00.000Z');
const MINUTE = 60_000;

const cents = fc.integer({ min: 0, max: 2_000 });
const readers = fc.integer({ min: 0, max: 50 });
type Ask<Command> = (today: string) => Command;

/** Null for at once, so many days ahead, or the next 1st, which cancellations name. */
const ahead = fc.oneof(fc.option(fc.integer({ min: 0, max: 70 })), fc.constant('the 1st' as const));
const from = (today: string, days: number | 'the 1st' | null) => {
  if (days === null) return null;
  return days === 'the 1st' ? firstOfNextMonth(today) : addDays(today, days);
};

/** True three times of four. */
const mostly = fc.integer({ min: 0, max: 3 }).map((luck) => luck > 0);
/** A custom rate, none three times of four. */
const rarely = fc
  .tuple(fc.integer({ min: 0, max: 3 }), cents)
  .map(([luck, rate]) => (luck === 0 ? rate : null));

const askAccount: fc.Arbitrary<Ask<AccountCommand>> = fc.oneof(
  fc.tuple(fc.option(cents), ahead).map(([rateCents, days]) => (today: string) => ({
    type: 'ChangeReaderRate' as const,
    rateCents,
    effectiveFrom: from(today, days),
    today,
  })),
  fc.constant((today: string) => ({
    type: 'CancelAnnouncedRate' as const,
    effectiveFrom: firstOfNextMonth(today),
    today,
  })),
  fc
    .tuple(mostly, fc.option(cents, { freq: 9 }), fc.integer({ min: 1, max: 6 }))
    .map(([active, rateCents, months]) => (today: string) => ({
      type: 'ChangePromotionalPricing' as const,
      active,
      rateCents,
      months,
      licensePricing: true,
      today,
    })),
  fc.constantFrom('GoLive' as const, 'ReturnToDemo' as const).map((type) => () => ({ type })),
);

const askSite = (siteId: string): fc.Arbitrary<Ask<SiteCommand>> =>
  fc.oneof(
    fc.tuple(fc.constantFrom(...ACCOUNTS), readers).map(([accountId, count]) => (today: string) => ({
      type: 'CreateSite' as const,
      siteId,
      accountId,
      userId: 'u1',
      details: siteDetails(`Site ${siteId}`),
      readers: count,
      requestedDate: today,
      priceCents: 0,
      orderId: null,
    })),
    fc
      .tuple(fc.constantFrom(...ACCOUNTS), readers, rarely)
      .map(([accountId, count, customRateCents]) => (today: string) => ({
        type: 'AddSite' as const,
        siteId,
        accountId,
        userId: 'u1',
        details: siteDetails(`Site ${siteId}`),
        readers: count,
        requestedDate: today,
        migrationId: null,
        customRateCents,
        activeFrom: today,
      })),
    fc.constant((today: string) => ({ type: 'ApproveSite' as const, activeFrom: today })),
    fc.constant(() => ({ type: 'DeactivateSite' as const, by: 'admin' as const })),
    fc.constant((today: string) => ({
      type: 'ReactivateSite' as const,
      by: 'admin' as const,
      activeFrom: today,
    })),
    readers.map((count) => () => ({ type: 'ChangeReaderCount' as const, readers: count })),
    fc.tuple(rarely, ahead).map(([rateCents, days]) => (today: string) => ({
      type: 'ChangeSiteReaderRate' as const,
      rateCents,
      effectiveFrom: from(today, days),
      today,
    })),
    fc.constant((today: string) => ({
      type: 'CancelAnnouncedSiteRate' as const,
      effectiveFrom: firstOfNextMonth(today),
      today,
    })),
    fc.constantFrom('North', 'South').map((siteName) => () => ({
      type: 'ChangeSiteDetails' as const,
      by: 'admin' as const,
      changes: { siteName },
    })),
    fc.constantFrom(...ACCOUNTS).map((accountId) => () => ({
      type: 'AssignSiteToCompany' as const,
      accountId,
      userId: 'u2',
    })),
    // one time of four, else most sites would not live to see an invoice
    fc
      .integer({ min: 0, max: 3 })
      .map(
        (luck) => () =>
          luck === 0
            ? { type: 'DeleteSite' as const, reason: null }
            : { type: 'ChangeReaderCount' as const, readers: luck },
      ),
  );

type Step = { readonly gap: number } & (
  | { readonly accountId: string; readonly ask: Ask<AccountCommand> }
  | { readonly siteId: string; readonly ask: Ask<SiteCommand> }
);

/** Minutes to the next command: seconds apart, hours, or weeks. */
const gap = fc.oneof(
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 120 }) },
  { weight: 5, arbitrary: fc.integer({ min: 0, max: 60 * 24 * 18 }) },
  { weight: 1, arbitrary: fc.constant(60 * 24 * 29) },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ gap, accountId: fc.constantFrom(...ACCOUNTS), ask: askAccount }) },
  {
    weight: 5,
    arbitrary: fc
      .tuple(gap, fc.constantFrom(...SITES))
      .chain(([minutes, siteId]) => askSite(siteId).map((ask) => ({ gap: minutes, siteId, ask }))),
  },
);

/** The events of a decision; a refusal is none. */
function accepted<Event>(decide: () => readonly Event[]): readonly Event[] {
  try {
    return decide();
  } catch (error) {
    if (error instanceof BusinessRefusal) return [];
    throw error;
  }
}

/** Lets the deciders answer every step, as they would in the portal. */
function happen(zone: string, openingRate: number | null, steps: readonly Step[]): History {
  const accounts: Recorded<AccountEvent>[] = [];
  const sites: Recorded<SiteEvent>[] = [];
  const accountStates = new Map(ACCOUNTS.map((id) => [id as string, accountDecider.initialState]));
  const siteStates = new Map(SITES.map((id) => [id as string, siteDecider.initialState]));
  let time = START;
  const next = () => `e${accounts.length + sites.length}`;
  const account = (id: string, ask: Ask<AccountCommand>) => {
    const at = new Date(time).toISOString();
    const state = accountStates.get(id) ?? accountDecider.initialState;
    for (const event of accepted(() => accountDecider.decide(ask(dayOfInstant(at, zone)), state))) {
      accounts.push({ id: next(), stream: id, at, event });
      accountStates.set(id, accountDecider.evolve(accountStates.get(id) ?? state, event));
    }
  };
  for (const accountId of ACCOUNTS) {
    account(accountId, () => ({
      type: 'OpenAccount',
      accountId,
      firstUserId: 'u1',
      company: COMPANY,
      defaultReaderRateCents: openingRate,
    }));
  }
  for (const one of steps) {
    time += one.gap * MINUTE;
    if ('accountId' in one) {
      account(one.accountId, one.ask);
      continue;
    }
    const at = new Date(time).toISOString();
    const state = siteStates.get(one.siteId) ?? siteDecider.initialState;
    for (const event of accepted(() => siteDecider.decide(one.ask(dayOfInstant(at, zone)), state))) {
      sites.push({ id: next(), stream: one.siteId, at, event });
      siteStates.set(one.siteId, siteDecider.evolve(siteStates.get(one.siteId) ?? state, event));
    }
  }
  return { zone, accounts, sites };
}

/** Random histories over more than half a year, across 29 February 2028 and both changes of the clock. */
export const anyHistory: fc.Arbitrary<History> = fc
  .tuple(
    fc.constantFrom('America/New_York', 'America/New_York', 'Europe/Berlin', 'Pacific/Kiritimati'),
    fc.constantFrom(650, null),
    fc.array(step, { minLength: 10, maxLength: 60, size: 'max' }),
  )
  .map(([zone, openingRate, steps]) => happen(zone, openingRate, steps));
