import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, it } from 'vitest';
import { refuseCommonPassword } from './commonPasswords.ts';

const common = dictionary['passwords-common'];

// Proves I35-22
it('refuses the 10,000th most common password, and accepts the next', async () => {
  const [last = '', next = ''] = common.slice(9_999, 10_001);
  expect([common.indexOf(last), common.indexOf(next)]).toEqual([9_999, 10_000]);
  await expect(refuseCommonPassword(last, 'password')).rejects.toMatchObject({ status: 422 });
  await refuseCommonPassword(next, 'password');
});
