import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { json } from '../../shared/testing/server.ts';
import { openWithApi } from '../dealerBilling/testing/openWithApi.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

// Proves S2-2-reports-1
it('shows the last page in place of one beyond it', async () => {
  const row = {
    account: { id: 'c1', company_name: 'Acme Security', dealer_id: 'KS0001' },
    activeSites: 1,
    totalReaders: 12,
    startDate: '2026-11-01',
  };
  const { query } = await openWithApi('/reports?tab=active-companies&page=9', {
    'GET /api/admin/reports/active-companies': ({ query: asked }: { readonly query: URLSearchParams }) => {
      const isThere = asked.get('range') === '[25,49]';
      return json(isThere ? [row] : [], 200, { 'Content-Range': 'rows */26' });
    },
  });
  expect(await screen.findByText('KS0001')).toBeTruthy();
  await waitFor(() => expect(query()).toBe('?tab=active-companies&page=2'));
  expect(screen.queryByText('No data found for the selected filters.')).toBeNull();
});
