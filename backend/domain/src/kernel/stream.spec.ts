import { describe, expect, it } from 'vitest';
import {
  accountIdOf,
  accountStream,
  contactIdOf,
  contactStream,
  dealerIdOf,
  dealerIdStream,
  invoiceIdOf,
  invoiceStream,
  migrationIdOf,
  migrationStream,
  orderIdOf,
  orderStream,
  paymentIdOf,
  paymentStream,
  siteIdOf,
  siteStream,
  userIdOf,
  usernameHashOf,
  usernameStream,
  userStream,
} from '../index.ts';
import { streamCategory } from './stream.ts';

const id = '01971f5e-7a3c-7000-8000-000000000001';

describe('stream names', () => {
  it.each([
    ['user', userStream, userIdOf],
    ['account', accountStream, accountIdOf],
    ['site', siteStream, siteIdOf],
    ['contact', contactStream, contactIdOf],
    ['invoice', invoiceStream, invoiceIdOf],
    ['migration', migrationStream, migrationIdOf],
    ['order', orderStream, orderIdOf],
    ['payment', paymentStream, paymentIdOf],
    ['username', usernameStream, usernameHashOf],
    ['dealerId', dealerIdStream, dealerIdOf],
  ])('%s-<id> is built and parsed alike', (category, streamOf, idOf) => {
    expect(streamOf(id)).toBe(`${category}-${id}`);
    expect(idOf(streamOf(id))).toBe(id);
    expect(idOf(`other-${id}`)).toBeNull();
    expect(idOf(`${category}-`)).toBeNull();
  });
  it('tells user from username', () => expect(userIdOf(usernameStream('abc'))).toBeNull());
  it.each(['', 'a b', 'a\n', 'é'])('refuses the id %j', (bad) =>
    expect(() => userStream(bad)).toThrow(RangeError),
  );
  it.each(['', 'a-b', 'Site', 'site '])('refuses the category %j', (bad) =>
    expect(() => streamCategory(bad)).toThrow(RangeError),
  );
});
