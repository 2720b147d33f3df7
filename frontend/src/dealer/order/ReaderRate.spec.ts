import { describe, expect, it } from 'vitest';
import { shownRate } from './OrderPanel.tsx';

const account = {
  default_reader_rate: 6.5,
  promotional_reader_rate: 5.25,
  promotional_pricing_active: false,
};

describe('the reader rate an order shows', () => {
  it('is $5.00 while no account is loaded', () => {
    expect(shownRate(undefined)).toEqual({ standardCents: 500, promotionalCents: null });
  });
  it('is the account’s', () => {
    expect(shownRate(account)).toEqual({ standardCents: 650, promotionalCents: null });
  });
  it('is the system’s $7.00 if the account has none, and $0.00 if it is free', () => {
    expect(shownRate({ ...account, default_reader_rate: null }).standardCents).toBe(700);
    expect(shownRate({ ...account, default_reader_rate: 0 }).standardCents).toBe(0);
  });
  it('is shown beside a promotional one only while that is active', () => {
    expect(shownRate({ ...account, promotional_pricing_active: true }).promotionalCents).toBe(525);
    const unset = { ...account, promotional_pricing_active: true, promotional_reader_rate: null };
    expect(shownRate(unset).promotionalCents).toBeNull();
  });
});
