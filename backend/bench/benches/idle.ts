import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withPostgres } from '@portal/tools/scratch.ts';
import { figure, median, spread } from '@portal/tools/statistics.ts';
import { atMost, type Bench } from '../bench.ts';
import { writeDealers } from '../dealersLog.ts';
import { openLog } from '../openLog.ts';
import { startPortalProcess } from '../portalProcess.ts';
import { TICKS, ticksOf } from '../processTime.ts';

const DEALERS = 100;
const SITES_EACH = 10;
const GOALS = { percent: 0.5, megabytes: 180 };
const PAGE_BYTES = 4_096;

/** Processor and memory of a portal that nobody uses. Linux only, because it reads /proc. */
export const idle: Bench = {
  name: 'idle',
  title: 'A portal that nobody uses',
  run: ({ quick, say }) =>
    withPostgres(async ({ connectionString, dataFolder }, folder) => {
      const key = randomBytes(32);
      const log = await openLog(connectionString, key);
      await writeDealers(log, DEALERS, SITES_EACH);
      await log.updateReadModels();
      await log.close();
      const portal = await startPortalProcess(connectionString, folder, {
        KEY_ENCRYPTION_KEY: key.toString('base64'),
      });
      const postmaster = Number.parseInt(await readFile(path.join(dataFolder, 'postmaster.pid'), 'utf8'), 10);
      try {
        const { seconds, rounds } = quick ? { seconds: 1, rounds: 1 } : { seconds: 30, rounds: 3 };
        say(`waiting ${seconds} s, then measuring ${rounds} times ${seconds} s`);
        await sleep(seconds * 1_000);
        const percents = { portal: [] as number[], postgres: [] as number[] };
        const megabytes: number[] = [];
        for (let round = 0; round < rounds; round += 1) {
          const before = [await ticksOf(portal.pid), await ticksOf(postmaster, true)] as const;
          await sleep(seconds * 1_000);
          const after = [await ticksOf(portal.pid), await ticksOf(postmaster, true)] as const;
          const percent = (index: 0 | 1) => ((after[index] - before[index]) / TICKS / seconds) * 100;
          percents.portal.push(percent(0));
          percents.postgres.push(percent(1));
          megabytes.push(await megabytesOf(portal.pid));
          say(`${figure(percent(0))} % of a core, PostgreSQL ${figure(percent(1))} %`);
        }
        return {
          tables: [
            {
              columns: ['portal, % of a core', 'PostgreSQL, % of a core', 'portal, resident MB'],
              rows: [[spread(percents.portal), spread(percents.postgres), spread(megabytes)]],
            },
          ],
          goals: [
            atMost('portal without requests', GOALS.percent, median(percents.portal), ' % of a core'),
            atMost('resident memory', GOALS.megabytes, median(megabytes), ' MB'),
          ],
          notes: [
            `A portal with all roles on ${figure(DEALERS * SITES_EACH)} sites, without a caller, measured over ${rounds} times ${seconds} s after ${seconds} s of rest. A core's time is counted in ticks of 10 ms.`,
          ],
        };
      } finally {
        await portal.stop();
      }
    }),
};

async function megabytesOf(pid: number): Promise<number> {
  const [, resident = '0'] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ');
  return (Number(resident) * PAGE_BYTES) / 1_048_576;
}
