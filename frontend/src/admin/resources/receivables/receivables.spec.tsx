import { paths, type ReceivableTotals } from '@portal/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { aReceivable } from '../../testing/moneyRecords.ts';
import { closeAdmin, openAdmin } from '../../testing/openAdmin.tsx';
import { anAccount } from '../../testing/records.ts';
import { toCsv } from '../../ui/ExportButton.tsx';

afterEach(closeAdmin);

const sums = (over: Partial<ReceivableTotals>): ReceivableTotals => ({
  is_demo: false,
  companies: 1,
  open_amount: 78,
  current_amount: 0,
  days_1_30_amount: 78,
  days_31_60_amount: 0,
  days_61_90_amount: 0,
  days_over_90_amount: 0,
  overdue_amount: 78,
  credit_amount: 0,
  balance: 78,
  ...over,
});

function open(totals: readonly ReceivableTotals[] = [sums({})]) {
  const demo = aReceivable({
    id: 'c2_demo',
    account_id: 'c2',
    user_id: null,
    company_name: 'Bay Ridge',
    dealer_id: null,
    is_demo: true,
    open_amount: 0,
    days_1_30_amount: 0,
    overdue_amount: 0,
    credit_amount: 22,
    balance: -22,
    last_payment_on: null,
    last_payment_amount: null,
  });
  return openAdmin('/admin-dashboard/receivables', {
    receivables: [aReceivable(), demo],
    answers: { [paths.admin.receivableTotals]: totals },
  });
}
const cells = (row: Element | null) =>
  [...(row?.querySelectorAll('td') ?? [])].map((cell) => cell.textContent);

// Proves I38-receivables-list
it('lead to the billing page of each company, or to the company where it has no user', async () => {
  open();
  const acme = await screen.findByRole('link', { name: 'Acme Security' });
  expect(acme.getAttribute('href')).toBe('/dealer-billing/u1#KS0001');
  expect(screen.getByRole('link', { name: 'Bay Ridge Demo' }).getAttribute('href')).toBe(
    '/admin-dashboard/companies/c2/show',
  );
  expect(cells(acme.closest('tr')).slice(1)).toEqual([
    ...['Acme Security ', '—', '$78.00', '—', '—', '—', '$78.00', '—', '$78.00'],
    ...['Jun 12, 2026$65.00', ''],
  ]);
});

it('offer to record a payment of all that is open, where something is', async () => {
  const { person } = open();
  const button = await screen.findByRole('button', { name: 'Record payment Acme Security' });
  expect(screen.queryByRole('button', { name: 'Record payment Bay Ridge' })).toBeNull();
  await person.click(button);
  const dialog = within(await screen.findByRole('dialog', { name: 'Record payment of Acme Security' }));
  expect(dialog.getByLabelText(/^Amount/)).toHaveProperty('value', '78.00');
});

// Proves I38-receivables-list
it('end with the totals of all that is found, a row for each mode', async () => {
  open([
    sums({}),
    sums({
      is_demo: true,
      open_amount: 0,
      days_1_30_amount: 0,
      overdue_amount: 0,
      credit_amount: 22,
      balance: -22,
    }),
  ]);
  const foot = () => [...document.querySelectorAll('tfoot tr')].map((row) => cells(row).slice(1));
  await waitFor(() => expect(foot()).toHaveLength(2));
  expect(foot()).toEqual([
    ['Total, Live', '—', '$78.00', '—', '—', '—', '$78.00', '—', '$78.00', '', ''],
    ['Total, Demo', '—', '—', '—', '—', '—', '$0.00', '$22.00', '-$22.00', '', ''],
  ]);
});

// Proves I38-receivables-list
it('are filtered by tab, which asks for other totals too', async () => {
  const { person, api } = open();
  await person.click(await screen.findByRole('tab', { name: /^With credit/ }));
  await waitFor(() => {
    const asked = api.calls.filter(({ path }) => path === paths.admin.receivableTotals);
    expect(asked.at(-1)?.query.filter).toBe('{"has_credit":true}');
  });
});

// Proves I38-receivables-list
it('are exported with totals by mode', async () => {
  const columns = [
    { label: 'Company', value: ({ company_name }: { company_name: string | null }) => company_name },
    {
      label: 'Open',
      value: ({ open_amount }: { open_amount: number }) => open_amount.toFixed(2),
      total: true,
    },
  ];
  const rows = [
    aReceivable({ open_amount: 0.1 }),
    aReceivable({ open_amount: 0.2 }),
    aReceivable({ open_amount: 5, is_demo: true }),
  ];
  expect((await toCsv(rows, columns)).split('\r\n').slice(4)).toEqual([
    '"Total, Live",0.30',
    '"Total, Demo",5.00',
  ]);
  expect((await toCsv(rows.slice(0, 2), columns)).split('\r\n').at(-1)).toBe('Total,0.30');
});

// Proves I38-receivables-list
it('are cards on a phone, with what is overdue and the totals below', async () => {
  open();
  // before the list is loaded
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('max-width:599'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  const cards = within(await screen.findByRole('list', { name: 'Receivables' }));
  await cards.findByText('Total');
  expect(cards.getAllByRole('listitem').map((card) => card.textContent)).toEqual([
    'Acme Security $78.00Open $78.001–30 days: $78.00Record payment',
    'Bay Ridge Demo-$22.00Open $0.00, credit $22.00',
    'TotalCurrent—1–30 days$78.0031–60 days—61–90 days—Over 90 days—Overdue$78.00Open$78.00Credit—Balance$78.00',
  ]);
});

// Proves I38-papers-3
it('download the statements of all companies for a month as one archive, or stop on the way', async () => {
  const files: Blob[] = [];
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${files.push(file)}` }));
  Object.assign(URL, { revokeObjectURL: () => undefined });
  const content = '%PDF-1.7 of Acme';
  const { api, person: user } = openAdmin('/admin-dashboard/receivables', {
    receivables: [aReceivable()],
    accounts: [
      anAccount({ id: 'c1' }),
      anAccount({ id: 'c2', company_name: 'Bay/Ridge' }),
      anAccount({ id: 'c3' }),
    ],
    answers: {
      [paths.admin.receivableTotals]: [sums({})],
      [paths.admin.statement('c1')]: new Response(content),
      [paths.admin.statement('c2')]: new Response(content),
      [paths.admin.statement('c3')]: Response.json(null),
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Statements of a month' }));
  const month = await screen.findByLabelText('Month');
  await user.clear(month);
  await user.type(month, '2026-02');
  await user.click(screen.getByRole('button', { name: 'Download ZIP' }));
  await screen.findByText('2 statements');
  const asked = api.calls.filter(({ path }) => path.endsWith('/statement'));
  expect(asked.map(({ query }) => query)).toEqual(
    Array(3).fill({ from: '2026-02-01', to: '2026-02-28', empty: 'skip' }),
  );
  const bytes = new Uint8Array(await (files[0] as Blob).arrayBuffer());
  const text = new TextDecoder('latin1').decode(bytes);
  expect(text.split(content)).toHaveLength(3);
  expect(text.split('BayRidge c2 2026-02.pdf')).toHaveLength(3);
  expect(new DataView(bytes.buffer).getUint16(bytes.length - 12, true)).toBe(2);
});
