import { ALERT_KINDS, type PortalSettings, portalSettingsSchema } from '@portal/contract';
import { describe, expect, it } from 'vitest';
import {
  changedSettings,
  formOfSettings,
  type SettingsInput,
  settingsForm,
  settingText,
} from './settingsForm.ts';

const settings: PortalSettings = {
  remind_days_before_due: 3,
  remind_days_overdue: [3, 14],
  alert_mail_kinds: [...ALERT_KINDS],
  alert_mail_administrators: true,
  alert_addresses: ['ops@example.com'],
  low_disk_percent: 10,
  silent_webhook_hours: 24,
  projection_lag_minutes: 5,
  admin_second_factor: false,
};
const typed = (over: Partial<SettingsInput>) =>
  settingsForm.safeParse({ ...formOfSettings(settings), ...over });

describe('the form of the settings', () => {
  it('contains the settings, and returns them', () => {
    const read = settingsForm.parse(formOfSettings(settings));
    expect(portalSettingsSchema.parse(read)).toEqual(settings);
    expect(changedSettings(settings, read)).toEqual({});
  });

  const DAYS = 'Please enter at most five whole numbers from 1 to 90, separated by commas';
  // Proves S5-admin-reminders, I8-settings-1
  it.each([
    ['remind_days_before_due', '15', 'Please enter a whole number from 0 to 14'],
    ['remind_days_before_due', 'x', 'Please enter a whole number from 0 to 14'],
    ['remind_days_before_due', '', 'Please enter a whole number from 0 to 14'],
    ['remind_days_before_due', '1.5', 'Please enter a whole number from 0 to 14'],
    ['remind_days_overdue', '0', DAYS],
    ['remind_days_overdue', '91', DAYS],
    ['remind_days_overdue', 'x', DAYS],
    ['remind_days_overdue', '1, 2, 3, 4, 5, 6', DAYS],
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

  // Proves S5-admin-reminders
  it('accepts lists with any separator, and sends only changes', () => {
    const read = typed({
      remind_days_overdue: '10; 3 3',
      alert_addresses: ' ops@example.com,b@example.com\nc@example.com ',
      alert_mail_kinds: ['clock', 'low_disk'],
    });
    expect(read.data && changedSettings(settings, read.data)).toEqual({
      remind_days_overdue: [3, 10],
      alert_addresses: ['ops@example.com', 'b@example.com', 'c@example.com'],
      alert_mail_kinds: ['low_disk', 'clock'],
    });
  });
});

it.each([
  ['alert_mail_kinds', [...ALERT_KINDS], 'all'],
  ['alert_mail_kinds', ['clock', 'gone'], 'Wrong system clock; gone'],
  ['alert_addresses', [], 'none'],
  ['remind_days_overdue', [3, 10], '3, 10'],
  ['admin_second_factor', true, 'on'],
  ['low_disk_percent', 10, '10'],
] as const)('the history shows %s %j in words', (setting, value, text) => {
  expect(settingText(setting, value)).toBe(text);
});
