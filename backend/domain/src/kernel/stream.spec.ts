import { describe, expect, it } from 'vitest';
import {
  accountStreams,
  contactStreams,
  dealerIdStreams,
  invoiceStreams,
  migrationStreams,
  orderStreams,
  paymentStreams,
  siteStreams,
  usernameStreams,
  userStreams,
} from '../index.ts';
import { streamCategory } from './stream.ts';

const id = '01971f5e-7a3c-7000-8000-000000000001';

describe('stream names', () => {
  it.each([
    ['user', userStreams],
    ['account', accountStreams],
    ['site', siteStreams],
    ['contact', contactStreams],
    ['invoice', invoiceStreams],
    ['migration', migrationStreams],
    ['order', orderStreams],
    ['payment', paymentStreams],
    ['username', usernameStreams],
    ['dealerId', dealerIdStreams],
  ])('%s-<id> is built and parsed', (category, { streamOf, idOf }) => {
    expect(streamOf(id)).toBe(`${category}-${id}`);
    expect(idOf(streamOf(id))).toBe(id);
    expect(idOf(`other-${id}`)).toBeNull();
    expect(idOf(`${category}-`)).toBeNull();
  });
  it('distinguishes user and username', () =>
    expect(userStreams.idOf(usernameStreams.streamOf('abc'))).toBeNull());
  it.each(['', 'a b', 'a\n', 'é'])('refuses the id %j', (bad) =>
    expect(() => userStreams.streamOf(bad)).toThrow(RangeError),
  );
  it.each(['', 'a-b', 'Site', 'site '])('refuses the category %j', (bad) =>
    expect(() => streamCategory(bad)).toThrow(RangeError),
  );
});
