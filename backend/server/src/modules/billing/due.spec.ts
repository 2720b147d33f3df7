import { plainStep } from '@portal/contract';
import { addDays } from '@portal/domain/values';
import { describe, expect, it } from 'vitest';
import { expiryDaysToMail, isAutoPayable, nextRetry, reminderDue } from './due.ts';

const settings = { remind_days_before_due: 3, dunning_steps: [plainStep(3), plainStep(14)] };
const open = { status: 'pending', due_date: '2026-12-16', open_cents: 7_800, reminders: [] } as const;
const on = (today: string, paidAutomatically = false, openSince = '2026-12-01') => ({
  today,
  paidAutomatically,
  openSince,
  isPaused: false,
});
const due = (today: string, more: object = {}, paidAutomatically = false) =>
  reminderDue({ ...open, ...more }, settings, on(today, paidAutomatically));

describe('reminderDue', () => {
  it('reminds once, from three days before the due date on', () => {
    expect(due('2026-12-12')).toBeNull();
    expect(due('2026-12-13')).toEqual({ kind: 'due_soon', days: 3 });
    expect(due('2026-12-16')).toEqual({ kind: 'due_soon', days: 3 });
    expect(due('2026-12-14', { reminders: ['due_soon:3'] })).toBeNull();
    expect(due('2026-12-14', { reminders: ['due_soon:5'] })).toBeNull();
  });

  it('reminds on the set days after the due date', () => {
    expect(due('2026-12-18')).toBeNull();
    expect(due('2026-12-19')).toEqual({ kind: 'overdue', days: 3 });
    expect(due('2026-12-20', { reminders: ['due_soon:3', 'overdue:3'] })).toBeNull();
    expect(due('2026-12-30', { reminders: ['overdue:3'] })).toEqual({ kind: 'overdue', days: 14 });
    expect(due('2027-06-01', { reminders: ['overdue:14'] })).toBeNull();
  });

  // Proves S6-invoices-19
  it('sends one mail for missed reminders, and none for an earlier one', () => {
    expect(due('2027-01-10')).toEqual({ kind: 'overdue', days: 14 });
    const fewer = { ...settings, dunning_steps: [plainStep(7)] };
    expect(reminderDue({ ...open, reminders: ['overdue:14'] }, fewer, on('2027-01-10'))).toBeNull();
  });

  it('counts from the day of issue, or of a payment taken back, if that is after the due date', () => {
    const late = (today: string) => reminderDue(open, settings, on(today, false, '2027-02-01'));
    expect(late('2027-02-03')).toBeNull();
    expect(late('2027-02-04')).toEqual({ kind: 'overdue', days: 3 });
  });

  it('skips invoices that are settled, too small for a card, or paid automatically', () => {
    for (const status of ['paid', 'canceled', 'carried'] as const)
      expect(due('2026-12-30', { status })).toBeNull();
    expect(due('2026-12-30', { open_cents: 49 })).toBeNull();
    expect(due('2026-12-30', { open_cents: 50 })).not.toBeNull();
    expect(due('2026-12-14', {}, true)).toBeNull();
    expect(due('2026-12-19', {}, true)).toEqual({ kind: 'overdue', days: 3 });
  });

  // Proves I38-dunning
  it('names what a step does, holds orders for a missed one, and charges no missed fee', () => {
    const fee = { ...plainStep(3), late_fee_cents: 500, hold_orders: true };
    const steps = { ...settings, dunning_steps: [fee, { ...plainStep(14), text: 'Please pay' }] };
    const at = (today: string) => reminderDue(open, steps, on(today))?.step;
    expect(at('2026-12-19')).toEqual({ subject: '', text: '', lateFeeCents: 500, holdsOrders: true });
    expect(at('2026-12-30')).toEqual({ subject: '', text: 'Please pay', lateFeeCents: 0, holdsOrders: true });
  });

  // Proves I38-dunning
  it('takes no step while the company waits for an answer, but reminds before the due date', () => {
    const paused = (today: string) => reminderDue(open, settings, { ...on(today), isPaused: true });
    expect(paused('2026-12-30')).toBeNull();
    expect(paused('2026-12-14')).toEqual({ kind: 'due_soon', days: 3 });
  });

  it('sends none if administrators set no reminders', () => {
    const none = { remind_days_before_due: 0, dunning_steps: [] };
    for (let day = '2026-12-01'; day < '2027-03-01'; day = addDays(day, 1)) {
      expect(reminderDue(open, none, on(day))).toBeNull();
    }
  });
});

describe('isAutoPayable', () => {
  const invoice = { ...open, is_demo: false, auto_pay_tried: false, auto_pay_retry: null };
  const charging = {
    hasUser: true,
    isDemo: false,
    card: { consented_at: '2026-12-16T23:00:00.000Z', declined_on: null },
  };
  const dayOf = (instant: string) => instant.slice(0, 10);
  const may = (part: object, how: Parameters<typeof isAutoPayable>[1] = charging) =>
    isAutoPayable({ ...invoice, ...part }, how, dayOf, '2026-12-19');

  it('accepts an open invoice due on or after the day of consent', () => {
    expect(may({})).toBe(true);
    expect(may({ due_date: '2026-12-15' })).toBe(false);
  });

  it('refuses without consent or card, twice, in another mode, and small amounts', () => {
    expect(may({}, { ...charging, card: null })).toBe(false);
    expect(may({}, { ...charging, card: { consented_at: null, declined_on: null } })).toBe(false);
    const declined = { ...charging.card, declined_on: '2026-12-01' };
    expect(may({}, { ...charging, card: declined })).toBe(false);
    expect(may({ auto_pay_tried: true })).toBe(false);
    expect(may({ is_demo: true })).toBe(false);
    expect(may({}, { ...charging, isDemo: true })).toBe(false);
    expect(may({}, { ...charging, hasUser: false })).toBe(false);
    expect(may({ open_cents: 49 })).toBe(false);
    expect(may({ status: 'paid' })).toBe(false);
  });
});

// Proves I38-auto-pay-retry
it('charges a declined card again on the announced day, or the day after it was replaced', () => {
  const again = (on: string, declined_on: string | null) =>
    isAutoPayable(
      {
        ...open,
        is_demo: false,
        auto_pay_tried: true,
        auto_pay_retry: { triedOn: '2026-12-16', on: '2026-12-19' },
      },
      { hasUser: true, isDemo: false, card: { consented_at: '2026-12-02T10:00:00.000Z', declined_on } },
      (instant) => instant.slice(0, 10),
      on,
    );
  expect(['2026-12-16', '2026-12-18', '2026-12-19'].map((day) => again(day, '2026-12-16'))).toEqual([
    false,
    false,
    true,
  ]);
  expect(['2026-12-16', '2026-12-17'].map((day) => again(day, null))).toEqual([false, true]);
  expect(nextRetry('2026-12-16', '2026-12-19', [7, 3])).toBe('2026-12-23');
  expect(nextRetry('2026-12-16', '2026-12-23', [3, 7])).toBeNull();
});

it('mails about a card 30 days before it expires', () => {
  expect(expiryDaysToMail('2026-12-01')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
});
