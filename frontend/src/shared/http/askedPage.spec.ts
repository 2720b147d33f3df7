import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { askedPage, carryPage, ledBack, takeCarriedPage } from './askedPage.ts';

beforeEach(() => history.replaceState(null, '', '/invoices/i1/pay'));
afterEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
  takeCarriedPage();
});

/** A 401 leads from the page to the sign-in, which leads back to it. */
function leave(): string | null {
  carryPage();
  takeCarriedPage();
  ledBack();
  return askedPage();
}

// Proves I35-37-reads
it('a page that the sign-in has just led back to is not asked for again: it would end there without end', () => {
  expect(leave()).toBe('/invoices/i1/pay');
  expect(leave()).toBeNull();
});

// Proves I35-37-reads
it('a page is asked for again a minute later, and another one at once', () => {
  leave();
  const now = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(now + 60_000);
  expect(leave()).toBe('/invoices/i1/pay');
  history.replaceState(null, '', '/invoicing');
  expect(leave()).toBe('/invoicing');
});
