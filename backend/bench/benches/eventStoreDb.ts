import { verifyLog } from '@portal/projections';
import { median, spread } from '@portal/tools/statistics.ts';
import { atLeast, atMost, type Bench, secondsOf } from '../bench.ts';
import { makeCustomers } from '../customers.ts';
import {
  comparedTable,
  compareServers,
  DEALERS,
  newSide,
  rateGoal,
  SITES_EACH,
  type Side,
} from '../dealerCalls.ts';
import { endPortal, onPostgres } from '../place.ts';
import { percentsOfCore, ticksOf } from '../processTime.ts';

/** Calls a second as a part of the portal's on PostgreSQL; a core's share without requests; events verified a second. */
const GOALS = { rate: 0.8, idlePercent: 0.5, verified: 20_000 };

/** A portal with its log in EventStoreDB and one with its log in PostgreSQL, in turns. Needs an EventStoreDB of its own. */
export const eventStoreDb: Bench = {
  name: 'eventstoredb',
  title: 'The portal with its log in EventStoreDB',
  onlyWhenNamed: true,
  run: onPostgres(async (place, options) => {
    const { quick, say } = options;
    const url = process.env.EVENTSTORE_TEST_URL;
    if (!url) throw new Error('EVENTSTORE_TEST_URL names an EventStoreDB with an empty log.');
    const elsewhere = await place.another('eventstoredb', url);
    const before = await elsewhere.openLog();
    const head = await before.store.head();
    await before.close();
    // events of another portal would be projected too
    if (head !== null) throw new Error('The EventStoreDB of EVENTSTORE_TEST_URL is not empty.');
    const portal = await elsewhere.startPortal();
    const other = await place.startPortal();
    say(`registering ${DEALERS} dealers with ${SITES_EACH} sites each, twice`);
    const sides: [Side, Side] = [
      newSide(await makeCustomers(portal, DEALERS, SITES_EACH)),
      newSide(await makeCustomers(other, DEALERS, SITES_EACH)),
    ];
    const compared = await compareServers(sides, options);
    await endPortal(other);
    const seconds = quick ? 1 : 30;
    await percentsOfCore(seconds);
    const idle: number[] = [];
    for (let round = 0; round < (quick ? 1 : 3); round += 1) {
      idle.push(...(await percentsOfCore(seconds, () => ticksOf(portal.pid))));
    }
    const { events, note } = await elsewhere.prove(sides[0].acknowledged);
    const log = await elsewhere.openLog();
    const verified: number[] = [];
    for (let round = 0; round < (quick ? 1 : 5); round += 1) {
      const took = await secondsOf(async () => {
        const found = await verifyLog(log.store, log.pool);
        if (!found.ok || found.verified !== events) throw new Error('The log was not found whole.');
      });
      verified.push(events / took);
    }
    await log.close();
    return {
      tables: [
        comparedTable(compared, ['EventStoreDB', 'PostgreSQL']),
        {
          columns: ['portal without requests, % of a core', 'verify, events/s'],
          rows: [[spread(idle), spread(verified)]],
        },
      ],
      goals: [
        ...compared
          .filter(({ kind, callers }) => kind !== 'list' && callers > 1)
          .map((one) => rateGoal(one, GOALS.rate, 'PostgreSQL')),
        atMost('portal without requests', GOALS.idlePercent, median(idle), ' % of a core'),
        atLeast('verify', GOALS.verified, median(verified), ' events/s'),
      ],
      notes: [
        `${DEALERS} dealers with ${SITES_EACH} sites each at either portal, a process each on one PostgreSQL. EventStoreDB is one node on the same machine.`,
        note,
      ],
    };
  }),
};
