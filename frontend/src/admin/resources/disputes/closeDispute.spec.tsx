import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { json } from '../../../shared/testing/server.ts';
import { type ApiAnswer, openWithApi } from '../../dealerBilling/testing/openWithApi.tsx';
import { aDispute } from '../../testing/moneyRecords.ts';

const dispute = aDispute();
/** What can be corrected, or what correcting the readers comes to. */
const correctable = (readers = 12) => ({
  invoice_id: dispute.invoice_id,
  corrections_made: 1,
  total_before: 78,
  total_after: readers * 6.5,
  lines: [
    {
      site_id: 's1',
      name: 'Harbor',
      billed_before: true,
      billed_after: true,
      readers_before: 12,
      readers_after: readers,
      rate_before: 6.5,
      rate_after: 6.5,
      amount_before: 78,
      amount_after: readers * 6.5,
      reasons: readers === 12 ? [] : ['Two removed'],
    },
  ],
  adjustments: [],
});
const previewed: ApiAnswer = ({ body }: { readonly body: { readonly corrections: readonly unknown[] } }) =>
  json(correctable(body.corrections.length === 0 ? 12 : 10));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

// Proves B45
it.each([
  ['Correct and reissue the invoice', 'reissued'],
  ['Credit the difference', 'credited'],
])('names the previewed corrections: %s', async (label, outcome) => {
  const close = '/api/admin/disputes/q1/close';
  const page = await openWithApi('/admin-dashboard/disputes/q1/show', {
    'GET /api/admin/disputes/q1': dispute,
    [`POST /api/admin/invoices/${dispute.invoice_id}/preview-correction`]: previewed,
    [`POST ${close}`]: dispute,
  });
  await page.user.click(await screen.findByRole('button', { name: /^Settle/ }));
  const dialog = within(await screen.findByRole('dialog'));
  await page.user.selectOptions(await dialog.findByLabelText(/Outcome/), label);
  await page.user.click(await dialog.findByRole('button', { name: 'Add' }));
  const entry = within(await dialog.findByRole('group', { name: 'Correction of Harbor' }));
  await page.user.clear(entry.getByLabelText(/Readers/));
  await page.user.type(entry.getByLabelText(/Readers/), '10');
  await page.user.type(entry.getByLabelText(/Reason/), 'Two removed');
  await page.user.type(dialog.getByLabelText(/Explanation/), 'You are right');
  await page.user.click(dialog.getByRole('button', { name: 'Show before and after' }));
  await page.user.click(await dialog.findByRole('button', { name: 'Settle' }));
  expect(await screen.findByText('Question settled')).toBeTruthy();
  const corrections = [{ kind: 'readers', site_id: 's1', readers: '10', reason: 'Two removed' }];
  expect(page.changes().at(-1)).toMatchObject({ path: close, body: { outcome, corrections, previewed: 1 } });
});
