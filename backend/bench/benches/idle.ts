import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { figure, median, spread } from '@portal/tools/statistics.ts';
import { atMost, type Bench } from '../bench.ts';
import { onPostgres } from '../place.ts';
import { megabytesOf, percentsOfCore, ticksOf } from '../processTime.ts';
import { writeDealers } from '../writeLogs.ts';

const DEALERS = 100;
const SITES_EACH = 10;
const GOALS = { percent: 0.5, megabytes: 180 };

/** Processor and memory of a portal that nobody uses. Linux only, because it reads /proc. */
export const idle: Bench = {
  name: 'idle',
  title: 'A portal that nobody uses',
  run: onPostgres(async (place, { quick, say }) => {
    const log = await place.openLog();
    await writeDealers(log, DEALERS, SITES_EACH);
    await log.updateReadModels();
    await log.close();
    const { pid } = await place.startPortal();
    const pidFile = path.join(place.postgres.dataFolder, 'postmaster.pid');
    const postmaster = Number.parseInt(await readFile(pidFile, 'utf8'), 10);
    const [seconds, rounds] = quick ? [1, 1] : [30, 3];
    say(`waiting ${seconds} s, then measuring ${rounds} times ${seconds} s`);
    await percentsOfCore(seconds);
    const portal: number[] = [];
    const postgres: number[] = [];
    const megabytes: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const [own = 0, its = 0] = await percentsOfCore(
        seconds,
        () => ticksOf(pid),
        () => ticksOf(postmaster, true),
      );
      portal.push(own);
      postgres.push(its);
      megabytes.push(await megabytesOf(pid, 'VmRSS'));
      say(`${figure(own)} % of a core, PostgreSQL ${figure(its)} %`);
    }
    return {
      tables: [
        {
          columns: ['portal, % of a core', 'PostgreSQL, % of a core', 'portal, resident MB'],
          rows: [[spread(portal), spread(postgres), spread(megabytes)]],
        },
      ],
      goals: [
        atMost('portal without requests', GOALS.percent, median(portal), ' % of a core'),
        atMost('resident memory', GOALS.megabytes, median(megabytes), ' MB'),
      ],
      notes: [
        `A portal with all roles on ${figure(DEALERS * SITES_EACH)} sites, without a caller, measured over ${rounds} times ${seconds} s after ${seconds} s of rest. A core's time is counted in ticks of 10 ms.`,
      ],
    };
  }),
};
