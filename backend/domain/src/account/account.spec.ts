import { describe, expect, it } from 'vitest';
import { COMPANY, ACCOUNT_OPENED as opened } from '../../test/firstEvents.ts';
import { given } from '../../test/given.ts';
import { accountDecider } from './account.ts';
import type { AccountCommand, Promotion } from './commands.ts';
import { type AccountEvent, accountEvents } from './events.ts';

const open = {
  type: 'OpenAccount',
  accountId: 'a1',
  firstUserId: 'u1',
  company: COMPANY,
} as const satisfies AccountCommand;
const account = (...history: AccountEvent[]) => given(accountDecider, opened, ...history);
const rateChanged = (rateCents: number | null, effectiveFrom: string | null = null): AccountEvent => ({
  type: 'DefaultReaderRateChanged',
  data: { accountId: 'a1', rateCents, effectiveFrom, savedOn: today },
});
const today = '2026-03-10';

describe('opening an account', () => {
  it('starts with $6.50, 24 promotional months, free licenses and demo mode', () =>
    given(accountDecider).when(open).thenEvents(opened));
  it('takes another rate, or none', () => {
    given(accountDecider)
      .when({ ...open, defaultReaderRateCents: null })
      .thenEvents({ ...opened, data: { ...opened.data, defaultReaderRateCents: null } } as AccountEvent);
  });
  it('twice yields no event', () => account().when(open).thenNothing());
  it('is needed before any other command', () =>
    given(accountDecider).when({ type: 'GoLive' }).thenRefused('not_found', 'Company not found'));
});

describe('company details', () => {
  const moved: AccountEvent = {
    type: 'CompanyDetailsChanged',
    data: { accountId: 'a1', ...COMPANY, companyCity: 'Albany' },
  };
  it('keep the fields that are not named', () =>
    account()
      .when({ type: 'ChangeCompanyDetails', changes: { companyCity: 'Albany' } })
      .thenEvents(moved));
  it('the same yield no event', () =>
    account(moved)
      .when({ type: 'ChangeCompanyDetails', changes: { companyCity: 'Albany' } })
      .thenNothing());
  // Proves I36-account-field
  it('that an older event lacks read as blank', () => {
    const { companyPhone: _, ...older } = { ...moved.data } as Record<string, unknown>;
    expect(accountEvents.CompanyDetailsChanged.schema.parse(older)).toEqual({
      ...moved.data,
      companyPhone: '',
    });
  });
  it('that a new account is not given are blank', () => {
    const { companyPhone: _, ...withoutPhone } = COMPANY;
    given(accountDecider)
      .when({ ...open, company: withoutPhone })
      .thenEvents({ ...opened, data: { ...opened.data, companyPhone: '' } } as AccountEvent);
  });
});

describe('the default reader rate', () => {
  const change = (rateCents: number | null, effectiveFrom: string | null = null) =>
    ({ type: 'ChangeReaderRate', rateCents, effectiveFrom, today }) as const;
  it('changes at once', () => account().when(change(700)).thenEvents(rateChanged(700)));
  it('dated today is a change at once', () =>
    account().when(change(700, today)).thenEvents(rateChanged(700)));
  it('can be 0, which is free', () => account().when(change(0)).thenEvents(rateChanged(0)));
  it('can be removed', () => account().when(change(null)).thenEvents(rateChanged(null)));
  it('the same yields no event', () => account().when(change(650)).thenNothing());
  it('changed twice yields no event', () => account(rateChanged(700)).when(change(700)).thenNothing());
  it('can be dated ahead', () =>
    account().when(change(700, '2026-05-01')).thenEvents(rateChanged(700, '2026-05-01')));
  it('dated ahead twice yields no event', () =>
    account(rateChanged(700, '2026-05-01')).when(change(700, '2026-05-01')).thenNothing());
  // Proves S6-rates-1
  it('keeps an announced rate when another takes effect at once', () => {
    account(rateChanged(700, '2026-05-01')).when(change(625)).thenEvents(rateChanged(625));
    const state = [opened, rateChanged(700, '2026-05-01'), rateChanged(625)].reduce(
      accountDecider.evolve,
      accountDecider.initialState,
    );
    expect(state).toMatchObject({
      rates: [
        { cents: 625, effectiveFrom: null },
        { cents: 700, effectiveFrom: '2026-05-01' },
      ],
    });
  });
  // Proves S6-rates-1
  it('announced is canceled once', () => {
    const cancel = { type: 'CancelAnnouncedRate', effectiveFrom: '2026-05-01', today } as const;
    const canceled: AccountEvent = {
      type: 'AnnouncedDefaultRateCanceled',
      data: { accountId: 'a1', effectiveFrom: '2026-05-01' },
    };
    account(rateChanged(700, '2026-05-01')).when(cancel).thenEvents(canceled);
    account(rateChanged(700, '2026-05-01'), canceled).when(cancel).thenNothing();
    account(rateChanged(700, '2026-05-01'))
      .when({ ...cancel, today: '2026-05-01' })
      .thenRefused('conflict', 'This rate is in force already. Please set another one instead.');
  });
  it('announced can be brought forward', () =>
    account(rateChanged(700, '2026-05-01'))
      .when(change(700, '2026-04-01'))
      .thenEvents(rateChanged(700, '2026-04-01')));
  it("can't begin in the past", () =>
    account()
      .when(change(700, '2026-03-09'))
      .thenRefused('unprocessable', 'A new rate can start today at the earliest', 'effectiveFrom'));
  it('refuses a day that does not exist', () =>
    account()
      .when(change(700, '2027-02-29'))
      .thenRefused('unprocessable', 'Please give the first day of the new rate', 'effectiveFrom'));
  it('can be $1,000.00 at most', () => account().when(change(100_000)).thenEvents(rateChanged(100_000)));
  it.each([
    [-1, 'Rate must be a positive number'],
    [700.5, 'Rate must be a number with at most two decimals'],
    [Number.NaN, 'Rate must be a number with at most two decimals'],
    [100_001, 'Rate must be at most $1,000.00'],
    [1e11, 'Rate must be at most $1,000.00'],
  ])('refuses %d cents', (rateCents, message) =>
    account().when(change(rateCents)).thenRefused('unprocessable', message, 'rate'),
  );
});

describe('promotional pricing', () => {
  const change = (terms: Partial<Omit<Promotion, 'startDate'>> = {}, day = today) =>
    ({
      type: 'ChangePromotionalPricing',
      active: true,
      rateCents: 500,
      months: 24,
      licensePricing: true,
      today: day,
      ...terms,
    }) as const;
  const changed = (terms: Partial<Promotion> = {}): AccountEvent => ({
    type: 'PromotionalPricingChanged',
    data: {
      accountId: 'a1',
      active: true,
      rateCents: 500,
      months: 24,
      startDate: today,
      licensePricing: true,
      ...terms,
    },
  });
  it('starts today', () => account().when(change()).thenEvents(changed()));
  it('twice yields no event, on a later day too', () =>
    account(changed()).when(change({}, '2026-06-01')).thenNothing());
  it('keeps its start when its terms change', () =>
    account(changed())
      .when(change({ months: 12 }, '2026-06-01'))
      .thenEvents(changed({ months: 12 })));
  // Proves S6-rates-4
  it('starts again when it is saved after its end', () => {
    account(changed({ months: 2 }))
      .when(change({ months: 3 }, '2026-05-10'))
      .thenEvents(changed({ months: 3 }));
    account(changed({ months: 2 }))
      .when(change({ months: 2 }, '2026-05-11'))
      .thenEvents(changed({ months: 2, startDate: '2026-05-11' }));
  });
  it('switched off has no start', () =>
    account(changed())
      .when(change({ active: false }))
      .thenEvents(changed({ active: false, startDate: null })));
  it('starts again when it is switched on again', () =>
    account(changed(), changed({ active: false, startDate: null }))
      .when(change({}, '2026-06-01'))
      .thenEvents(changed({ startDate: '2026-06-01' })));
  it('can change only license pricing', () =>
    account()
      .when(change({ active: false, rateCents: null, licensePricing: false }))
      .thenEvents(changed({ active: false, rateCents: null, startDate: null, licensePricing: false })));
  it('needs a rate while it is on', () =>
    account()
      .when(change({ rateCents: null }))
      .thenRefused('unprocessable', 'Promotional rate is required', 'promotionalReaderRate'));
  it('refuses a negative rate, switched off too', () =>
    account()
      .when(change({ rateCents: -1, active: false }))
      .thenRefused('unprocessable', 'Rate must be a positive number', 'promotionalReaderRate'));
  it.each([1, 600])('takes %i months', (months) =>
    account().when(change({ months })).thenEvents(changed({ months })),
  );
  it('saved as it is yields no event', () =>
    account()
      .when(change({ active: false, rateCents: null }))
      .thenNothing());
  it.each([
    [0, 'Months must be at least 1'],
    [1.5, 'Months must be a number'],
    [601, 'Months must be at most 600'],
  ])('refuses %d months', (months, message) =>
    account().when(change({ months })).thenRefused('unprocessable', message, 'promotionalMonths'),
  );
});

describe('demo and live', () => {
  const live: AccountEvent = { type: 'AccountWentLive', data: { accountId: 'a1' } };
  const demo: AccountEvent = { type: 'AccountReturnedToDemo', data: { accountId: 'a1' } };
  it('goes live', () => account().when({ type: 'GoLive' }).thenEvents(live));
  it('live twice yields no event', () => account(live).when({ type: 'GoLive' }).thenNothing());
  it('returns to demo', () => account(live).when({ type: 'ReturnToDemo' }).thenEvents(demo));
  it('demo twice yields no event', () => account(live, demo).when({ type: 'ReturnToDemo' }).thenNothing());
});

describe('options, invoice recipient and Dealer ID', () => {
  const options = { equipmentPurchasesEnabled: true, demoPricing: true };
  const optionsChanged: AccountEvent = {
    type: 'AccountOptionsChanged',
    data: { accountId: 'a1', ...options },
  };
  const recipientChanged: AccountEvent = {
    type: 'InvoiceRecipientChanged',
    data: { accountId: 'a1', userId: 'u2' },
  };
  const dealerIdChanged: AccountEvent = {
    type: 'AccountDealerIdChanged',
    data: { accountId: 'a1', dealerId: 'KS0001' },
  };
  const changeOptions = { type: 'ChangeAccountOptions', changes: { demoPricing: true } } as const;
  const changeRecipient = { type: 'ChangeInvoiceRecipient', userId: 'u2' } as const;
  const changeDealerId = { type: 'ChangeAccountDealerId', dealerId: 'KS0001' } as const;
  it('keeps the option that is not named', () => account().when(changeOptions).thenEvents(optionsChanged));
  it('the same options yield no event', () => account(optionsChanged).when(changeOptions).thenNothing());
  it('changes the recipient', () => account().when(changeRecipient).thenEvents(recipientChanged));
  it('the same recipient yields no event', () =>
    account(recipientChanged).when(changeRecipient).thenNothing());
  it('shows the Dealer ID of its first user', () =>
    account().when(changeDealerId).thenEvents(dealerIdChanged));
  it('the same Dealer ID yields no event', () => account(dealerIdChanged).when(changeDealerId).thenNothing());
  it('refuses a Dealer ID of another form', () =>
    account()
      .when({ type: 'ChangeAccountDealerId', dealerId: 'KS1' })
      .thenRefused('unprocessable', 'Dealer ID must be in format KS + 4 digits', 'dealerId'));
});

it('an account needs AccountOpened first', () =>
  expect(accountDecider.evolve({ status: 'none' }, rateChanged(700))).toEqual({ status: 'none' }));

it('keeps rates, recipient and mode', () => {
  const history = [opened, rateChanged(700, '2026-05-01')];
  expect(history.reduce(accountDecider.evolve, accountDecider.initialState)).toMatchObject({
    status: 'open',
    invoiceRecipient: 'u1',
    isDemo: true,
    rates: [
      { cents: 650, effectiveFrom: null },
      { cents: 700, effectiveFrom: '2026-05-01' },
    ],
  });
});
