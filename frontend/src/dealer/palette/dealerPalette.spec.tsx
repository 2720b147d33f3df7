import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openPage } from '../../shared/testing/openPage.tsx';
import { dealer } from '../../shared/testing/people.ts';
import { answerFetch } from '../../shared/testing/server.ts';
import { anInvoice, invoicesOf } from '../invoices/testing/records.ts';
import { site } from '../sites/testing/records.ts';

const lanes = Array.from({ length: 13 }, (_, n) => site(`l${n}`, `Lane ${n + 1}`, 'active'));
const pier = { ...site('p', 'Pier 7', 'active'), site_address: '12 Lane Street' };

async function openPalette(invoices = invoicesOf(3)) {
  answerFetch({
    'GET /api/user': dealer,
    'GET /api/sites': [...lanes, pier],
    'GET /api/sites?shared=true': [],
    'GET /api/invoices': invoices,
  });
  const page = openPage('/resources');
  await screen.findByRole('heading', { level: 1 });
  await page.user.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: 'Search' });
  return { ...page, field };
}
const texts = async (group: string) =>
  within(await screen.findByRole('group', { name: group }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);

// Proves S5-palette-dealer-1
describe('the palette of a dealer', () => {
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  it('finds a site by its address, which is marked', async () => {
    const { user, field, place } = await openPalette();
    await user.type(field, '12 lane');
    expect((await texts('Sites'))[0]).toBe('Pier 712 Lane Street, Staten Island, NY 10311 · active');
    const first = screen.getAllByRole('option')[0];
    expect(first?.querySelector('mark')?.textContent).toBe('12 Lane');
    await user.keyboard('{Enter}');
    expect(place()).toBe('/sites/p');
  });

  it('leads to the list of all sites that it finds', async () => {
    const { user, field, place, query } = await openPalette();
    await user.type(field, 'lane');
    const found = await texts('Sites');
    expect(found).toHaveLength(6);
    expect(found.at(-1)).toBe('All 14 sites9 more');
    await user.click(screen.getByRole('option', { name: /^All 14 sites/ }));
    expect(place() + query()).toBe('/dealer-dashboard?tab=all&q=lane');
  });

  it('finds invoices by number and month, pages, and Pay', async () => {
    const { user, field, place } = await openPalette([anInvoice(), ...invoicesOf(3).slice(1)]);
    expect(await texts('Pages and actions')).toEqual(
      expect.arrayContaining(['New SitePage', 'Pay$156.00 open', 'InvoicingPage']),
    );
    await user.type(field, 'INV-202611');
    expect(await texts('Invoices')).toEqual(['INV-202611-0001November 2026 · $78.00 · paid']);
    await user.keyboard('{Enter}');
    expect(place()).toBe('/invoicing/a1_2026-11_1');
  });

  it('is not there for others', async () => {
    answerFetch({ 'GET /api/user': { ...dealer, is_approved: false } });
    const { user } = openPage('/dealer-approval-pending');
    await screen.findByRole('heading', { level: 1 });
    await user.keyboard('{Control>}k{/Control}');
    expect(screen.queryByRole('combobox', { name: 'Search' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Search' })).toBeNull();
  });
});
