import { siteStream } from '@portal/domain';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { storedRows } from '../../test/agree.ts';
import { counts } from '../../test/counts.ts';
import { bench, until } from '../../test/harness.ts';
import type { History } from '../../test/history.ts';
import { metadataFor, requested } from '../../test/history.ts';

const data = JSON.stringify(requested('acme', ''));
const metadata = JSON.stringify(metadataFor(['acme']));

/** Events of one account in one stream, a thousand an append. */
async function addMany(history: History, stream: string, events: number): Promise<void> {
  for (let added = 0; added < events; added += 1_000) {
    const ids = Array.from({ length: 1_000 }, () => uuidv7());
    await history.addRaw(
      siteStream(stream),
      ...ids.map((id) => ({ id, type: 'SiteRequested', data, metadata })),
    );
  }
}

it('reaches the tail without a gap, however far behind it is and however much is appended meanwhile', async () => {
  const { history, start, pool } = await bench();
  // More than one page of its own reading before it starts.
  await addMany(history, 'before', 6_000);
  let release = () => {};
  let held = false;
  const still = new Promise<void>((resolve) => {
    release = resolve;
  });
  const runtime = await start({
    projections: [counts],
    onFault: (point, consumer) => {
      if (point !== 'beforeWrite' || consumer !== 'counts' || held) return;
      held = true;
      return still;
    },
  });
  await until(() => held);
  // More than the tail keeps for a consumer that is busy.
  await addMany(history, 'meanwhile', 21_000);
  release();
  const position = await history.site('acme', 'last');
  await runtime.caughtUp();
  expect(await runtime.waitForProjections(['counts'], position, { timeoutMs: 10_000 })).toBe('fresh');
  expect((await storedRows(counts, pool)).counts).toMatchObject([{ account_id: 'acme', requests: 27_001 }]);
});
