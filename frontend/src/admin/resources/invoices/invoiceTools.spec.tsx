import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { aDetail, anInvoice } from '../../../dealer/invoices/testing/records.ts';
import { json } from '../../../shared/testing/server.ts';
import { toast as showToast } from '../../../shared/toast/toasts.ts';
import { openWithApi } from '../../dealerBilling/testing/openWithApi.tsx';
import { aSite } from '../../testing/records.ts';

const ID = 'a1_2026-12_1';
const admin = `/api/admin/invoices/${ID}`;
const receipts = '/api/admin/accounts/a1/receipts';
/** The company's open invoices, and what records a payment of them. */
const recordable = (...invoices: ReturnType<typeof anInvoice>[]) => ({
  'GET /api/admin/invoices': invoices.length === 0 ? [anInvoice()] : invoices,
  [`POST ${receipts}`]: {},
});
const paid = {
  status: 'paid',
  payment_date: '2026-12-03',
  payment_kind: 'card',
  can_pay: false,
  correctable: { refund: 78, card: 78, credit: 78 },
} as const;
const byCredit = { ...paid, payment_kind: 'none', total_amount: 0, credit_spent_amount: 78 } as const;

/** What can be corrected, or what correcting the readers comes to. */
const correctable = (readers = 12) => ({
  invoice_id: ID,
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
      readers_after: 12,
      rate_before: 6.5,
      rate_after: 6.5,
      amount_before: 78,
      amount_after: readers * 6.5,
      reasons: readers === 12 ? [] : ['Two removed'],
      ...(readers === 12 ? {} : { readers_after: readers }),
    },
  ],
  adjustments: [],
});

/** Without corrections what stands there, with some what they come to. */
const previewed = ({ body }: { body: unknown }) =>
  json(correctable((body as { corrections: unknown[] }).corrections.length === 0 ? 12 : 10));

const open = async (detail = aDetail(), answers = {}) => {
  const page = await openWithApi(`/invoicing/${ID}`, { [`GET ${admin}`]: detail, ...answers });
  await screen.findByRole('group', { name: 'Administration of this invoice' });
  return page;
};
const offered = () =>
  within(screen.getByRole('group', { name: 'Administration of this invoice' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent);
const toast = async (title: string) => (await screen.findByText(title)).parentElement?.textContent;
/** Opens the dialog of an action. */
async function ask(page: Awaited<ReturnType<typeof open>>, action: string, dialog: string) {
  await page.user.click(await screen.findByRole('button', { name: action }));
  return within(await screen.findByRole('dialog', { name: dialog }));
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('an administrator on an invoice', () => {
  // Proves S2-6-invoice
  it('has no Pay Now, and returns to the Invoicing tab', async () => {
    await open();
    expect(screen.queryByRole('button', { name: 'Pay Now' })).toBeNull();
    const back = screen.getByRole('link', { name: 'Back to Invoicing' });
    expect(back.getAttribute('href')).toBe('/admin-dashboard/invoicing');
  });

  // Proves S2-6-invoice
  it.each([
    [{}, ['Link to a site', 'Record payment', 'Correct', 'Write off', 'Void']],
    [{ dispute: 'open' }, ['Link to a site', 'Record payment', 'Correct', 'Void']],
    [{ status: 'written_off', written_off_amount: 78 }, ['Link to a site', 'Take write-off back']],
    [
      { written_off_amount: 38, open_amount: 40 },
      ['Link to a site', 'Record payment', 'Write off', 'Take write-off back'],
    ],
    [paid, ['Link to a site', 'Correct', 'Refund', 'Credit']],
    [{ ...paid, correctable: { refund: 0, card: 0, credit: 0 } }, ['Link to a site']],
    [
      { ...byCredit, correctable: { refund: 0, card: 0, credit: 78 } },
      ['Link to a site', 'Correct', 'Credit'],
    ],
    [{ status: 'canceled' }, ['Link to a site', 'Reissue']],
    [{ status: 'canceled', replaced_by: 'x' }, ['Link to a site']],
    [{ status: 'carried', carried_to: 'x' }, ['Link to a site']],
  ] as const)('is offered the actions of its state %#', async (state, actions) => {
    await open(aDetail(state));
    expect(offered()).toEqual(actions);
  });

  // Proves S2-5-associate
  it('associates it with a site of its account: one must be chosen', async () => {
    const page = await open(aDetail(), {
      'GET /api/admin/sites': [aSite({ id: 's7', site_name: 'Depot' })],
      'POST /api/admin/update-invoice-site': { message: 'Invoice site association updated' },
    });
    const dialog = await ask(page, 'Link to a site', 'Associate with Site');
    const site = await dialog.findByLabelText(/^Site/);
    expect(dialog.getByText('Please select a site')).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Update' })).toHaveProperty('disabled', true);
    await page.user.selectOptions(site, 'Depot');
    expect(dialog.queryByText('Please select a site')).toBeNull();
    await page.user.click(dialog.getByRole('button', { name: 'Update' }));
    expect(await toast('Invoice updated')).toContain('Invoice site association updated');
    expect(page.changes()).toMatchObject([
      { path: '/api/admin/update-invoice-site', body: { invoiceId: ID, siteId: 's7' } },
    ]);
    const asked = page.calls.find(({ path, query }) => path === '/api/admin/sites' && !query.has('range'));
    expect(asked?.query.get('filter')).toBe('{"account_id":"a1"}');
  });

  // Proves S2-5-associate
  it('shows Failed to update invoice site association, and keeps the dialog', async () => {
    const page = await open(aDetail(), {
      'GET /api/admin/sites': [aSite({ id: 's7', site_name: 'Depot' })],
      'POST /api/admin/update-invoice-site': () => Promise.reject(new TypeError()),
    });
    const dialog = await ask(page, 'Link to a site', 'Associate with Site');
    await page.user.selectOptions(await dialog.findByLabelText(/^Site/), 'Depot');
    await page.user.click(dialog.getByRole('button', { name: 'Update' }));
    expect(await toast('Error')).toContain('Failed to update invoice site association');
    expect(dialog.getByRole('button', { name: 'Update' })).toHaveProperty('disabled', false);
  });

  it('voids it with a reason and reloads it', async () => {
    let voided = false;
    const page = await open(aDetail(), {
      [`GET ${admin}`]: () => json(aDetail(voided ? { status: 'canceled', can_pay: false } : {})),
      [`POST ${admin}/void`]: () => {
        voided = true;
        return json({});
      },
    });
    const dialog = await ask(page, 'Void', 'Void INV-202612-0001?');
    await page.user.type(dialog.getByLabelText(/Reason/), 'billed twice');
    await page.user.click(dialog.getByRole('button', { name: 'Void invoice' }));
    expect(await toast('Invoice voided')).toBeTruthy();
    expect(await screen.findByText('Canceled')).toBeTruthy();
    expect(page.changes()).toMatchObject([{ path: `${admin}/void`, body: { reason: 'billed twice' } }]);
  });

  // Proves B38-write-off
  it('writes it off with a reason, and takes that back', async () => {
    let state: Parameters<typeof aDetail>[0] = { paid_amount: 38, open_amount: 40 };
    const answer = (next: typeof state) => () => {
      state = next;
      return json({});
    };
    const page = await open(aDetail(state), {
      [`GET ${admin}`]: () => json(aDetail(state)),
      [`POST ${admin}/write-off`]: answer({ status: 'written_off', written_off_amount: 40 }),
      [`POST ${admin}/take-write-off-back`]: answer({ open_amount: 40, paid_amount: 38 }),
    });
    const dialog = await ask(page, 'Write off', 'Write off $40.00 of INV-202612-0001?');
    expect(
      dialog.getByText('$40.00 that Northgate Security owes of INV-202612-0001 becomes bad debt.'),
    ).toBeTruthy();
    await page.user.click(dialog.getByRole('button', { name: 'Write off' }));
    expect(await dialog.findByText('Please give a reason')).toBeTruthy();
    await page.user.type(dialog.getByLabelText(/Reason/), 'The company closed');
    await page.user.click(dialog.getByRole('button', { name: 'Write off' }));
    expect(await toast('Invoice written off')).toBeTruthy();
    // dealers read Canceled (rule B34)
    expect(await screen.findByText('Written off')).toBeTruthy();
    const back = await ask(page, 'Take write-off back', 'Take the write-off of INV-202612-0001 back?');
    expect(back.getByText(/Northgate Security owes \$40\.00 of INV-202612-0001 again\./)).toBeTruthy();
    await page.user.type(back.getByLabelText(/Reason/), 'A check came');
    await page.user.click(back.getByRole('button', { name: 'Take back' }));
    expect(await toast('Write-off taken back')).toBeTruthy();
    expect(page.changes()).toMatchObject([
      { path: `${admin}/write-off`, body: { reason: 'The company closed' } },
      { path: `${admin}/take-write-off-back`, body: { reason: 'A check came' } },
    ]);
  });

  it('shows why the server refuses', async () => {
    const page = await open(aDetail(), {
      [`POST ${admin}/void`]: () =>
        json({ error: "A paid invoice can't be voided. Refund or credit the difference instead." }, 409),
    });
    const dialog = await ask(page, 'Void', 'Void INV-202612-0001?');
    await page.user.click(dialog.getByRole('button', { name: 'Void invoice' }));
    expect(await toast('Error')).toContain("A paid invoice can't be voided.");
  });

  it('reissues a voided one unchanged, after a comparison', async () => {
    const page = await open(aDetail({ status: 'canceled', can_pay: false }), {
      [`POST ${admin}/preview-correction`]: correctable(),
      [`POST ${admin}/reissue`]: {},
    });
    const dialog = await ask(page, 'Reissue', 'Reissue INV-202612-0001');
    await page.user.click(dialog.getByRole('button', { name: 'Show before and after' }));
    expect(await dialog.findByRole('region', { name: 'Before and after' })).toBeTruthy();
    await page.user.click(dialog.getByRole('button', { name: 'Reissue' }));
    expect(await toast('Invoice reissued')).toBeTruthy();
    expect(page.changes().at(-1)).toMatchObject({
      path: `${admin}/reissue`,
      body: { corrections: [], previewed: 1 },
    });
  });

  it('reads the lines again after a failure', async () => {
    let tries = 0;
    const page = await open(aDetail(), {
      [`POST ${admin}/preview-correction`]: () => {
        tries += 1;
        return tries > 1
          ? json(correctable())
          : json({ error: 'The read models have not caught up with the log yet.' }, 503);
      },
    });
    const dialog = await ask(page, 'Correct', 'Correct INV-202612-0001');
    await dialog.findByText(/The invoice could not be loaded. The read models have not caught up/);
    await page.user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByLabelText('What to correct')).toBeTruthy();
  });

  // Proves S6-correct-2
  it('corrects an open one: corrections with reasons, a comparison, then the reissue', async () => {
    const page = await open(aDetail(), {
      [`POST ${admin}/preview-correction`]: previewed,
      [`POST ${admin}/reissue`]: {},
    });
    const dialog = await ask(page, 'Correct', 'Correct INV-202612-0001');
    const what = await dialog.findByLabelText('What to correct');
    expect(document.activeElement).toBe(what);
    await page.user.click(dialog.getByRole('button', { name: 'Show before and after' }));
    expect(await dialog.findByText('Please add a correction')).toBeTruthy();
    await page.user.click(dialog.getByRole('button', { name: 'Add' }));
    const entry = within(await dialog.findByRole('group', { name: 'Correction of Harbor' }));
    await page.user.click(dialog.getByRole('button', { name: 'Show before and after' }));
    expect(await entry.findByText('Please correct the readers, the rate or the billing')).toBeTruthy();
    await page.user.clear(entry.getByLabelText(/Readers/));
    await page.user.type(entry.getByLabelText(/Readers/), '10');
    expect(await entry.findByText('Reason is required')).toBeTruthy();
    await page.user.type(entry.getByLabelText(/Reason/), 'Two removed');
    await page.user.click(dialog.getByRole('button', { name: 'Show before and after' }));
    const table = within(await dialog.findByRole('region', { name: 'Before and after' }));
    expect(table.getByRole('row', { name: /Harbor.*\$78\.00.*12 × \$6\.50.*\$65\.00.*10 ×/ })).toBeTruthy();
    await page.user.click(dialog.getByRole('button', { name: 'Change the corrections' }));
    expect(await dialog.findByDisplayValue('Two removed')).toBeTruthy();
    await page.user.click(dialog.getByRole('button', { name: 'Show before and after' }));
    await page.user.click(await dialog.findByRole('button', { name: 'Void and reissue' }));
    expect(await toast('Invoice reissued')).toBeTruthy();
    const corrections = [{ kind: 'readers', site_id: 's1', readers: '10', reason: 'Two removed' }];
    expect(page.changes().at(-1)).toMatchObject({
      path: `${admin}/reissue`,
      body: { corrections, previewed: 1 },
    });
  });

  // Proves S6-correct-6
  it('corrects the line whose pencil is pressed, and links the new invoice', async () => {
    const page = await open(aDetail(), {
      [`POST ${admin}/preview-correction`]: previewed,
      [`POST ${admin}/reissue`]: aDetail({ id: 'a1_2026-12_2', invoice_number: 'INV-202612-0002' }),
    });
    const dialog = await ask(page, 'Correct Harbor View', 'Correct INV-202612-0001');
    const entry = within(await dialog.findByRole('group', { name: 'Correction of Harbor' }));
    await page.user.clear(entry.getByLabelText(/Readers/));
    await page.user.type(entry.getByLabelText(/Readers/), '10');
    await page.user.type(entry.getByLabelText(/Reason/), 'Two removed');
    await page.user.click(dialog.getByRole('button', { name: 'Show before and after' }));
    await page.user.click(await dialog.findByRole('button', { name: 'Void and reissue' }));
    expect(await toast('Invoice reissued')).toBeTruthy();
    const link = screen.getByRole('link', { name: 'View INV-202612-0002' });
    expect(link.getAttribute('href')).toBe('/invoicing/a1_2026-12_2');
  });

  // Proves S6-correct-3
  it('corrects a paid one: the difference is credited or refunded, as shown before', async () => {
    const page = await open(
      aDetail({ ...paid, payment_kind: 'check', correctable: { refund: 78, card: 0, credit: 78 } }),
      {
        [`POST ${admin}/preview-correction`]: previewed,
        [`POST ${admin}/correct`]: {},
      },
    );
    const dialog = await ask(page, 'Correct', 'Correct INV-202612-0001');
    await page.user.selectOptions(await dialog.findByLabelText('What to correct'), 'Custom line');
    await page.user.click(dialog.getByRole('button', { name: 'Add' }));
    const entry = within(await dialog.findByRole('group', { name: 'Correction of Custom line' }));
    await page.user.type(entry.getByLabelText(/Text/), 'Goodwill');
    await page.user.type(entry.getByLabelText(/Amount/), '-13');
    await page.user.type(entry.getByLabelText(/Reason/), 'Late');
    await page.user.selectOptions(dialog.getByLabelText(/The difference/), 'Is sent back');
    await page.user.click(dialog.getByRole('button', { name: 'Show before and after' }));
    expect(await dialog.findByText('Please choose check or ACH')).toBeTruthy();
    // not the reader's own day, which may have begun earlier than the billing day
    expect(dialog.getByLabelText(/Sent on/)).toHaveProperty('value', '2026-12-20');
    await page.user.selectOptions(dialog.getByLabelText(/Sent by/), 'Check');
    await page.user.type(dialog.getByLabelText(/Reference/), '7');
    await page.user.click(dialog.getByRole('button', { name: 'Show before and after' }));
    await page.user.click(await dialog.findByRole('button', { name: 'Refund $13.00' }));
    expect(await toast('Invoice corrected')).toBeTruthy();
    expect(page.changes().at(-1)).toMatchObject({
      path: `${admin}/correct`,
      body: {
        corrections: [{ kind: 'line', text: 'Goodwill', amount: '-13', reason: 'Late' }],
        as: 'refund',
        method: 'check',
        reference: '7',
        previewed: 1,
      },
    });
  });

  it('records a check for the open amount', async () => {
    const page = await open(aDetail(), recordable());
    const dialog = await ask(page, 'Record payment', 'Record payment of INV-202612-0001');
    expect(dialog.getByLabelText(/Paid by/)).toHaveProperty('value', 'check');
    await page.user.selectOptions(dialog.getByLabelText(/Paid by/), 'Select');
    await page.user.click(dialog.getByRole('button', { name: 'Record payment' }));
    expect(await dialog.findByText('Please choose check or ACH')).toBeTruthy();
    expect(dialog.getByText('Reference is required')).toBeTruthy();
    await page.user.selectOptions(dialog.getByLabelText(/Paid by/), 'Check');
    await page.user.clear(dialog.getByLabelText(/Paid on/));
    await page.user.type(dialog.getByLabelText(/Paid on/), '2026-12-05');
    await page.user.type(dialog.getByLabelText(/Reference/), '1042');
    await page.user.click(dialog.getByRole('button', { name: 'Record payment' }));
    expect(await toast('Payment recorded')).toBeTruthy();
    expect(page.changes()).toMatchObject([
      {
        path: receipts,
        body: {
          amount: '78.00',
          method: 'check',
          received_on: '2026-12-05',
          reference: '1042',
          shares: [{ invoice_id: ID, amount: '78.00' }],
        },
      },
    ]);
  });

  // Proves B47
  it('asks before an equal payment is recorded again', async () => {
    const message =
      '$78.00 with this reference and date was recorded before on INV-202611-0001. Record it again?';
    const refusal = { error: message, code: 'recorded_before', errors: [{ path: 'record_again', message }] };
    const page = await open(aDetail(), {
      ...recordable(),
      [`POST ${receipts}`]: ({ body }: { body: { record_again?: boolean } }) =>
        body.record_again === true
          ? new Response('{}', { headers: { 'Content-Type': 'application/json' } })
          : new Response(JSON.stringify(refusal), {
              status: 409,
              headers: { 'Content-Type': 'application/json' },
            }),
    });
    const dialog = await ask(page, 'Record payment', 'Record payment of INV-202612-0001');
    expect(dialog.queryByRole('checkbox')).toBeNull();
    await page.user.type(dialog.getByLabelText(/Reference/), '1042');
    await page.user.click(dialog.getByRole('button', { name: 'Record payment' }));
    expect(await dialog.findByText(message)).toBeTruthy();
    await page.user.click(dialog.getByRole('checkbox', { name: 'This is another payment: record it again' }));
    await page.user.click(dialog.getByRole('button', { name: 'Record payment' }));
    expect(await toast('Payment recorded')).toBeTruthy();
  });

  // Proves S6-invoices-24
  it('records a check for another amount', async () => {
    const partly = { paid_amount: 38, open_amount: 40 };
    const page = await open(aDetail(partly), recordable(anInvoice(partly)));
    const dialog = await ask(page, 'Record payment', 'Record payment of INV-202612-0001');
    const amount = dialog.getByLabelText(/Amount/);
    expect(amount).toHaveProperty('value', '40.00');
    expect(
      dialog.getByText('$40.00 is open. A lower amount leaves the invoice open, an excess pays others.'),
    ).toBeTruthy();
    expect(dialog.getByLabelText(/Paid on/)).toHaveProperty('min', '2026-12-01');
    expect(dialog.getByLabelText(/Paid on/)).toHaveProperty('max', '2026-12-20');
    expect(dialog.getByLabelText(/Paid on/)).toHaveProperty('value', '2026-12-20');
    await page.user.selectOptions(dialog.getByLabelText(/Paid by/), 'Check');
    await page.user.type(dialog.getByLabelText(/Reference/), '1043');
    for (const [typed, problem] of [
      ['0', 'Amount must be more than $0.00'],
      ['-5', 'Amount must be more than $0.00'],
      ['5.005', 'Amount must be dollars with at most two decimals'],
    ] as const) {
      await page.user.clear(amount);
      await page.user.type(amount, typed);
      await page.user.click(dialog.getByRole('button', { name: 'Record payment' }));
      expect(await dialog.findByText(problem)).toBeTruthy();
    }
    await page.user.clear(amount);
    await page.user.type(amount, '12.50');
    await page.user.click(dialog.getByRole('button', { name: 'Record payment' }));
    expect(await toast('Payment recorded')).toBeTruthy();
    expect(page.changes()).toMatchObject([
      {
        body: {
          amount: '12.50',
          reference: '1043',
          shares: [{ invoice_id: ID, amount: '12.50' }],
        },
      },
    ]);
  });

  it('starts the next payment with the current open amount', async () => {
    // in the place of what the test before said
    showToast({ title: 'Something else' });
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let reads = 0;
    const page = await open(aDetail(), {
      [`GET ${admin}`]: async () => {
        reads += 1;
        if (reads === 1) return json(aDetail());
        await answered;
        return json(aDetail({ paid_amount: 38, open_amount: 40 }));
      },
      ...recordable(),
      [`POST ${receipts}`]: async () => {
        await new Promise((sent) => setTimeout(sent, 20));
        return json({});
      },
    });
    const dialog = await ask(page, 'Record payment', 'Record payment of INV-202612-0001');
    // a hyphen in it is no place to break the title
    expect(dialog.getByText('INV-202612-0001', { selector: 'h2 > span' }).style.whiteSpace).toBe('nowrap');
    await page.user.clear(dialog.getByLabelText(/Amount/));
    await page.user.type(dialog.getByLabelText(/Amount/), '38');
    await page.user.selectOptions(dialog.getByLabelText(/Paid by/), 'Check');
    await page.user.type(dialog.getByLabelText(/Reference/), '1042');
    await page.user.click(dialog.getByRole('button', { name: 'Record payment' }));
    await waitFor(() => expect(reads).toBeGreaterThan(1));
    // the dialog waits for the page, which still shows the old amount
    expect(screen.queryByText('Payment recorded')).toBeNull();
    expect(dialog.getByRole('status').textContent).toBe('$38.00 pays 1 invoice.');
    answer();
    expect(await toast('Payment recorded')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    // it did not read the invoices again, of which none may be open now
    expect(page.calls.filter(({ query }) => query.get('filter')?.includes('account_id'))).toHaveLength(1);
    const next = await ask(page, 'Record payment', 'Record payment of INV-202612-0001');
    expect(next.getByLabelText(/Amount/)).toHaveProperty('value', '40.00');
  });

  // Proves I38-receipts-4
  it('shares a check by several invoices, the oldest first, and says what becomes credit', async () => {
    const older = (period: string, open_amount: number) =>
      anInvoice({
        id: `a1_${period}`,
        invoice_number: `INV-${period.replace('-', '')}-0001`,
        invoice_date: `${period}-01`,
        open_amount,
      });
    const [october, november] = [older('2026-10', 100), older('2026-11', 200)];
    const page = await open(aDetail(), recordable(october, november, anInvoice()));
    const dialog = await ask(page, 'Record payment', 'Record payment of INV-202612-0001');
    const shares = () => dialog.getAllByLabelText(/^INV-/).map((input) => (input as HTMLInputElement).value);
    await dialog.findByLabelText('INV-202612-0001');
    expect(shares()).toEqual(['', '', '78.00']);
    const type = async (label: RegExp | string, text: string) => {
      await page.user.clear(dialog.getByLabelText(label));
      await page.user.type(dialog.getByLabelText(label), text);
    };
    const said = () => dialog.getByRole('status').textContent;
    await type(/^Amount/, '200');
    expect(shares()).toEqual(['100.00', '22.00', '78.00']);
    expect(said()).toBe('$200.00 pays 3 invoices.');
    // what is changed by hand stays, and the rest moves
    await type('INV-202610-0001', '10');
    expect(shares()).toEqual(['10', '112.00', '78.00']);
    await type('INV-202610-0001', '100.01');
    expect(said()).toBe('$100.00 of INV-202610-0001 is open, not more.');
    expect(dialog.getByRole('button', { name: 'Record payment' })).toHaveProperty('disabled', true);
    await type('INV-202610-0001', '10');
    await type(/^Amount/, '400');
    expect(said()).toBe('$112.00 is given to no invoice yet, though invoices are open.');
    await page.user.click(dialog.getByRole('button', { name: 'Oldest first' }));
    expect(shares()).toEqual(['100.00', '200.00', '78.00']);
    expect(said()).toBe(
      '$378.00 pays 3 invoices. $22.00 becomes credit of the company, which pays the next invoices.',
    );
    await type(/^Reference/, '1234');
    await page.user.click(dialog.getByRole('button', { name: 'Record payment' }));
    expect(await toast('Payment recorded')).toBeTruthy();
    expect(page.changes()).toMatchObject([
      {
        path: receipts,
        body: {
          amount: '400',
          credit: '22.00',
          shares: [
            { invoice_id: 'a1_2026-10', amount: '100.00' },
            { invoice_id: 'a1_2026-11', amount: '200.00' },
            { invoice_id: ID, amount: '100.00' },
          ],
        },
      },
    ]);
  });

  // Proves I38-receipts-4
  it('reverses a check with all its shares, and names the invoices', async () => {
    const receipt = { id: 'r1', amount: 491, invoice_numbers: ['INV-202611-0001', 'INV-202612-0001'] };
    const share = {
      id: 'r1_i1',
      kind: 'check',
      amount: 78,
      paid_on: '2026-12-04',
      reference: '1234',
    } as const;
    const page = await open(aDetail({ ...paid, payments: [{ ...share, reversed_on: null, receipt }] }), {
      'POST /api/admin/receipts/r1/reverse': {},
    });
    expect(
      screen.getByText('$78.00 paid by check 1234 of $491.00 over 2 invoices, on Dec 4, 2026.'),
    ).toBeTruthy();
    const dialog = await ask(page, 'Reverse payment', 'Reverse a payment of INV-202612-0001');
    expect(dialog.getByRole('status').textContent).toBe(
      'This is part of check 1234 of $491.00 over 2 invoices. The whole check is reversed, and these invoices open again: INV-202611-0001, INV-202612-0001.',
    );
    await page.user.type(dialog.getByLabelText(/Reason/), 'It bounced');
    await page.user.click(dialog.getByRole('button', { name: 'Reverse payment' }));
    expect(await toast('Payment reversed')).toBeTruthy();
    expect(page.changes()).toMatchObject([
      { path: '/api/admin/receipts/r1/reverse', body: { reason: 'It bounced' } },
    ]);
  });

  // Proves S6-invoices-27
  it('reverses a recorded payment, with a reason', async () => {
    const payments = [
      { id: 'm1', kind: 'check', amount: 30, paid_on: '2026-12-04', reference: '1042', reversed_on: null },
      { id: 'm2', kind: 'ach', amount: 8, paid_on: '2026-12-05', reference: '091', reversed_on: null },
      {
        id: 'm3',
        kind: 'check',
        amount: 9,
        paid_on: '2026-12-06',
        reference: '7',
        reversed_on: '2026-12-07',
      },
    ] as const;
    const page = await open(aDetail({ paid_amount: 38, open_amount: 40, payments: [...payments] }), {
      [`POST ${admin}/reverse-payment`]: {},
    });
    const dialog = await ask(page, 'Reverse payment', 'Reverse a payment of INV-202612-0001');
    const choice = dialog.getByLabelText(/Payment/);
    expect(
      within(choice)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Select', '$30.00, Check 1042, Dec 4, 2026', '$8.00, ACH 091, Dec 5, 2026']);
    await page.user.click(dialog.getByRole('button', { name: 'Reverse payment' }));
    expect(await dialog.findByText('Please choose a payment')).toBeTruthy();
    expect(dialog.getByText('Please give a reason')).toBeTruthy();
    await page.user.selectOptions(choice, 'm2');
    await page.user.type(dialog.getByLabelText(/Reason/), 'It bounced');
    await page.user.click(dialog.getByRole('button', { name: 'Reverse payment' }));
    expect(await toast('Payment reversed')).toBeTruthy();
    expect(page.changes()).toMatchObject([
      { path: `${admin}/reverse-payment`, body: { payment_id: 'm2', reason: 'It bounced' } },
    ]);
  });

  it('refunds to the card, up to the amount shown', async () => {
    const page = await open(aDetail({ ...paid, correctable: { refund: 50, card: 50, credit: 50 } }), {
      [`POST ${admin}/refund`]: {},
    });
    const dialog = await ask(page, 'Refund', 'Refund INV-202612-0001');
    expect(dialog.getByText('At most $50.00.')).toBeTruthy();
    const amount = dialog.getByLabelText(/Amount/);
    expect(amount).toHaveProperty('value', '50.00');
    await page.user.clear(amount);
    await page.user.type(amount, '5.005');
    await page.user.click(dialog.getByRole('button', { name: 'Refund to the card' }));
    expect(await dialog.findByText('Amount must be dollars with at most two decimals')).toBeTruthy();
    await page.user.clear(amount);
    await page.user.type(amount, '5');
    await page.user.click(dialog.getByRole('button', { name: 'Refund to the card' }));
    expect(await toast('Refund started')).toBeTruthy();
    expect(page.changes().at(-1)?.body).toEqual({ amount: '5', reason: '' });
  });

  // Proves I35-8
  it('says that a refund pays out account credit first', async () => {
    const overpaid = { ...paid, unused_credit_amount: 18, correctable: { refund: 96, card: 0, credit: 78 } };
    const { user } = await open(aDetail(overpaid));
    await user.click(await screen.findByRole('button', { name: 'Refund' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(
      dialog.getByText(/Account credit of \$18\.00 that no invoice has used is paid out first\./),
    ).toBeTruthy();
  });

  it('records how a check was refunded', async () => {
    const page = await open(
      aDetail({ ...paid, payment_kind: 'check', correctable: { refund: 78, card: 0, credit: 78 } }),
      { [`POST ${admin}/refund`]: {} },
    );
    const dialog = await ask(page, 'Refund', 'Refund INV-202612-0001');
    await page.user.click(dialog.getByRole('button', { name: 'Record refund' }));
    expect(await dialog.findByText('Please choose check or ACH')).toBeTruthy();
    expect(dialog.getByText('Reference is required')).toBeTruthy();
    expect(dialog.getByLabelText(/Sent on/)).toHaveProperty('value', '2026-12-20');
    await page.user.selectOptions(dialog.getByLabelText(/Sent by/), 'ACH');
    await page.user.type(dialog.getByLabelText(/Reference/), 'T-9');
    await page.user.click(dialog.getByRole('button', { name: 'Record refund' }));
    expect(await toast('Refund recorded')).toBeTruthy();
    expect(page.changes().at(-1)?.body).toMatchObject({ amount: '78.00', method: 'ach', reference: 'T-9' });
  });

  const inParts = aDetail({ ...paid, correctable: { refund: 78, card: 38, credit: 78 } });

  // Proves S6-invoices-13
  it('refunds to the card no more than the card paid', async () => {
    const page = await open(inParts, { [`POST ${admin}/refund`]: {} });
    const dialog = await ask(page, 'Refund', 'Refund INV-202612-0001');
    const hint = 'At most $38.00. The rest was paid by check or ACH; refund it the same way.';
    expect(dialog.getByText(hint)).toBeTruthy();
    expect(dialog.getByLabelText(/Amount/)).toHaveProperty('value', '38.00');
    await page.user.click(dialog.getByRole('button', { name: 'Refund to the card' }));
    expect(await toast('Refund started')).toBeTruthy();
    expect(page.changes().at(-1)?.body).toEqual({ amount: '38.00', reason: '' });
  });

  // Proves S6-invoices-13
  it('records how the part paid by check was refunded', async () => {
    const page = await open(inParts, { [`POST ${admin}/refund`]: {} });
    const byCard = await ask(page, 'Refund', 'Refund INV-202612-0001');
    await page.user.click(byCard.getByRole('button', { name: 'Refund by check or ACH' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Refund INV-202612-0001' }));
    expect(await dialog.findByText('Check or ACH paid $40.00.')).toBeTruthy();
    expect(dialog.getByLabelText(/Amount/)).toHaveProperty('value', '40.00');
    await page.user.selectOptions(dialog.getByLabelText(/Sent by/), 'Check');
    await page.user.type(dialog.getByLabelText(/Reference/), '7');
    await page.user.click(dialog.getByRole('button', { name: 'Record refund' }));
    expect(await toast('Refund recorded')).toBeTruthy();
    expect(page.changes().at(-1)?.body).toMatchObject({ amount: '40.00', method: 'check', reference: '7' });
  });

  // Proves S6-invoices-13
  it('corrects one paid by check and card: the difference is refunded either way', async () => {
    const page = await open(inParts, {
      [`POST ${admin}/preview-correction`]: previewed,
      [`POST ${admin}/correct`]: {},
    });
    const dialog = await ask(page, 'Correct', 'Correct INV-202612-0001');
    const difference = await dialog.findByLabelText(/The difference/);
    expect(
      within(difference)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Becomes account credit',
      'Goes back to the card, at most $38.00',
      'Is sent back by check or ACH',
    ]);
    await page.user.selectOptions(await dialog.findByLabelText('What to correct'), 'Custom line');
    await page.user.click(dialog.getByRole('button', { name: 'Add' }));
    const entry = within(await dialog.findByRole('group', { name: 'Correction of Custom line' }));
    await page.user.type(entry.getByLabelText(/Text/), 'Goodwill');
    await page.user.type(entry.getByLabelText(/Amount/), '-13');
    await page.user.type(entry.getByLabelText(/Reason/), 'Late');
    const settle = async (way: string, fill = async () => {}) => {
      await page.user.selectOptions(dialog.getByLabelText(/The difference/), way);
      await fill();
      await page.user.click(dialog.getByRole('button', { name: 'Show before and after' }));
      await dialog.findByRole('button', { name: 'Refund $13.00' });
    };
    await settle('Is sent back by check or ACH', async () => {
      await page.user.selectOptions(dialog.getByLabelText(/Sent by/), 'Check');
      await page.user.type(dialog.getByLabelText(/Reference/), '7');
    });
    await page.user.click(dialog.getByRole('button', { name: 'Change the corrections' }));
    await dialog.findByLabelText(/Reference/);
    await settle('Goes back to the card, at most $38.00');
    await page.user.click(dialog.getByRole('button', { name: 'Refund $13.00' }));
    expect(await toast('Invoice corrected')).toBeTruthy();
    const { body } = page.changes().at(-1) ?? {};
    expect(body).toMatchObject({ as: 'refund' });
    expect(body).not.toHaveProperty('method');
  });

  // Proves I8-credit-corrected
  it('shows refunded money and credit separately', async () => {
    const page = await open(
      aDetail({ ...paid, credit_spent_amount: 28, correctable: { refund: 50, card: 50, credit: 78 } }),
      {
        [`POST ${admin}/credit`]: {},
      },
    );
    const refund = await ask(page, 'Refund', 'Refund INV-202612-0001');
    expect(
      refund.getByText('At most $50.00. The rest was settled by account credit; credit it instead.'),
    ).toBeTruthy();
    expect(refund.getByLabelText(/Amount/)).toHaveProperty('value', '50.00');
    await page.user.click(refund.getByRole('button', { name: 'Cancel' }));
    const credit = await ask(page, 'Credit', 'Credit INV-202612-0001');
    expect(credit.getByText('Pays open invoices, then the next ones. At most $78.00.')).toBeTruthy();
    await page.user.click(credit.getByRole('button', { name: 'Credit' }));
    await waitFor(() => expect(page.changes().at(-1)?.body).toEqual({ amount: '78.00', reason: '' }));
  });

  it('credits a part', async () => {
    const page = await open(aDetail(paid), { [`POST ${admin}/credit`]: {} });
    const dialog = await ask(page, 'Credit', 'Credit INV-202612-0001');
    await page.user.clear(dialog.getByLabelText(/Amount/));
    await page.user.type(dialog.getByLabelText(/Amount/), '12.50');
    await page.user.click(dialog.getByRole('button', { name: 'Credit' }));
    expect(await toast('Invoice credited')).toBeTruthy();
    await waitFor(() => expect(page.changes().at(-1)?.body).toEqual({ amount: '12.50', reason: '' }));
  });
});
