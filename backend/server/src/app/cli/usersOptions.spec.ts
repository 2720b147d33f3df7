import { describe, expect, it } from 'vitest';
import { parseErasureOrder, USERS_USAGE } from './usersOptions.ts';

const plain = {
  what: 'erase',
  who: 'ann',
  reason: undefined,
  confirmed: false,
  openMoney: false,
  withheld: false,
};

describe('npm run users', () => {
  it.each([
    [['erase', 'ann'], plain],
    [['erase', 'ann', '--yes'], { ...plain, confirmed: true }],
    [
      ['erase', 'Ann Doe', '--reason', 'Asked by letter'],
      { ...plain, who: 'Ann Doe', reason: 'Asked by letter' },
    ],
    [['erase', 'ann', '--open-money', '--include-withheld'], { ...plain, openMoney: true, withheld: true }],
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
