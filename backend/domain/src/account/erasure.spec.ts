import { describe, expect, it } from 'vitest';
import { ACCOUNT_OPENED as opened } from '../../test/firstEvents.ts';
import { given } from '../../test/given.ts';
import { accountDecider } from './account.ts';
import type { CompanyRecords } from './commands.ts';
import { COMPANY_ERASED } from './erasure.ts';
import type { AccountEvent } from './events.ts';

const card = {
  customerId: 'cus_1',
  paymentMethodId: 'pm_1',
  brand: 'visa',
  last4: '4242',
  expMonth: 12,
  expYear: 2030,
};
const saved: AccountEvent = {
  type: 'PaymentMethodSaved',
  data: { accountId: 'a1', livemode: false, ...card },
};
const records = (more: Partial<CompanyRecords> = {}): CompanyRecords => ({
  siteIds: ['s1'],
  migrationIds: ['m1'],
  orderIds: ['o1'],
  disputeIds: ['d1'],
  noteIds: ['n1'],
  ...more,
});
const erase = (more?: Partial<CompanyRecords>) =>
  ({ type: 'RecordCompanyErasure', records: records(more) }) as const;
const erasedOf = (of: Partial<CompanyRecords>): AccountEvent => ({
  type: 'CompanyDataErased',
  data: {
    accountId: 'a1',
    siteIds: [...(of.siteIds ?? [])],
    migrationIds: [...(of.migrationIds ?? [])],
    orderIds: [...(of.orderIds ?? [])],
    disputeIds: [...(of.disputeIds ?? [])],
    noteIds: [...(of.noteIds ?? [])],
  },
});
const erased = erasedOf(records());
const account = (...history: AccountEvent[]) => given(accountDecider, opened, ...history);

describe("erasing a company's data", () => {
  it('names its records', () => account().when(erase()).thenEvents(erased));
  it('needs no records', () =>
    account()
      .when(erase({ siteIds: [], migrationIds: [], orderIds: [], disputeIds: [], noteIds: [] }))
      .thenEvents(erasedOf({})));
  it('twice yields no event', () => account(erased).when(erase()).thenNothing());
  it('names records that were added since', () =>
    account(erased)
      .when(erase({ siteIds: ['s1', 's2'] }))
      .thenEvents(erasedOf({ siteIds: ['s2'] })));
  it('names a record again that was written to since', () =>
    account(erased)
      .when({ ...erase(), again: ['d1'] })
      .thenEvents(erasedOf({ disputeIds: ['d1'] })));
  it('of many records has parts that name each once', () => {
    const siteIds = Array.from({ length: 9_999 }, (_, n) => `s${n}`);
    const state = accountDecider.evolve(accountDecider.initialState, opened);
    const events = accountDecider.decide(erase({ siteIds, disputeIds: ['d1', 'd2'] }), state);
    const named = events.flatMap(({ type, data }) =>
      type === 'CompanyDataErased'
        ? [data.siteIds, data.migrationIds, data.orderIds, data.disputeIds, data.noteIds]
        : [],
    );
    expect(events).toHaveLength(3);
    expect(Math.max(...named.map(({ length }) => length))).toBeLessThanOrEqual(5_000);
    expect(named.flat()).toEqual([...siteIds, 'm1', 'o1', 'd1', 'd2', 'n1']);
    const after = events.reduce(accountDecider.evolve, state);
    expect(accountDecider.decide(erase({ siteIds, disputeIds: ['d1', 'd2'] }), after)).toEqual([]);
  });
  it('forgets the saved card', () => {
    const after = [opened, saved, erased].reduce(accountDecider.evolve, accountDecider.initialState);
    expect(after).toMatchObject({ cards: { demo: { card: null, customerId: null } } });
  });
  // Proves I8-erase-5
  it('refuses what would use its key', () => {
    const gone = account(saved, erased);
    gone
      .when({ type: 'ChangeCompanyDetails', changes: { companyCity: 'Albany' } })
      .thenRefused('unprocessable', COMPANY_ERASED);
    gone
      .when({ type: 'SavePaymentMethod', livemode: false, card })
      .thenRefused('unprocessable', COMPANY_ERASED);
    gone
      .when({ type: 'RecordStripeCustomer', livemode: false, customerId: 'cus_2' })
      .thenRefused('unprocessable', COMPANY_ERASED);
  });
  it('allows changes without personal data', () =>
    account(erased)
      .when({ type: 'GoLive' })
      .thenEvents({ type: 'AccountWentLive', data: { accountId: 'a1' } }));
});

describe('the end of the time for which Bill To blocks are kept', () => {
  const end = (...invoiceIds: string[]) =>
    ({ type: 'RecordRetentionEnd', retentionId: 'a1_2026', invoiceIds }) as const;
  const ended = (...invoiceIds: string[]): AccountEvent => ({
    type: 'InvoiceRetentionEnded',
    data: { accountId: 'a1', retentionId: 'a1_2026', invoiceIds },
  });
  it('names the invoices of the year', () => account().when(end('i1', 'i2')).thenEvents(ended('i1', 'i2')));
  it('twice yields no event', () => account(ended('i1', 'i2')).when(end('i1')).thenNothing());
  // Proves I8-erase-6
  it('names an invoice that was reissued since', () =>
    account(ended('i1')).when(end('i1', 'i2')).thenEvents(ended('i2')));
});
