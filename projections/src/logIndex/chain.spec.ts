import { createHash } from 'node:crypto';
import type { RecordedEvent } from '@portal/event-store';
import { expect, it } from 'vitest';
import { CHAIN_START, chain } from './chain.ts';

const event: RecordedEvent = {
  id: '0198a000-0000-7000-8000-000000000001',
  stream: 'site-1',
  revision: 3n,
  position: '00000000000000000007',
  type: 'SiteApproved',
  data: '{"b":1.0,"a":"é"}',
  metadata: '{"recordedAt":"2026-01-05T12:00:00Z","accounts":["acme","x\\u0000y"],"v":1}',
};
const hash = (part: Partial<RecordedEvent> = {}, seq = 5n, previous: Buffer = CHAIN_START) =>
  chain(previous, seq, { ...event, ...part }).hash.toString('hex');

// Proves I8-bench-3
it('is SHA-256 over the previous hash and the canonical form', () => {
  const canonical =
    '["5","site-1","3","0198a000-0000-7000-8000-000000000001","SiteApproved",{"a":"é","b":1},' +
    '{"accounts":["acme","x\\u0000y"],"recordedAt":"2026-01-05T12:00:00Z","v":1}]';
  expect(hash()).toBe(createHash('sha256').update(CHAIN_START).update(canonical).digest('hex'));
});

it('changes with all parts of an event, but not with its position or JSON formatting', () => {
  const all = [
    hash(),
    hash({}, 6n),
    hash({}, 5n, Buffer.alloc(32, 1)),
    hash({ id: '0198a000-0000-7000-8000-000000000002' }),
    hash({ stream: 'site-2' }),
    hash({ revision: 4n }),
    hash({ type: 'SiteDeactivated' }),
    hash({ data: '{"b":1.0,"a":"e"}' }),
    hash({ metadata: '{}' }),
    hash({ data: '{"b":1.0,"a":' }),
  ];
  expect(new Set(all).size).toBe(all.length);
  expect(hash({ position: '00000000000000000008', data: ' {"a":"\\u00e9", "b":1} ' })).toBe(hash());
});

it('keeps accounts and instant, also of unreadable metadata', () => {
  expect(chain(CHAIN_START, 1n, event)).toMatchObject({
    accounts: ['acme', 'x\\0y'],
    recordedAt: '2026-01-05T12:00:00.000Z',
  });
  for (const metadata of ['no JSON', '7', 'null', '{"accounts":7,"recordedAt":"soon"}', '{"a":"\\ud800"}']) {
    expect(chain(CHAIN_START, 1n, { ...event, metadata }), metadata).toMatchObject({
      accounts: [],
      recordedAt: null,
    });
  }
});
