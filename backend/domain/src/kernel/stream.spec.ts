import { describe, expect, it } from 'vitest';
import {
  accountStream,
  contactStream,
  dealerIdStream,
  invoiceStream,
  migrationStream,
  orderStream,
  paymentStream,
  siteStream,
  usernameStream,
  userStream,
} from '../index.ts';
import { streamCategory } from './stream.ts';

const id = '01971f5e-7a3c-7000-8000-000000000001';

describe('stream names', () => {
  it.each([
    ['user', userStream],
    ['account', accountStream],
    ['site', siteStream],
    ['contact', contactStream],
    ['invoice', invoiceStream],
    ['migration', migrationStream],
    ['order', orderStream],
    ['payment', paymentStream],
    ['username', usernameStream],
    ['dealerId', dealerIdStream],
  ])('%s-<id> is built and parsed', (category, streamOf) => {
    const { idOf } = streamOf;
    expect(streamOf(id)).toBe(`${category}-${id}`);
    expect(idOf(streamOf(id))).toBe(id);
    expect(idOf(`other-${id}`)).toBeNull();
    expect(idOf(`${category}-`)).toBeNull();
  });
  it('distinguishes user and username', () => expect(userStream.idOf(usernameStream('abc'))).toBeNull());
  it.each(['', 'a b', 'a\n', 'é'])('refuses the id %j', (bad) =>
    expect(() => userStream(bad)).toThrow(RangeError),
  );
  it.each(['', 'a-b', 'Site', 'site '])('refuses the category %j', (bad) =>
    expect(() => streamCategory(bad)).toThrow(RangeError),
  );
});
