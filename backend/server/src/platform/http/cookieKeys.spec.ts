import Keygrip from 'keygrip';
import { expect, it } from 'vitest';
import { cookieKeys } from './cookieKeys.ts';

const keys = cookieKeys(['a-secret-of-the-portal']);

// Proves I35-21-cookies
it('signs with SHA-256, and has cookies signed with SHA-1 signed anew', () => {
  const signature = keys.sign('portal=1');
  expect(signature).toBe(new Keygrip(['a-secret-of-the-portal'], 'sha256').sign('portal=1'));
  expect([keys.index('portal=1', signature), keys.verify('portal=1', signature)]).toEqual([0, true]);
  const earlier = new Keygrip(['a-secret-of-the-portal'], 'sha1').sign('portal=1');
  expect([keys.index('portal=1', earlier), keys.verify('portal=1', earlier)]).toEqual([1, true]);
});

it('takes no other signature', () => {
  const foreign = new Keygrip(['another-secret-of-others'], 'sha256').sign('portal=1');
  for (const signature of [foreign, keys.sign('portal=2'), ''])
    expect([keys.index('portal=1', signature), keys.verify('portal=1', signature)]).toEqual([-1, false]);
});
