import { dealerIdStream } from '@portal/domain';
import { expect, it } from 'vitest';
import { agree } from '../../test/agree.ts';
import { type Bench, bench } from '../../test/harness.ts';
import { dealerIds } from './projector.ts';
import { DEALER_IDS_VIEW, nextDealerId } from './query.ts';

const taken = ({ history }: Bench, ...ids: string[]) =>
  Promise.all(
    ids.map((dealerId) =>
      history.add(dealerIdStream(dealerId), [], { type: 'DealerIdTaken', data: { dealerId, userId: 'u' } }),
    ),
  );

it('proposes the lowest id that was never assigned', async () => {
  const test = await bench();
  const runtime = await test.start();
  expect(await nextDealerId(test.pool)).toBe('KS0001');
  await taken(test, 'KS0001', 'KS0002', 'KS9999');
  await runtime.caughtUp();
  expect(await nextDealerId(test.pool)).toBe('KS0003');
  await taken(test, 'KS0004');
  await runtime.caughtUp();
  expect(await nextDealerId(test.pool)).toBe('KS0003');
  await runtime.stop();

  expect((await agree(dealerIds, test)).dealerIds).toHaveLength(4);
});

it('proposes none when all are used', async () => {
  const test = await bench();
  await (await test.start()).caughtUp();
  await test.pool.query(
    `INSERT INTO ${DEALER_IDS_VIEW}_g1 SELECT 'KS' || lpad(n::text, 4, '0'), n, 'u' FROM generate_series(1, 9999) n`,
  );
  expect(await nextDealerId(test.pool)).toBeNull();
});
