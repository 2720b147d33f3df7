import { ALERT_KINDS, type PortalSettings, plainStep, portalSettingsSchema } from '@portal/contract';
import { describe, expect, it } from 'vitest';
import {
  changedSettings,
  formOfSettings,
  formOfStep,
  type SettingsInput,
  settingsForm,
  settingText,
} from './settingsForm.ts';

const settings: PortalSettings = {
  remind_days_before_due: 3,
  dunning_steps: [plainStep(3), { ...plainStep(14), late_fee_cents: 1_550, hold_orders: true }],
  auto_pay_retry_days: [],
  alert_mail_kinds: [...ALERT_KINDS],
  alert_mail_administrators: true,
  alert_addresses: ['ops@example.com'],
  low_disk_percent: 10,
  silent_webhook_hours: 24,
  projection_lag_minutes: 5,
  admin_second_factor: false,
  approval_limit_cents: null,
};
const typed = (over: Partial<SettingsInput>) =>
  settingsForm.safeParse({ ...formOfSettings(settings), ...over });

const typedStep = (over: object) => ({ ...formOfStep(plainStep(7)), ...over });

describe('the form of the settings', () => {
  it('contains the settings, and returns them', () => {
    const read = settingsForm.parse(formOfSettings(settings));
    expect(portalSettingsSchema.parse(read)).toEqual(settings);
    expect(changedSettings(settings, read)).toEqual({});
  });

  const RETRIES = 'Please enter at most three whole numbers from 1 to 30, separated by commas';
  // Proves S5-admin-reminders, I8-settings-1
  it.each([
    ['remind_days_before_due', '15', 'Please enter a whole number from 0 to 14'],
    ['remind_days_before_due', 'x', 'Please enter a whole number from 0 to 14'],
    ['remind_days_before_due', '', 'Please enter a whole number from 0 to 14'],
    ['remind_days_before_due', '1.5', 'Please enter a whole number from 0 to 14'],
    ['auto_pay_retry_days', '0', RETRIES],
    ['auto_pay_retry_days', '3, x', RETRIES],
    ['auto_pay_retry_days', '1, 2, 3, 4', RETRIES],
    ['low_disk_percent', '51', 'Please enter a whole number from 1 to 50'],
    ['low_disk_percent', '0', 'Please enter a whole number from 1 to 50'],
    ['silent_webhook_hours', '169', 'Please enter a whole number from 1 to 168'],
    ['projection_lag_minutes', '-5', 'Please enter a whole number from 1 to 240'],
    ['alert_addresses', 'a@b.example, ops', 'Please enter a valid email: ops'],
    ['alert_addresses', 'a@b.example\n'.repeat(11), 'Please enter at most ten addresses'],
  ] as const)('refuses %s %j', (field, value, message) => {
    const refused = typed({ [field]: value });
    expect(refused.error?.issues.map(({ path, message: text }) => [path[0], text])).toEqual([
      [field, message],
    ]);
  });

  // Proves S5-admin-reminders, I38-dunning
  it.each([
    [{ days: '0' }, 'days', 'Please enter a whole number from 1 to 90'],
    [{ days: '91' }, 'days', 'Please enter a whole number from 1 to 90'],
    [{ days: 'x' }, 'days', 'Please enter a whole number from 1 to 90'],
    [{ days: '3' }, 'days', 'Another step has the same day'],
    [{ late_fee: '-1' }, 'late_fee', 'Please enter an amount from $0.00 to $500.00'],
    [{ late_fee: '500.01' }, 'late_fee', 'Please enter an amount from $0.00 to $500.00'],
    [{ late_fee: '1.005' }, 'late_fee', 'Please enter an amount from $0.00 to $500.00'],
    [{ subject: 'x'.repeat(101) }, 'subject', 'Please enter at most 100 characters'],
  ])('refuses a step with %j', (over, field, message) => {
    const refused = typed({ dunning_steps: [typedStep({ days: '3' }), typedStep(over)] });
    expect(refused.error?.issues.map(({ path, message: text }) => [path, text])).toEqual([
      [['dunning_steps', 1, field], message],
    ]);
  });

  // Proves S5-admin-reminders
  it('accepts lists with any separator, and sends only changes', () => {
    const read = typed({
      dunning_steps: [typedStep({ days: '10' }), typedStep({ days: '3', late_fee: '' })],
      alert_addresses: ' ops@example.com,b@example.com\nc@example.com ',
      alert_mail_kinds: ['clock', 'low_disk'],
    });
    expect(read.data && changedSettings(settings, read.data)).toEqual({
      dunning_steps: [plainStep(3), plainStep(10)],
      alert_addresses: ['ops@example.com', 'b@example.com', 'c@example.com'],
      alert_mail_kinds: ['low_disk', 'clock'],
    });
  });
});

it.each([
  ['alert_mail_kinds', [...ALERT_KINDS], 'all'],
  ['alert_mail_kinds', ['clock', 'gone'], 'Wrong system clock; gone'],
  ['alert_addresses', [], 'none'],
  [
    'dunning_steps',
    [plainStep(3), { days: 14, subject: 'Final', text: 'Pay', late_fee_cents: 1_500, hold_orders: true }],
    '3 days; 14 days, subject “Final”, text “Pay”, late fee $15.00, orders on hold',
  ],
  ['admin_second_factor', true, 'on'],
  ['low_disk_percent', 10, '10'],
] as const)('the history shows %s %j in words', (setting, value, text) => {
  expect(settingText(setting, value)).toBe(text);
});
