import { afterEach, describe, expect, it, vi } from 'vitest';
import { commandKey, settleCommandKey } from './http.ts';

const path = '/api/admin/users/1/approval';
const approve = { method: 'PATCH', path, body: '{"isApproved":true}' };
const disapprove = { method: 'PATCH', path, body: '{"isApproved":false}' };

afterEach(() => {
  vi.useRealTimers();
  settleCommandKey(approve);
});

describe('the key of a user action', () => {
  it('stays the same while the outcome is unknown, so that a retry is the same command', () => {
    expect(commandKey(approve)).toBe(commandKey(approve));
  });

  it('is new once the action was answered', () => {
    const first = commandKey(approve);
    settleCommandKey(approve);
    expect(commandKey(approve)).not.toBe(first);
  });

  it('is new after another action on the same record was answered, because the old answer would be wrong', () => {
    const first = commandKey(disapprove);
    commandKey(approve);
    settleCommandKey(approve);
    expect(commandKey(disapprove)).not.toBe(first);
  });

  it('stays the same after answers about other records', () => {
    const first = commandKey(approve);
    settleCommandKey({ ...approve, path: '/api/admin/users/2/approval' });
    expect(commandKey(approve)).toBe(first);
  });

  it('is forgotten after five minutes', () => {
    vi.useFakeTimers();
    const first = commandKey(approve);
    vi.advanceTimersByTime(5 * 60_000 - 1);
    expect(commandKey(approve)).toBe(first);
    vi.advanceTimersByTime(1);
    expect(commandKey(approve)).not.toBe(first);
  });
});
