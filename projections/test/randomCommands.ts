import {
  type AccountCommand,
  accountDecider,
  accountStream,
  BusinessRefusal,
  type Decider,
  type DisputeCommand,
  disputeDecider,
  disputeIdFor,
  disputeStream,
  type PortalEvent,
  type SiteCommand,
  siteDecider,
  siteStream,
} from '@portal/domain';
import fc from 'fast-check';
import { type History, opened, siteDetails } from './history.ts';

/** One command and the stream it goes to. */
export type Step =
  | { readonly noun: 'site'; readonly site: number; readonly command: SiteCommand }
  | { readonly noun: 'account'; readonly account: number; readonly command: AccountCommand }
  | { readonly noun: 'dispute'; readonly line: number; readonly command: DisputeCommand };

const ACCOUNTS = ['ann', 'bob'];
const accountId = (account: number) => `account-of-${ACCOUNTS[account]}`;
const userId = (account: number) => `user-${ACCOUNTS[account]}`;
const siteId = (site: number) => `s${site}`;

const account = fc.integer({ min: 0, max: ACCOUNTS.length - 1 });
const site = fc.integer({ min: 0, max: 4 });
const readers = fc.integer({ min: 0, max: 40 });
const rate = fc.option(fc.integer({ min: 0, max: 900 }), { nil: null });
const day = fc.constantFrom('2026-01-05', '2026-01-31', '2026-02-28', '2026-03-15');
const later = fc.option(fc.constantFrom('2026-04-01', '2026-12-31'), { nil: null });
const name = fc.constantFrom('Pier', 'Yard', 'Ümläut ✓', "O'Brien; DROP TABLE");
const by = fc.constantFrom('dealer' as const, 'admin' as const);

const created = fc.record({ site, account, readers, name }).map((made) => ({
  type: 'CreateSite' as const,
  siteId: siteId(made.site),
  accountId: accountId(made.account),
  userId: userId(made.account),
  details: siteDetails(made.name),
  readers: Math.max(1, made.readers),
  requestedDate: '2026-01-05',
  priceCents: 0,
  orderId: null,
}));

const siteCommand: fc.Arbitrary<SiteCommand> = fc.oneof(
  day.map((activeFrom) => ({ type: 'ApproveSite' as const, activeFrom })),
  by.map((changer) => ({ type: 'DeactivateSite' as const, by: changer })),
  fc.record({ by, activeFrom: day }).map((more) => ({ type: 'ReactivateSite' as const, ...more })),
  fc.record({ by, siteName: name }).map(({ by: editor, siteName }) => ({
    type: 'ChangeSiteDetails' as const,
    by: editor,
    changes: { siteName },
  })),
  readers.map((count) => ({ type: 'ChangeReaderCount' as const, readers: count })),
  fc
    .record({ rateCents: rate, effectiveFrom: later })
    .map((more) => ({ type: 'ChangeSiteReaderRate' as const, ...more, today: '2026-03-15' })),
  fc.constantFrom('2026-04-01', '2026-12-31').map((effectiveFrom) => ({
    type: 'CancelAnnouncedSiteRate' as const,
    effectiveFrom,
    today: '2026-03-15',
  })),
  account.map((to) => ({
    type: 'AssignSiteToCompany' as const,
    accountId: accountId(to),
    userId: userId(to),
  })),
  account.map((to) => ({ type: 'ShareSite' as const, userId: userId(to) })),
  account.map((to) => ({ type: 'EndSiteShare' as const, userId: userId(to) })),
  fc
    .record({ userId: account.map(userId), readers })
    .map((more) => ({ type: 'RequestReaderChange' as const, ...more, note: 'Please' })),
  readers.map((count) => ({ type: 'ApproveReaderChange' as const, readers: count })),
  fc.constant({ type: 'DeclineReaderChange' as const }),
  fc.constant({ type: 'DeleteSite' as const, reason: null }),
);

const accountCommand: fc.Arbitrary<AccountCommand> = fc.oneof(
  fc
    .record({ rateCents: rate, effectiveFrom: later })
    .map((more) => ({ type: 'ChangeReaderRate' as const, ...more, today: '2026-03-15' })),
  fc.constantFrom('2026-04-01', '2026-12-31').map((effectiveFrom) => ({
    type: 'CancelAnnouncedRate' as const,
    effectiveFrom,
    today: '2026-03-15',
  })),
  fc
    .record({
      active: fc.boolean(),
      rateCents: fc.integer({ min: 0, max: 600 }),
      months: fc.integer({ min: 1, max: 30 }),
      licensePricing: fc.boolean(),
      today: day,
    })
    .map((more) => ({ type: 'ChangePromotionalPricing' as const, ...more })),
  fc.constant({ type: 'GoLive' as const }),
  fc.constant({ type: 'ReturnToDemo' as const }),
  name.map((companyName) => ({ type: 'ChangeCompanyDetails' as const, changes: { companyName } })),
);

const disputeStep: fc.Arbitrary<Step> = fc
  .record({ line: fc.integer({ min: 0, max: 1 }), question: name, turn: fc.integer({ min: 0, max: 2 }) })
  .map(({ line, question, turn }) => {
    const invoiceId = `${accountId(0)}_2026-03`;
    const commands: readonly DisputeCommand[] = [
      {
        type: 'OpenDispute',
        disputeId: disputeIdFor(invoiceId, line),
        accountId: accountId(0),
        invoiceId,
        invoiceNumber: 'INV-202603-0001',
        userId: userId(0),
        line,
        lineName: 'Pier',
        siteId: null,
        amountCents: 7_800,
        question,
      },
      { type: 'ReplyToDispute', userId: 'boss', by: 'admin', text: question },
      {
        type: 'CloseDispute',
        userId: 'boss',
        outcome: 'explained',
        explanation: question,
        reissuedAs: null,
        amountCents: 0,
      },
    ];
    return { noun: 'dispute' as const, line, command: commands[turn] as DisputeCommand };
  });

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.tuple(site, created).map(([at, command]) => ({
      noun: 'site' as const,
      site: at,
      command: { ...command, siteId: siteId(at) },
    })),
  },
  { weight: 6, arbitrary: fc.record({ noun: fc.constant('site' as const), site, command: siteCommand }) },
  {
    weight: 2,
    arbitrary: fc.record({ noun: fc.constant('account' as const), account, command: accountCommand }),
  },
  { weight: 1, arbitrary: disputeStep },
);

/** Random commands in random order. */
export const randomSteps = fc.array(step, { minLength: 20, maxLength: 80 });

/** Decides on the commands and appends the events; refused ones append nothing. @returns the number of events */
export async function play(history: History, steps: readonly Step[]): Promise<number> {
  const events = new Map<string, PortalEvent[]>();
  for (const known of ACCOUNTS) {
    await history.dealer(known, ACCOUNTS.indexOf(known) + 1);
    const id = `account-of-${known}`;
    events.set(accountStream(id), [
      { type: 'AccountOpened', data: opened(known, `user-${known}`, id) },
      {
        type: 'AccountDealerIdChanged',
        data: { accountId: id, dealerId: `KS000${ACCOUNTS.indexOf(known) + 1}` },
      },
    ]);
  }
  let written = 0;
  const send = async <State, Command, Event extends PortalEvent>(
    stream: string,
    decider: Decider<State, Command, Event>,
    command: Command,
  ) => {
    const before = (events.get(stream) ?? []) as Event[];
    const state = before.reduce(decider.evolve, decider.initialState);
    let decided: readonly Event[];
    try {
      decided = decider.decide(command, state);
    } catch (error) {
      if (error instanceof BusinessRefusal || error instanceof RangeError) return;
      throw error;
    }
    if (decided.length === 0) return;
    events.set(stream, [...before, ...decided]);
    const accounts = [
      ...new Set(decided.flatMap(({ data }) => ('accountId' in data ? [String(data.accountId)] : []))),
    ];
    await history.add(stream, accounts, ...decided);
    written += decided.length;
  };
  for (const each of steps) {
    if (each.noun === 'site') await send(siteStream(siteId(each.site)), siteDecider, each.command);
    else if (each.noun === 'account') {
      await send(accountStream(accountId(each.account)), accountDecider, each.command);
    } else {
      const id = disputeIdFor(`${accountId(0)}_2026-03`, each.line);
      await send(disputeStream(id), disputeDecider, each.command);
    }
  }
  return written;
}
