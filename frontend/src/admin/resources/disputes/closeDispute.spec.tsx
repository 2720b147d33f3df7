import type { InvoiceReplay } from '@portal/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
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

/** An invoice of these sites, 12 readers each; the question is about the last one. */
function replayOf(names: readonly string[]): InvoiceReplay {
  const lines = names.map((name) => ({
    site_id: name,
    name,
    readers: 12,
    rate_cents: 650,
    amount_cents: 7_800,
    source: 'account',
    because: [],
  }));
  return {
    invoiceId: dispute.invoice_id,
    cutSeq: 7,
    issued: { total_cents: 7_800 * names.length, lines },
    replayed: { total_cents: 7_800 * names.length, lines },
    equal: true,
    lines: lines.map(({ amount_cents: _, ...line }) => ({
      ...line,
      why: [{ event_id: line.name, seq: 3, text: `12 readers at ${line.name}` }],
    })),
    hypothetical: false,
  };
}

// Proves I7-dispute-4
describe('the page of a question', () => {
  const about = { ...dispute, line: 2, line_name: 'Yard' };
  const close = '/api/admin/disputes/q1/close';
  const open = (answers: Parameters<typeof openWithApi>[1] = {}) =>
    openWithApi('/admin-dashboard/disputes/q1/show', {
      'GET /api/admin/disputes/q1': about,
      [`GET /api/admin/invoices/${dispute.invoice_id}/replay`]: replayOf(['Depot', 'Mill', 'Yard']),
      ...answers,
    });
  const lines = (table: HTMLElement) =>
    within(table)
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent?.replace('Default rate', ''));

  it('shows the line in question with its causes, and the others on request', async () => {
    const { user } = await open();
    const table = await screen.findByRole('region', { name: 'Replay by line' });
    const [only, ...others] = lines(table);
    expect(only).toMatch(/^Yard/);
    expect(others).toEqual([]);
    expect(within(table).getByText('12 readers at Yard (#3)')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show the other 2 lines' }));
    expect(lines(table).map((line) => line?.slice(0, 4))).toEqual(['Yard', 'Depo', 'Mill']);
  });

  it('settles the question with what is written as the answer', async () => {
    const { user, changes } = await open({ [`POST ${close}`]: about });
    await user.type(await screen.findByLabelText(/Your answer/), 'Twelve since May');
    await user.click(screen.getByRole('button', { name: 'Answer and settle' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Settle' }));
    expect(await screen.findByText('Question settled')).toBeTruthy();
    const [change, ...more] = changes();
    expect(change).toMatchObject({
      path: close,
      body: { outcome: 'explained', explanation: 'Twelve since May' },
    });
    expect(more).toEqual([]);
  });

  it('keeps an answer that was not sent, and none that was', async () => {
    const first = await open();
    await first.user.type(await screen.findByLabelText(/Your answer/), 'Twelve since');
    cleanup();
    const replies = '/api/admin/disputes/q1/replies';
    const answer = { at: '2026-12-06T10:00:00.000Z', by: 'admin', text: 'Twelve since May' } as const;
    let now = about;
    const { user } = await open({
      'GET /api/admin/disputes/q1': () => json(now),
      [`POST ${replies}`]: () => {
        now = { ...about, messages: [...about.messages, answer] };
        return json(now);
      },
    });
    const entry = await screen.findByLabelText<HTMLTextAreaElement>(/Your answer/);
    await waitFor(() => expect(entry.value).toBe('Twelve since'));
    expect(screen.getByText(/^This was not sent yet\./)).toBeTruthy();
    await user.type(entry, ' May');
    await user.click(screen.getByRole('button', { name: 'Send answer' }));
    expect(await screen.findByText('Answer sent')).toBeTruthy();
    await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>(/Your answer/).value).toBe(''));
    expect(screen.queryByText(/^This was not sent yet\./)).toBeNull();
  });
});

// Proves I7-dispute-4
it('the list of questions shows what was asked', async () => {
  const lists = { 'Content-Range': 'disputes 0-0/1' };
  await openWithApi('/admin-dashboard/disputes', {
    'GET /api/admin/disputes': () => json([dispute], 200, lists),
  });
  expect(await screen.findByText('Why so much?')).toBeTruthy();
});
