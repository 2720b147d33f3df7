import { describe, expect, it } from 'vitest';
import { ACCOUNT_OPENED } from '../../test/firstEvents.ts';
import { given } from '../../test/given.ts';
import { accountDecider } from './account.ts';
import { cardsIn } from './cards.ts';
import type { AccountEvent } from './events.ts';

const demo = { accountId: 'a1', livemode: false };
const card = {
  customerId: 'cus_1',
  paymentMethodId: 'pm_1',
  brand: 'visa',
  last4: '4242',
  expMonth: 12,
  expYear: 2030,
};
const consent = { userId: 'u1', consentVersion: '2026-01', consentedAt: '2026-03-10T15:00:00.000Z' };
const customer: AccountEvent = { type: 'StripeCustomerCreated', data: { ...demo, customerId: 'cus_1' } };
const saved: AccountEvent = { type: 'PaymentMethodSaved', data: { ...demo, ...card } };
const removed: AccountEvent = { type: 'PaymentMethodRemoved', data: { ...demo, paymentMethodId: 'pm_1' } };
const consented: AccountEvent = { type: 'AutoPayConsented', data: { ...demo, ...consent } };
const revoked = (userId: string | null): AccountEvent => ({
  type: 'AutoPayRevoked',
  data: { ...demo, userId },
});
const account = (...history: AccountEvent[]) => given(accountDecider, ACCOUNT_OPENED, ...history);
const cardsAfter = (...history: AccountEvent[]) => {
  const state = [ACCOUNT_OPENED, ...history].reduce(accountDecider.evolve, accountDecider.initialState);
  if (state.status === 'none') throw new Error('The account is not open');
  return state.cards;
};
const record = { type: 'RecordStripeCustomer', livemode: false, customerId: 'cus_1' } as const;
const save = { type: 'SavePaymentMethod', livemode: false, card } as const;
const renewed = { brand: 'visa', last4: '9424', expMonth: 11, expYear: 2031 };
const update = {
  type: 'UpdatePaymentMethod',
  livemode: false,
  paymentMethodId: 'pm_1',
  details: renewed,
  updatedAt: '2026-11-03T08:15:00.000Z',
} as const;
const updated: AccountEvent = {
  type: 'PaymentMethodUpdated',
  data: { ...demo, paymentMethodId: 'pm_1', ...renewed, updatedAt: update.updatedAt },
};
const remove = { type: 'RemovePaymentMethod', livemode: false, paymentMethodId: null } as const;
const decline = {
  type: 'RecordCardDecline',
  livemode: false,
  paymentMethodId: 'pm_1',
  decline: { on: '2026-03-10', message: 'Declined.' },
} as const;
const declined: AccountEvent = {
  type: 'PaymentMethodDeclined',
  data: { ...demo, paymentMethodId: 'pm_1', declinedOn: '2026-03-10', message: 'Declined.' },
};
const agree = { type: 'ConsentToAutoPay', livemode: false, consent } as const;
const revoke = { type: 'RevokeAutoPay', livemode: false, userId: 'u1' } as const;

describe("the provider's customer", () => {
  it('is recorded', () => account().when(record).thenEvents(customer));
  it('twice yields no event', () => account(customer).when(record).thenNothing());
  it('is another one in the other mode', () =>
    account(customer)
      .when({ ...record, livemode: true })
      .thenEvents({
        type: 'StripeCustomerCreated',
        data: { accountId: 'a1', livemode: true, customerId: 'cus_1' },
      }));
  it('can be replaced if it was deleted at the provider', () =>
    account(customer)
      .when({ ...record, customerId: 'cus_2' })
      .thenEvents({ type: 'StripeCustomerCreated', data: { ...demo, customerId: 'cus_2' } }));
});

describe('the saved card', () => {
  it('is kept with brand, last digits and expiry', () => account().when(save).thenEvents(saved));
  it('twice yields no event', () => account(saved).when(save).thenNothing());
  it('can be replaced', () =>
    account(saved)
      .when({ ...save, card: { ...card, paymentMethodId: 'pm_2', last4: '0341' } })
      .thenEvents({
        type: 'PaymentMethodSaved',
        data: { ...demo, ...card, paymentMethodId: 'pm_2', last4: '0341' },
      }));
  it('is removed', () => account(saved).when(remove).thenEvents(removed));
  it('removed twice yields no event', () => account(saved, removed).when(remove).thenNothing());
  it('stays if another one was detached', () =>
    account(saved)
      .when({ ...remove, paymentMethodId: 'pm_0' })
      .thenNothing());
  it('is removed if it was detached at the provider', () =>
    account(saved)
      .when({ ...remove, paymentMethodId: 'pm_1' })
      .thenEvents(removed));
  it('is marked when it is declined, each decline once', () => {
    account(saved).when(decline).thenEvents(declined);
    account(saved, declined).when(decline).thenNothing();
    expect(cardsAfter(saved, declined).demo.declined).toEqual({ on: '2026-03-10', message: 'Declined.' });
  });
  it('is not marked for a decline of another card, or of none', () => {
    account(saved)
      .when({ ...decline, paymentMethodId: 'pm_0' })
      .thenNothing();
    account().when(decline).thenNothing();
  });
  // Proves S1-2-checkout-2a
  it('is marked until it is charged, replaced or removed', () => {
    const charge = { type: 'RecordCardCharge', livemode: false, paymentMethodId: 'pm_1' } as const;
    const accepted: AccountEvent = {
      type: 'PaymentMethodAccepted',
      data: { ...demo, paymentMethodId: 'pm_1' },
    };
    account(saved).when(charge).thenNothing();
    account(saved, declined)
      .when({ ...charge, paymentMethodId: 'pm_0' })
      .thenNothing();
    account(saved, declined).when(charge).thenEvents(accepted);
    for (const end of [accepted, saved, removed]) {
      expect(cardsAfter(saved, declined, end).demo.declined).toBeNull();
    }
  });
  it('stays in its mode', () => {
    account(saved)
      .when({ ...remove, livemode: true })
      .thenNothing();
    const cards = cardsAfter(customer, saved, { type: 'AccountWentLive', data: { accountId: 'a1' } });
    expect(cardsIn(cards, false)).toMatchObject({ customerId: 'cus_1', card });
    expect(cardsIn(cards, true)).toMatchObject({ customerId: null, card: null });
  });
});

describe('consent to auto-pay', () => {
  it('is dated and names the text agreed to', () => account(saved).when(agree).thenEvents(consented));
  it('twice yields no event', () => account(saved, consented).when(agree).thenNothing());
  it('needs a card of that mode', () =>
    account(saved)
      .when({ ...agree, livemode: true })
      .thenRefused('unprocessable', 'Please add a payment method before you turn on automatic payments.'));
  it('is withdrawn', () => account(saved, consented).when(revoke).thenEvents(revoked('u1')));
  it('withdrawn twice yields no event', () =>
    account(saved, consented, revoked('u1')).when(revoke).thenNothing());
  it('can be given again', () => account(saved, consented, revoked('u1')).when(agree).thenEvents(consented));
  it('stays when the card is replaced', () =>
    expect(cardsAfter(saved, consented, saved).demo.autoPay).toEqual(consent));
  it('ends with its card', () => {
    account(saved, consented).when(remove).thenEvents(removed, revoked(null));
    expect(cardsAfter(saved, consented, removed, revoked(null)).demo).toMatchObject({
      card: null,
      autoPay: null,
    });
  });
});

// Proves I35-33
describe('a card that the network renewed', () => {
  it('has new digits and expiry', () => account(customer, saved).when(update).thenEvents(updated));
  it('twice yields no event', () => account(customer, saved, updated).when(update).thenNothing());
  it('is renewed in its own mode only', () =>
    account(customer, saved)
      .when({ ...update, livemode: true })
      .thenNothing());
  it('is not another card', () => {
    account(customer, saved)
      .when({ ...update, paymentMethodId: 'pm_2' })
      .thenNothing();
    account(customer, saved, removed).when(update).thenNothing();
  });
  it('keeps the newer of two renewals that come in the wrong order', () =>
    account(customer, saved, updated)
      .when({ ...update, details: { ...renewed, last4: '1111' }, updatedAt: '2026-11-03T08:14:59.000Z' })
      .thenNothing());
  it('keeps the consent, and may be charged again after a decline', () =>
    expect(cardsIn(cardsAfter(customer, saved, consented, declined, updated), false)).toMatchObject({
      card: { paymentMethodId: 'pm_1', customerId: 'cus_1', ...renewed },
      declined: null,
      autoPay: consent,
    }));
});
