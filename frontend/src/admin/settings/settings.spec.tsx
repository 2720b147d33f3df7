import {
  ALERT_KINDS,
  type PortalSettings,
  paths,
  plainStep,
  type SettingsHistory,
  type TaxRateRow,
} from '@portal/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { watchLeaving } from '../../shared/http/leaving.ts';
import { closeAdmin, FakeEventSource, openAdmin, toastSays, toastText } from '../testing/openAdmin.tsx';

afterEach(closeAdmin);

const SETTINGS: PortalSettings = {
  remind_days_before_due: 3,
  dunning_steps: [plainStep(3), plainStep(14)],
  auto_pay_retry_days: [],
  alert_mail_kinds: [...ALERT_KINDS],
  alert_mail_administrators: true,
  alert_addresses: [],
  low_disk_percent: 10,
  silent_webhook_hours: 24,
  projection_lag_minutes: 5,
  admin_second_factor: false,
  approval_limit_cents: null,
};
const HISTORY: SettingsHistory = {
  changes: [
    { at: '2026-07-04T16:00:00.000Z', by: 'Bea', setting: 'low_disk_percent', from: 20, to: 10 },
    {
      at: '2026-07-03T16:00:00.000Z',
      by: 'Cy',
      setting: 'alert_mail_kinds',
      from: [...ALERT_KINDS],
      to: ['clock'],
    },
  ],
  last: { low_disk_percent: { at: '2026-07-04T16:00:00.000Z', by: 'Bea' } },
  second_factor_fixed: false,
};

const TEXAS: TaxRateRow = {
  ...{ state: 'TX', state_name: 'Texas', rate: '8.25%', from: '2026-12-01', to: null },
  ...{ standing: 'in force', reason: 'As the state says' },
};
const ACCOUNTS = [
  { account: 'bank', code: '1000', name: 'Bank' },
  { account: 'receivable', code: '1200', name: 'Accounts receivable' },
  { account: 'sales_tax_payable', code: '2200', name: 'Sales tax payable' },
];

function open(settings: Partial<PortalSettings> = {}, history: Partial<SettingsHistory> = {}) {
  const opened = openAdmin('/admin-dashboard/settings', {
    answers: {
      [paths.admin.portalSettings]: { ...SETTINGS, ...settings },
      [paths.admin.settingsHistory]: { ...HISTORY, ...history },
      [paths.admin.journalAccounts]: ACCOUNTS,
      [paths.admin.taxRates]: [],
    },
  });
  // the server answers a change with all settings
  const { answers } = opened.api.data;
  const fetched = opened.api.fetch;
  globalThis.fetch = async (input, init = {}) => {
    const before = answers[paths.admin.portalSettings] as object;
    const answer = await fetched(input, init);
    answers[paths.admin.journalAccounts] = ACCOUNTS;
    if (init.method !== 'PATCH' || !answer.ok) return answer;
    const after = { ...before, ...((await answer.json()) as object) };
    answers[paths.admin.portalSettings] = after;
    return new Response(JSON.stringify(after), { headers: { 'Content-Type': 'application/json' } });
  };
  return opened;
}
const field = (label: RegExp) => screen.findByLabelText<HTMLInputElement>(label);
const type = async (label: RegExp, value: string) =>
  fireEvent.change(await field(label), { target: { value } });
const press = (person: ReturnType<typeof openAdmin>['person'], name: string) =>
  person.click(screen.getByRole('button', { name }));

describe('settings', () => {
  it('show errors at their fields before sending', async () => {
    const { person, api } = open();
    await type(/Free disk space/, '51');
    await type(/More addresses/, 'a@b.example, ops');
    await press(person, 'Save');
    expect(await screen.findByText('Please enter a whole number from 1 to 50')).toBeTruthy();
    expect(screen.getByText('Please enter a valid email: ops')).toBeTruthy();
    expect(api.changes()).toEqual([]);
  });

  // Proves I8-settings-1
  it('send only changes, with days sorted and without duplicates', async () => {
    const { person, api } = open();
    const [first, second] = await screen.findAllByLabelText<HTMLInputElement>(/after the due date/);
    fireEvent.change(first as HTMLInputElement, { target: { value: '20' } });
    const step = within(screen.getByRole('group', { name: 'Step 2' }));
    fireEvent.change(second as HTMLInputElement, { target: { value: '10' } });
    await person.type(step.getByLabelText(/^Subject/), 'Final notice');
    await person.type(step.getByLabelText(/^Text added/), '<b>Please</b> pay');
    fireEvent.change(step.getByLabelText(/^Late fee/), { target: { value: '15' } });
    await person.click(step.getByLabelText(/^Hold new orders/));
    expect(screen.getByRole('region', { name: 'Mail of step 2' }).textContent).toMatch(
      /Final notice: INV-.*<b>Please<\/b> pay\nA late fee of \$15\.00 .*\nNew orders are on hold/s,
    );
    await type(/More addresses/, 'ops@example.com\noncall@example.com');
    await person.click(screen.getByLabelText('Wrong system clock'));
    await press(person, 'Save');
    expect(await toastText()).toBe('Settings saved');
    expect(api.changes()).toMatchObject([{ method: 'PATCH', path: paths.admin.portalSettings }]);
    expect(api.changes()[0]?.body).toEqual({
      dunning_steps: [
        {
          days: 10,
          subject: 'Final notice',
          text: '<b>Please</b> pay',
          late_fee_cents: 1_500,
          hold_orders: true,
        },
        plainStep(20),
      ],
      alert_addresses: ['ops@example.com', 'oncall@example.com'],
      alert_mail_kinds: ALERT_KINDS.filter((kind) => kind !== 'clock'),
    });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
  });

  it("show the server's refusal at its field", async () => {
    const { person, api } = open();
    await type(/Free disk space/, '20');
    api.refuseAt(paths.admin.portalSettings, 400, 'Not today');
    await press(person, 'Save');
    await toastSays('ErrorNot today');
    expect(screen.getByText('Unsaved changes')).toBeTruthy();
  });

  // Proves I8-settings-1
  it('show who changed each last, and the whole history', async () => {
    open();
    const disk = (await field(/Free disk space/)).closest('div')?.parentElement?.parentElement;
    expect(disk?.textContent).toContain('Changed by Bea');
    expect(screen.getAllByText(/^Changed by/)).toHaveLength(1);
    const rows = within(await screen.findByRole('region', { name: 'Changes of settings' })).getAllByRole(
      'row',
    );
    expect(rows.slice(1).map((row) => row.textContent)).toEqual([
      expect.stringMatching(/Bea.*Free disk space \(percent\)2010$/),
      expect.stringMatching(/Cy.*Alerts sent by emailallWrong system clock$/),
    ]);
  });

  it('are still shown if their history fails to load', async () => {
    const { person, api } = openAdmin('/admin-dashboard/settings', {
      answers: {
        [paths.admin.portalSettings]: SETTINGS,
        [paths.admin.journalAccounts]: ACCOUNTS,
        [paths.admin.taxRates]: [],
      },
    });
    await field(/Free disk space/);
    await screen.findByText(/^The history of the settings could not be loaded/);
    api.data.answers[paths.admin.settingsHistory] = HISTORY;
    await press(person, 'Try again');
    await screen.findByRole('region', { name: 'Changes of settings' });
  });

  // Proves I8-settings-1
  it('ask before leaving with unsaved changes', async () => {
    const { person, router } = open();
    await type(/Free disk space/, '20');
    await person.click(screen.getByRole('link', { name: 'Emails' }));
    const question = await screen.findByRole('dialog', { name: 'Discard your changes?' });
    await person.click(within(question).getByRole('button', { name: 'Keep editing' }));
    expect(router.state.location.pathname).toBe('/admin-dashboard/settings');
    await person.click(screen.getByRole('link', { name: 'Emails' }));
    const again = await screen.findByRole('dialog', { name: 'Discard your changes?' });
    await person.click(within(again).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin-dashboard/mails'));
  });

  // Proves S2-2-header-7
  it('close the account menu when Logout asks about unsaved changes', async () => {
    const { person } = open();
    await type(/Free disk space/, '20');
    await person.click(screen.getByRole('button', { name: /^Account of/ }));
    await person.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    const question = await screen.findByRole('dialog', { name: 'Discard your changes?' });
    await person.click(within(question).getByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  });

  it('are reset by Discard', async () => {
    const { person } = open();
    await type(/Free disk space/, '20');
    await press(person, 'Discard');
    expect((await field(/Free disk space/)).value).toBe('10');
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });

  // Proves I8-settings-1
  it('show changes saved by others, except in the field being edited', async () => {
    const { api } = open();
    await type(/Free disk space/, '20');
    api.data.answers[paths.admin.portalSettings] = {
      ...SETTINGS,
      low_disk_percent: 30,
      silent_webhook_hours: 48,
    };
    act(() => FakeEventSource.say('users'));
    await waitFor(async () => expect((await field(/No card webhooks/)).value).toBe('48'));
    expect((await field(/Free disk space/)).value).toBe('20');
  });

  // Proves I8-settings-2
  it('warn before requiring a second factor, and do not offer what the environment requires', async () => {
    const { person } = open();
    await person.click(await screen.findByLabelText('Administrators need two-step verification'));
    expect(await screen.findByText(/You have not set it up yourself/)).toBeTruthy();
    closeAdmin();
    open({}, { second_factor_fixed: true });
    expect(await screen.findByText(/required by the ADMIN_SECOND_FACTOR/)).toBeTruthy();
    expect(screen.queryByLabelText('Administrators need two-step verification')).toBeNull();
  });

  // Proves I8-settings-2
  it('lead to the set-up of a required second factor', async () => {
    const left: string[] = [];
    const stop = watchLeaving((path) => left.push(path));
    const { person } = open();
    await person.click(await screen.findByLabelText('Administrators need two-step verification'));
    await press(person, 'Save');
    await waitFor(() => expect(left).toEqual(['/settings?tab=password']));
    stop();
  });

  // Proves S5-admin-reminders
  it('open under the former address of reminders', async () => {
    const { router } = openAdmin('/admin-dashboard/reminders', {
      answers: { [paths.admin.portalSettings]: SETTINGS, [paths.admin.settingsHistory]: HISTORY },
    });
    await field(/before the due date/);
    expect(router.state.location.pathname).toBe('/admin-dashboard/settings');
  });
});

// Proves B37-names
it('names the accounts of the journal, each by a number and name of its own', async () => {
  const { person, api } = open();
  const table = await screen.findByRole('table', { name: 'Journal accounts' });
  const shown = () =>
    within(table)
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent);
  // that of sales tax only once a rate is set
  await waitFor(() => expect(shown()).toEqual(['Bank', 'Accounts receivable']));
  api.data.answers[paths.admin.taxRates] = [TEXAS];
  act(() => FakeEventSource.say('books'));
  await waitFor(() => expect(shown()).toEqual(['Bank', 'Accounts receivable', 'Sales tax payable']));
  await press(person, 'Change names');
  const dialog = await screen.findByRole('dialog', { name: 'Journal accounts' });
  const bank = within(dialog).getByLabelText<HTMLInputElement>('Bank');
  fireEvent.change(bank, { target: { value: 'accounts receivable' } });
  await person.click(within(dialog).getByRole('button', { name: 'Save' }));
  await within(dialog).findByText('Another account has this name');
  expect(api.changes()).toEqual([]);
  fireEvent.change(bank, { target: { value: 'Checking' } });
  await person.click(within(dialog).getByRole('button', { name: 'Save' }));
  await toastSays('Accounts saved');
  expect(api.changes()).toMatchObject([
    {
      method: 'PATCH',
      path: paths.admin.journalAccounts,
      body: { accounts: { bank: { code: '1000', name: 'Checking' } } },
    },
  ]);
});

// Proves B38-tax
describe('sales tax', () => {
  it('is off until a rate is set, by state, percentage, day and reason', async () => {
    const { person, api } = open();
    expect(await screen.findByText('No tax is charged: no rate is set.')).toBeTruthy();
    await press(person, 'Set a rate');
    const dialog = within(await screen.findByRole('dialog', { name: 'Set a rate of sales tax' }));
    await person.selectOptions(dialog.getByLabelText(/State/), 'TX');
    await person.type(dialog.getByLabelText(/Rate in percent/), 'much');
    fireEvent.change(dialog.getByLabelText(/From/), { target: { value: '2027-01-01' } });
    await person.type(dialog.getByLabelText(/Reason/), 'As the state says');
    await person.click(dialog.getByRole('button', { name: 'Set rate' }));
    expect(await dialog.findByText('Please enter a percentage with at most four decimals')).toBeTruthy();
    await person.clear(dialog.getByLabelText(/Rate in percent/));
    await person.type(dialog.getByLabelText(/Rate in percent/), '8.25');
    await person.click(dialog.getByRole('button', { name: 'Set rate' }));
    await waitFor(() =>
      expect(api.changes()).toMatchObject([
        {
          ...{ method: 'POST', path: paths.admin.taxRates },
          body: { state: 'TX', rate: '8.25', from: '2027-01-01', reason: 'As the state says' },
        },
      ]),
    );
  });
});
