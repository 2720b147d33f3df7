import { describe, expect, it } from 'vitest';
import { parseErasureOrder, USERS_USAGE } from './usersOptions.ts';

describe('npm run users', () => {
  it.each([
    [['erase', 'ann'], { what: 'erase', who: 'ann', reason: undefined, confirmed: false }],
    [['erase', 'ann', '--yes'], { what: 'erase', who: 'ann', reason: undefined, confirmed: true }],
    [
      ['erase', 'Ann Doe', '--reason', 'Asked by letter'],
      { what: 'erase', who: 'Ann Doe', reason: 'Asked by letter', confirmed: false },
    ],
  ])('understands %j', (parameters, order) => expect(parseErasureOrder(parameters)).toEqual(order));

  it.each([
    [[], 'Please name a command.'],
    [['delete', 'ann'], 'There is no command delete.'],
    [['erase'], "erase needs a username or a user's id."],
    [['erase', 'ann', 'bob'], 'One user at a time.'],
    [['erase', 'ann', '--force'], "Unknown option '--force'"],
  ])('refuses %j with the usage', (parameters, message) => {
    const attempt = () => parseErasureOrder(parameters);
    expect(attempt).toThrow(message);
    expect(attempt).toThrow(USERS_USAGE);
  });
});
