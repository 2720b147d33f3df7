import { describe, expect, it } from 'vitest';
import { US_STATE_CODES } from './choices.ts';
import { dealerIdOfNumber, numberOfDealerId } from './dealerIds.ts';
import {
  allowedEmailPreferences,
  defaultEmailPreferences,
  EMAIL_PREFERENCE_FLAGS,
} from './emailPreferences.ts';
import { formatPhone, normaliseUsername } from './texts.ts';

describe('phones', () => {
  // Proves S2-5-5
  it.each([
    ['1234567890', '(123) 456-7890'],
    ['123-456-7890', '(123) 456-7890'],
    ['(123) 456-7890', '(123) 456-7890'],
    ['123.456.7890', '(123) 456-7890'],
    ['+1 123 456 7890', '+1 123 456 7890'],
    ['123456789', '123456789'],
    ['12345678901', '12345678901'],
    ['123 456 7890 x12', '123 456 7890 x12'],
    ['1234567ext890', '1234567ext890'],
    ['', ''],
  ])('%j shows as %j', (phone, shown) => expect(formatPhone(phone)).toBe(shown));
});

describe('usernames', () => {
  it.each([
    ['Dana', 'dana'],
    ['  DANA ', 'dana'],
    ['Ｄａｎａ', 'dana'],
    ['ﬁona', 'fiona'],
    ['e\u0301va', 'éva'],
  ])('%j is compared as %j', (username, normal) => expect(normaliseUsername(username)).toBe(normal));
  it('do not change when normalised again', () => {
    for (const username of ['İstanbul', 'ΑΣ', 'ẞ', 'ϓ', 'K']) {
      const once = normaliseUsername(username);
      expect(normaliseUsername(once)).toBe(once);
    }
  });
});

describe('states', () => {
  it('are 50 different codes', () => {
    expect(new Set(US_STATE_CODES).size).toBe(50);
    expect(US_STATE_CODES.every((code) => /^[A-Z]{2}$/.test(code))).toBe(true);
  });
});

describe('Dealer IDs', () => {
  it.each([
    [1, 'KS0001'],
    [9999, 'KS9999'],
    [10_000, null],
    [0, null],
    [1.5, null],
  ])('number %d is %s', (number, dealerId) => expect(dealerIdOfNumber(number)).toBe(dealerId));
  it('give their number back', () => {
    expect(numberOfDealerId('KS0042')).toBe(42);
    expect(numberOfDealerId('KS42')).toBeNull();
  });
});

describe('email preferences', () => {
  const on = (isAdmin: boolean) =>
    EMAIL_PREFERENCE_FLAGS.filter((flag) => defaultEmailPreferences(isAdmin)[flag]);
  it('are all on for administrators', () => expect(on(true)).toEqual([...EMAIL_PREFERENCE_FLAGS]));
  it('are six for dealers', () =>
    expect(on(false)).toEqual([
      'site_created',
      'site_approved',
      'site_inactive',
      'site_deleted',
      'invoice_created',
      'invoice_paid',
    ]));
  it("force the administrators' three off for dealers only", () => {
    const all = defaultEmailPreferences(true);
    expect(allowedEmailPreferences(all, true)).toEqual(all);
    expect(allowedEmailPreferences(all, false)).toEqual(defaultEmailPreferences(false));
  });
});
