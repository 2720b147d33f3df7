import { describe, expect, it } from 'vitest';
import { BILLING_USAGE, parseBillingOrder } from './billingOptions.ts';

describe('npm run billing', () => {
  // Proves S6-run-9
  it.each([
    ['run --period 2026-12', { what: 'run', period: '2026-12', dryRun: false, reason: undefined }],
    ['run --period=2026-12 --dry-run', { what: 'run', period: '2026-12', dryRun: true, reason: undefined }],
    ['run --period 2026-12 --reason late', { what: 'run', period: '2026-12', dryRun: false, reason: 'late' }],
    ['preview', { what: 'preview', period: null }],
    ['preview --period 2027-01', { what: 'preview', period: '2027-01' }],
    ['status', { what: 'status' }],
  ])('understands %s', (line, order) => {
    expect(parseBillingOrder(line.split(' '))).toEqual(order);
  });

  it.each([
    ['', 'Please name a command.'],
    ['pay', 'There is no command pay.'],
    ['run', 'run needs --period, a month such as 2026-12.'],
    ['run --period 2026-13', '--period must be a month such as 2026-12, not 2026-13.'],
    ['preview --dry-run', '--dry-run and --reason are for run.'],
    ['status --reason x', '--dry-run and --reason are for run.'],
    ['status --period 2026-12', 'status takes no --period.'],
    ['run status', 'One command at a time: run status.'],
    ['run --year 2026', "Unknown option '--year'"],
  ])('refuses "%s" with the usage', (line, message) => {
    const attempt = () => parseBillingOrder(line === '' ? [] : line.split(' '));
    expect(attempt).toThrow(message);
    expect(attempt).toThrow(BILLING_USAGE);
  });
});
