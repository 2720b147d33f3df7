import { randomBytes } from 'node:crypto';
import { siteStream } from '@portal/domain';
import { portalProjections } from '@portal/projections';
import { withPostgres } from '@portal/tools/scratch.ts';
import { callersFor, figure, median, perSecond, quantile } from '@portal/tools/statistics.ts';
import { v7 } from 'uuid';
import { atMost, type Bench } from '../bench.ts';
import { openLog } from '../openLog.ts';
import { proveLog } from '../proof.ts';
import { accountOpened, siteAdded } from '../sampleEvents.ts';

const ACCOUNTS = 200;
const SITES_EACH = 5;
/** Milliseconds. */
const GOALS = { idleP50: 1.3, busyP99: 25 };

/** From an append until all its read models hold it, in this process. */
export const visible: Bench = {
  name: 'visible',
  title: 'From an append until its read models show it',
  run: ({ quick, say }) =>
    withPostgres(async ({ connectionString }) => {
      const key = randomBytes(32);
      const log = await openLog(connectionString, key);
      const { append } = log;
      const projections = await log.follow();
      const acknowledged: string[] = [];

      const sites: {
        readonly siteId: string;
        readonly accountId: string;
        revision: bigint;
        readers: number;
      }[] = [];
      await Promise.all(
        Array.from({ length: ACCOUNTS }, async () => {
          const accountId = v7();
          await append(`account-${accountId}`, accountOpened(accountId), 'no_stream', accountId);
          for (let number = 0; number < SITES_EACH; number += 1) {
            const siteId = v7();
            await append(siteStream(siteId), siteAdded(siteId, accountId), 'no_stream', accountId);
            sites.push({ siteId, accountId, revision: 0n, readers: 12 });
          }
        }),
      );
      await projections.caughtUp();

      async function changeReaders(site: (typeof sites)[number]): Promise<void> {
        site.readers = site.readers === 12 ? 13 : 12;
        const { siteId, accountId, readers } = site;
        const event = { type: 'ReaderCountChanged' as const, data: { siteId, accountId, readers } };
        const position = await append(siteStream(siteId), event, site.revision, accountId);
        site.revision += 1n;
        acknowledged.push(position);
        const fresh = await projections.waitFor({ types: ['ReaderCountChanged'], position });
        if (fresh !== 'fresh') throw new Error('A read model did not follow within 2 s.');
      }

      const rounds = quick ? 1 : 5;
      const seconds = quick ? 0.3 : 1.5;
      const idle: number[][] = [];
      const busy: number[][] = [];
      const throughput: number[] = [];
      for (let round = 0; round <= rounds; round += 1) {
        say(`round ${round} of ${rounds}`);
        const alone = await callersFor(1, seconds, async () => {
          await changeReaders(sites[acknowledged.length % sites.length] as (typeof sites)[number]);
        });
        const turns = new Map<number, number>();
        const together = await callersFor(32, seconds, async (caller) => {
          // each caller has sites of its own, so that nobody waits for a conflict
          const turn = (turns.get(caller) ?? 0) + 1;
          turns.set(caller, turn);
          const own = Math.floor(sites.length / 32);
          await changeReaders(sites[caller * own + (turn % own)] as (typeof sites)[number]);
        });
        if (round === 0) continue;
        idle.push([...alone.latencies]);
        busy.push([...together.latencies]);
        throughput.push(perSecond(together));
      }
      await projections.stop();
      await log.close();
      const proof = await proveLog(connectionString, key, {
        acknowledged: new Map([['ReaderCountChanged', acknowledged]]),
      });

      const measured = (rounds: readonly number[][]) => {
        const p99s = rounds.map((one) => quantile(one, 0.99));
        const p50 = median(rounds.map((one) => quantile(one, 0.5)));
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
              ['32 writers', ...together.figures],
            ],
          },
        ],
        goals: [
          atMost('visible, idle', GOALS.idleP50, alone.p50, ' ms', 'p50'),
          atMost('visible, 32 writers', GOALS.busyP99, together.p99, ' ms', 'p99'),
        ],
        notes: [
          `All ${portalProjections.length} projections and the log index follow; an append is visible when each projection that knows its type has committed it. ${figure(median(throughput))} a second with 32 writers.`,
          proof.note,
        ],
      };
    }),
};
