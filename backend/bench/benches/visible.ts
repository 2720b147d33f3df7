import { siteStream } from '@portal/domain';
import { portalProjections } from '@portal/projections';
import { callersFor, figure, type Measured, median, perSecond, quantile } from '@portal/tools/statistics.ts';
import { v7 } from 'uuid';
import { atMost, type Bench, inTurns } from '../bench.ts';
import { onPostgres } from '../place.ts';
import { accountOpened, siteAdded } from '../sampleEvents.ts';

const ACCOUNTS = 200;
const SITES_EACH = 5;
const WRITERS = 32;
/** Milliseconds. */
const GOALS = { idleP50: 1.3, busyP99: 25 };

/** From an append until all its read models hold it, in this process. */
export const visible: Bench = {
  name: 'visible',
  title: 'From an append until its read models show it',
  run: onPostgres(async (place, { quick }) => {
    const log = await place.openLog();
    const projections = await log.follow();
    const sites: { siteId: string; accountId: string; revision: bigint }[] = [];
    for (let account = 0; account < ACCOUNTS; account += 1) {
      const accountId = v7();
      await log.append(`account-${accountId}`, accountOpened(accountId), 'no_stream', accountId);
      for (let number = 0; number < SITES_EACH; number += 1) {
        const siteId = v7();
        await log.append(siteStream(siteId), siteAdded(siteId, accountId), 'no_stream', accountId);
        sites.push({ siteId, accountId, revision: 0n });
      }
    }
    await projections.caughtUp();

    const acknowledged: string[] = [];
    const change = async (index: number) => {
      const site = sites[index] as (typeof sites)[number];
      const { siteId, accountId, revision } = site;
      const readers = revision % 2n === 0n ? 13 : 12;
      const event = { type: 'ReaderCountChanged' as const, data: { siteId, accountId, readers } };
      const position = await log.append(siteStream(siteId), event, revision, accountId);
      site.revision += 1n;
      acknowledged.push(position);
      const fresh = await projections.waitFor({ types: ['ReaderCountChanged'], position });
      if (fresh !== 'fresh') throw new Error('A read model did not follow within 2 s.');
    };
    const turns = Array.from({ length: WRITERS }, () => 0);
    // each writer has sites of its own, so that nobody waits for a conflict
    const own = Math.floor(sites.length / WRITERS);
    const write = (writers: number) =>
      callersFor(writers, quick ? 0.3 : 1.5, (writer) => {
        const turn = (turns[writer] ?? 0) + 1;
        turns[writer] = turn;
        return change(writer * own + (turn % own));
      });
    const { idle, busy } = await inTurns(quick ? 1 : 5, { idle: () => write(1), busy: () => write(WRITERS) });
    await projections.stop();
    await log.close();
    const { note } = await place.prove(new Map([['ReaderCountChanged', acknowledged]]));

    const measured = (rounds: readonly Measured[]) => {
      const p99s = rounds.map(({ latencies }) => quantile(latencies, 0.99));
      const p50 = median(rounds.map(({ latencies }) => quantile(latencies, 0.5)));
      const p99 = median(p99s);
      const between = `${figure(Math.min(...p99s))} to ${figure(Math.max(...p99s))}`;
      return { p50, p99, figures: [figure(p50), figure(p99), between] };
    };
    const [alone, together] = [measured(idle), measured(busy)];
    return {
      tables: [
        {
          columns: ['', 'p50 ms', 'p99 ms', 'p99 of the rounds'],
          rows: [
            ['idle', ...alone.figures],
            [`${WRITERS} writers`, ...together.figures],
          ],
        },
      ],
      goals: [
        atMost('visible, idle', GOALS.idleP50, alone.p50, ' ms', 'p50'),
        atMost('visible, 32 writers', GOALS.busyP99, together.p99, ' ms', 'p99'),
      ],
      notes: [
        `All ${portalProjections.length} projections and the log index follow; an append is visible when each projection that knows its type has committed it. ${figure(median(busy.map(perSecond)))} a second with ${WRITERS} writers.`,
        note,
      ],
    };
  }),
};
