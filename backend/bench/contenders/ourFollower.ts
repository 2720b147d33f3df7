import { randomBytes } from 'node:crypto';
import { siteStream } from '@portal/domain';
import { v7 } from 'uuid';
import { openLog } from '../openLog.ts';
import { countsView, differingRows, foldedBySql, readerCounts, sqlTable } from '../readerCounts.ts';
import { siteAdded } from '../sampleEvents.ts';
import { writeSites } from '../siteLog.ts';
import { atRandomMoments, EVENTS_EACH, type FollowerModule } from './follower.ts';

/** One of the portal's projections in one process with the appends; it has no settings. */
const ourFollower: FollowerModule = {
  async open(databaseUrl) {
    const log = await openLog(databaseUrl, randomBytes(32));
    let version = 0;
    const startEmpty = () => {
      version += 1;
      return log.follow([readerCounts(version)]);
    };
    return {
      writeSites: (sites, atOnce) =>
        writeSites(log, { sites, eventsEach: EVENTS_EACH, arrangement: 'spread', atOnce }),

      async catchUp() {
        const events = Number(await log.store.head());
        const began = performance.now();
        const projections = await startEmpty();
        await projections.caughtUp();
        const seconds = (performance.now() - began) / 1_000;
        await projections.stop();
        await log.pool.query('DROP TABLE IF EXISTS by_sql');
        await log.pool.query(sqlTable('by_sql'));
        await log.pool.query(`INSERT INTO by_sql ${foldedBySql('true')}`);
        return { events, seconds, wrongRows: await differingRows(log.pool, countsView(version)) };
      },

      async visible(_, seconds) {
        const projections = await startEmpty();
        await projections.caughtUp();
        const latencies = await atRandomMoments(seconds, async () => {
          const [siteId, accountId] = [v7(), v7()];
          const began = performance.now();
          const event = siteAdded(siteId, accountId);
          const position = await log.append(siteStream(siteId), event, 'no_stream', accountId);
          const fresh = await projections.waitFor({ types: [event.type], position });
          if (fresh !== 'fresh') throw new Error('The read model did not follow within 2 s.');
          return performance.now() - began;
        });
        await projections.stop();
        return latencies;
      },
    };
  },
};

export default ourFollower;
