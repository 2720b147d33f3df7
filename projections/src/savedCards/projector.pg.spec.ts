import { accountStream, type PortalEvent } from '@portal/domain';
import { expect, it } from 'vitest';
import { agree } from '../../test/agree.ts';
import { bench } from '../../test/harness.ts';
import { savedCards } from './projector.ts';
import { cardsExpiring, savedCardsOf } from './query.ts';

const saved = (livemode: boolean, last4: string, expMonth: number, expYear: number): PortalEvent => ({
  type: 'PaymentMethodSaved',
  data: {
    accountId: 'a1',
    livemode,
    customerId: 'cus',
    paymentMethodId: `pm-${last4}`,
    brand: 'visa',
    last4,
    expMonth,
    expYear,
  },
});
const consent: PortalEvent = {
  type: 'AutoPayConsented',
  data: {
    accountId: 'a1',
    livemode: true,
    userId: 'u1',
    consentVersion: '1',
    consentedAt: '2026-05-01T10:00:00.000Z',
  },
};
const revoked: PortalEvent = {
  type: 'AutoPayRevoked',
  data: { accountId: 'a1', livemode: true, userId: null },
};
const removed: PortalEvent = {
  type: 'PaymentMethodRemoved',
  data: { accountId: 'a1', livemode: true, paymentMethodId: 'pm-2222' },
};

// Proves S6-invoices-21
it('keeps the card of each mode with expiry and consent to automatic payment', async () => {
  const test = await bench();
  await test.history.add(
    accountStream('a1'),
    ['a1'],
    saved(false, '4242', 2, 2028),
    saved(true, '1111', 12, 2026),
    consent,
    saved(true, '2222', 1, 2027),
  );
  await agree(savedCards, test);
  expect(await savedCardsOf(test.pool, ['a1', 'a2'])).toMatchObject([
    { livemode: false, last4: '4242', expires_on: '2028-02-29', consented_at: null },
    {
      livemode: true,
      payment_method_id: 'pm-2222',
      expires_on: '2027-01-31',
      consented_at: '2026-05-01T10:00:00.000Z',
    },
  ]);
  expect(await cardsExpiring(test.pool, { from: '2027-01-01', to: '2027-01-31' })).toMatchObject([
    { last4: '2222' },
  ]);
  expect(await cardsExpiring(test.pool, { from: '2027-02-01', to: '2028-02-28' })).toEqual([]);
});

it('removes a card with its consent', async () => {
  const test = await bench();
  const add = (...events: PortalEvent[]) => test.history.add(accountStream('a1'), ['a1'], ...events);
  await add(saved(true, '2222', 1, 2027), consent, revoked);
  await agree(savedCards, test);
  expect(await savedCardsOf(test.pool, ['a1'])).toMatchObject([{ consented_at: null }]);
  await add(consent, removed, revoked, saved(true, '3333', 1, 2027));
  await agree(savedCards, test);
  expect(await savedCardsOf(test.pool, ['a1'])).toMatchObject([{ last4: '3333', consented_at: null }]);
});

it('marks a declined card until it is charged or replaced', async () => {
  const test = await bench();
  const declined: PortalEvent = {
    type: 'PaymentMethodDeclined',
    data: {
      accountId: 'a1',
      livemode: true,
      paymentMethodId: 'pm-1111',
      declinedOn: '2026-11-22',
      message: 'Your card was declined.',
    },
  };
  const accepted: PortalEvent = {
    type: 'PaymentMethodAccepted',
    data: { accountId: 'a1', livemode: true, paymentMethodId: 'pm-1111' },
  };
  const marks: (string | null | undefined)[] = [];
  for (const event of [
    saved(true, '1111', 12, 2026),
    declined,
    accepted,
    declined,
    saved(true, '2222', 1, 2027),
  ]) {
    await test.history.add(accountStream('a1'), ['a1'], event);
    await agree(savedCards, test);
    marks.push((await savedCardsOf(test.pool, ['a1']))[0]?.declined_on);
  }
  expect(marks).toEqual([null, '2026-11-22', null, '2026-11-22', null]);
});

// Proves I35-33
it('follows a card that the network renewed, and keeps the consent', async () => {
  const test = await bench();
  const renewed: PortalEvent = {
    type: 'PaymentMethodUpdated',
    data: {
      accountId: 'a1',
      livemode: true,
      paymentMethodId: 'pm-2222',
      brand: 'visa',
      last4: '9424',
      expMonth: 11,
      expYear: 2031,
      updatedAt: '2026-11-03T08:15:00.000Z',
    },
  };
  await test.history.add(accountStream('a1'), ['a1'], saved(true, '2222', 1, 2027), consent, renewed);
  await agree(savedCards, test);
  expect(await savedCardsOf(test.pool, ['a1'])).toMatchObject([
    {
      payment_method_id: 'pm-2222',
      last4: '9424',
      expires_on: '2031-11-30',
      consented_at: '2026-05-01T10:00:00.000Z',
    },
  ]);
});
