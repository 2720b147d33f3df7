import type { Site } from '@portal/contract';
import { describe, expect, it } from 'vitest';
import { aSite } from '../../admin/testing/records.ts';
import { pageOf } from '../../shared/ui/Pager.tsx';
import { arrange, isOrder } from './portfolio.ts';

const site = (id: string, site_name: string, more: Partial<Site> = {}) => aSite({ id, site_name, ...more });
const sites = [
  site('1', 'Pier 10', {
    site_city: 'Albany',
    number_of_readers: '9',
    created_at: '2026-03-01T00:00:00.000Z',
  }),
  site('2', 'pier 9', { site_city: 'Troy', number_of_readers: '40', created_at: '2026-01-01T00:00:00.000Z' }),
  site('3', 'Depot', {
    site_city: 'Albany',
    number_of_readers: '100',
    created_at: '2026-02-01T00:00:00.000Z',
  }),
];
const ids = (found: readonly Site[]) => found.map(({ id }) => id).join('');

describe('a portfolio of sites', () => {
  it.each([
    ['newest', '132'],
    ['oldest', '231'],
    ['name', '321'],
    ['city', '312'],
    ['readers', '321'],
  ] as const)('is sorted by %s', (order, expected) => {
    expect(ids(arrange(sites, '', order))).toBe(expected);
    expect(ids(sites)).toBe('123');
  });

  it('finds every word in name or address, in any case', () => {
    const found = (search: string) => ids(arrange(sites, search, 'oldest'));
    expect(found('PIER')).toBe('21');
    expect(found('pier albany')).toBe('1');
    expect(found('  5 dock ')).toBe('231');
    expect(found('nowhere')).toBe('');
  });

  it('knows its orders', () => {
    expect([isOrder('name'), isOrder('toString'), isOrder(null)]).toEqual([true, false, false]);
  });

  // Proves S5-dealer-1
  it('has pages of ten, and no page beyond the last or before the first', () => {
    const rows = Array.from({ length: 21 }, (_, index) => index);
    expect(pageOf(rows, 2)).toEqual({ page: 2, pages: 3, first: 10, total: 21, shown: rows.slice(10, 20) });
    expect(pageOf(rows, 9)).toMatchObject({ page: 3, shown: [20] });
    for (const wanted of [0, -1, 1.5, Number.NaN]) expect(pageOf(rows, wanted).page).toBe(1);
    expect(pageOf([], 1)).toEqual({ page: 1, pages: 1, first: 0, total: 0, shown: [] });
  });
});
