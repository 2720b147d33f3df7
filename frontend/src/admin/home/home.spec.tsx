import { type ActivityEntry, paths, type Revenue } from '@portal/contract';
import { addDays } from '@portal/domain/values';
import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { today } from '../../shared/text.ts';
import { closeAdmin, openAdmin } from '../testing/openAdmin.tsx';
import { overviewOf } from '../testing/overviewOf.ts';

const empty = {
  ...{ users: [], sites: [], migrations: [], contacts: [], payments: [], invoices: [], accounts: [] },
};
const month = (period: string, issued: number, projected = false): Revenue[number] => ({
  ...{ period, issued, paid: 0, open: issued, demo: 0, projected },
});
const open = (answers: Record<string, unknown> = {}) =>
  openAdmin('/admin-dashboard', {
    answers: { [paths.admin.activity]: { entries: [], next: null }, ...answers },
  });

describe('the admin home', () => {
  afterEach(closeAdmin);

  // Proves S5-admin-home-6
  it('has a card and a badge for open questions and failed refunds', async () => {
    const overview = overviewOf(empty);
    const waiting = { ...overview.waiting, questions: 2, failed_refunds: 1, overdue_invoices: 12 };
    const oldest = { ...overview.oldest, questions: addDays(today(), -2), failed_refunds: today() };
    const { router, person } = open({ [paths.admin.overview]: { ...overview, waiting, oldest } });
    const cards = within(await screen.findByRole('list', { name: 'Needs a decision' }));
    expect(cards.getByRole('link', { name: 'Open questions 2 oldest 2 days' })).toBeTruthy();
    const menu = within(screen.getByRole('navigation', { name: 'Administration' }));
    expect(menu.getByRole('link', { name: 'Questions 2 open' })).toBeTruthy();
    expect(menu.getByRole('link', { name: 'Invoicing 12 overdue, 1 with failed refund' })).toBeTruthy();
    await person.click(cards.getByRole('link', { name: 'Failed refunds 1 since today' }));
    await screen.findByRole('heading', { level: 1, name: 'Payments' });
    expect(new URLSearchParams(router.state.location.search).get('filter')).toBe('{"refund_failed":true}');
    const sections = within(screen.getByRole('navigation', { name: 'Invoicing' }));
    expect(sections.getByRole('link', { name: 'Payments 1 with failed refund' })).toBeTruthy();
    expect(sections.getByRole('link', { name: 'Invoices 12 overdue' })).toBeTruthy();
  });

  // Proves S5-admin-home-1
  it("says that the figures can't be loaded, beside what can, and reads them again", async () => {
    const busy = Response.json({ error: 'Busy' }, { status: 503 });
    const { api, person } = open({ [paths.admin.overview]: busy });
    await screen.findByText('The figures could not be loaded. Busy');
    expect(screen.getByRole('heading', { name: 'Sites to approve' })).toBeTruthy();
    delete api.data.answers[paths.admin.overview];
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('list', { name: 'Figures' });
  });

  // Proves S5-admin-home-3
  it('groups what is said of several invoices in a row', async () => {
    const said = (seq: number, text: string, kind: 'invoice' | 'site' = 'invoice'): ActivityEntry => ({
      ...{ seq, text, at: '2026-11-23T17:08:00.000Z', by: 'The portal', type: 'InvoiceReminderSent' },
      subject: { kind, id: `i${seq}`, name: `INV-${seq}` },
    });
    const late = 'Reminder sent 3 days after the due date';
    const later = 'Reminder sent 14 days after the due date';
    const entries = [
      said(6, late),
      said(5, late),
      said(4, later),
      said(3, 'Approved', 'site'),
      said(2, 'Approved', 'site'),
      said(1, 'Invoice INV-1 issued'),
    ];
    open({ [paths.admin.activity]: { entries, next: null } });
    const list = within(await screen.findByRole('list', { name: 'Newest activity' }));
    expect(list.getAllByRole('listitem').map((item) => item.querySelector('p')?.textContent)).toEqual([
      `2 invoices: ${late}`,
      `INV-4: ${later}`,
      'INV-3: Approved',
      'INV-2: Approved',
      'Invoice INV-1 issued',
    ]);
    expect(list.getByRole('link', { name: 'INV-5' })).toBeTruthy();
  });

  // Proves S5-admin-home-2
  it('compares figures with what the month was billed, and tells the mode once', async () => {
    const overview = overviewOf(empty);
    const of = { companies: 3, active_sites: 12, active_readers: 90, projected_monthly: 585 };
    const totals = { companies: 1, open_amount: 300, current_amount: 50, credit_amount: 0, balance: 300 };
    const late = {
      days_1_30_amount: 50,
      days_31_60_amount: 150,
      days_61_90_amount: 50,
      days_over_90_amount: 0,
    };
    open({
      [paths.admin.overview]: { ...overview, live: of, demo: { ...of, companies: 1 } },
      [paths.admin.overviewBilled]: {
        period: '2026-07',
        live: { active_sites: 12, active_readers: 100, monthly: 546.5 },
        demo: null,
      },
      [paths.admin.receivableTotals]: [{ ...totals, ...late, is_demo: false, overdue_amount: 250 }],
    });
    await screen.findByText('+$38.50 since Jul 1, 2026');
    const figures = within(screen.getByRole('list', { name: 'Figures' }));
    expect(figures.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Projected for Aug 1, 2026$585.00+$38.50 since Jul 1, 2026',
      'Readers90\u221210 since Jul 1, 2026',
      'Active sites12No change since Jul 1, 2026',
      'Overdue$250.00$200.00 for more than 30 days',
    ]);
    expect(screen.getByRole('link', { name: '3 companies' }).parentElement?.textContent).toBe(
      '3 companies · Demo: 1 company, 12 active sites, 90 readers, $585.00 a month',
    );
    expect(screen.getAllByText(/Demo/)).toHaveLength(1);
  });

  // Proves S5-admin-home-4
  it('names projected months in the legend, and shortens amounts on the axis', async () => {
    open({ [paths.admin.revenue]: [month('2026-11', 22_824), month('2026-12', 23_000, true)] });
    const chart = await screen.findByRole('figure');
    expect(within(chart).getByText('Projected')).toBeTruthy();
    const ticks = [...chart.querySelectorAll('svg text')].map(({ textContent }) => textContent);
    expect(ticks).toEqual(['$0', '$10k', '$20k', '$30k', 'Nov2026', 'Dec']);
    expect(within(chart).getByRole('cell', { name: '$22,824.00' })).toBeTruthy();
    expect(screen.queryByText(/sales tax/)).toBeNull();
  });

  // Proves S5-admin-home-4
  it('says that invoiced amounts include sales tax where a rate is set', async () => {
    open({ [paths.admin.revenue]: [month('2026-11', 22_824)], [paths.admin.taxRates]: [{}] });
    await screen.findByText('Invoiced and paid amounts include sales tax, projected ones do not.');
  });

  // Proves S5-admin-home-4
  it('has no bars of live companies in its legend if all invoices are demo', async () => {
    open({ [paths.admin.revenue]: [{ ...month('2026-11', 0), demo: 3_000 }] });
    const chart = await screen.findByRole('figure');
    expect(
      within(chart)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Month', 'Demo']);
  });
});
