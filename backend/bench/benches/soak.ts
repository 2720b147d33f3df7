import { randomBytes } from 'node:crypto';
import { withPostgres } from '@portal/tools/scratch.ts';
import {
  callersFor,
  figure,
  type Measured,
  median,
  perSecond,
  quantile,
  spread,
} from '@portal/tools/statistics.ts';
import { atLeast, atMost, type Bench } from '../bench.ts';
import { type Customer, makeCustomers } from '../customers.ts';
import { closeConnections } from '../httpCaller.ts';
import { startPortalProcess } from '../portalProcess.ts';
import { proveLog } from '../proof.ts';

const DEALERS = 16;
const SITES_EACH = 10;
const GOALS = { keptRate: 0.9, longStream: 1.2 };

/** Ten minutes of work on the same sites, then changes of a site with a long stream beside sites with short ones. */
export const soak: Bench = {
  name: 'soak',
  title: 'Ten minutes of work, and a long stream',
  run: ({ quick, say }) =>
    withPostgres(async ({ connectionString }, folder) => {
      const sizes = quick
        ? { minutes: 2, seconds: 1, events: 200, samples: 20 }
        : { minutes: 10, seconds: 60, events: 10_000, samples: 400 };
      const key = randomBytes(32);
      const portal = await startPortalProcess(connectionString, folder, {
        KEY_ENCRYPTION_KEY: key.toString('base64'),
      });
      try {
        const [last, ...customers] = await makeCustomers(portal.url, DEALERS + 1, SITES_EACH);
        if (last === undefined) throw new Error('There is no customer.');
        const turns = customers.map(() => 0);
        const work = (seconds: number) =>
          callersFor(DEALERS, seconds, async (caller) => {
            const turn = (turns[caller] ?? 0) + 1;
            turns[caller] = turn;
            await act(customers[caller], turn);
          });
        // a cold first minute would hide a decline
        await work(sizes.seconds / 2);
        const minutes: Measured[] = [];
        for (let minute = 1; minute <= sizes.minutes; minute += 1) {
          const one = await work(sizes.seconds);
          say(`minute ${minute}: ${figure(perSecond(one))} calls a second`);
          minutes.push(one);
        }
        say(`making a stream of ${figure(sizes.events)} events`);
        const long = await longStream(last, sizes.events, sizes.samples);
        await portal.stop();
        say('proving the log and the read models');
        const { note } = await proveLog(connectionString, key);
        const [first, end] = [minutes[0], minutes.at(-1)] as [Measured, Measured];
        return {
          tables: [
            {
              columns: ['minute', 'calls a second', 'p50 ms', 'p99 ms'],
              rows: minutes.map((one, index) => [
                String(index + 1),
                figure(perSecond(one)),
                figure(quantile(one.latencies, 0.5)),
                figure(quantile(one.latencies, 0.99)),
              ]),
            },
            {
              columns: ['', 'ms of a change'],
              rows: [
                ['on a stream of a few dozen events', spread(long.others)],
                [`on a stream of ${figure(sizes.events)} events`, spread(long.own)],
              ],
            },
          ],
          goals: [
            atLeast(
              'rate of the last minute',
              GOALS.keptRate,
              perSecond(end) / perSecond(first),
              ' x',
              ' the first',
            ),
            atMost('change on a long stream, over one on a short', GOALS.longStream, long.ratio, ' x'),
          ],
          notes: [
            `${DEALERS} dealers with ${SITES_EACH} sites each call without a pause: a change of notes, the list, a change of status, in turn; half a minute warms up. Then one caller makes the long stream by changing the notes of one site, and changes it and the others of its company in turns.`,
            note,
          ],
        };
      } finally {
        closeConnections();
        await portal.stop();
      }
    }),
};

async function act(customer: Customer | undefined, turn: number): Promise<void> {
  if (customer === undefined) throw new Error('There is no such customer.');
  const { caller, sites } = customer;
  if (turn % 3 === 1) {
    await caller.expect(200, 'GET', '/api/sites');
    return;
  }
  const round = Math.floor(turn / 3);
  const status = Math.floor(round / sites.length) % 2 === 0 ? 'inactive' : 'active';
  const body = turn % 3 === 0 ? { status } : { site_notes: `Note ${turn}` };
  await caller.expect(200, 'PATCH', `/api/sites/${sites[round % sites.length]}`, body);
}

/** Milliseconds of changes of a site with so many events and, in turns, of its company's other sites. */
async function longStream({ caller, sites }: Customer, events: number, samples: number) {
  const [long = '', ...others] = sites;
  let turn = 0;
  const change = async (site = '') => {
    turn += 1;
    const began = performance.now();
    await caller.expect(200, 'PATCH', `/api/sites/${site}`, { site_notes: `Note ${turn}` });
    return performance.now() - began;
  };
  for (let count = 0; count < events; count += 1) await change(long);
  const pairs: (readonly [other: number, own: number])[] = [];
  for (let sample = 0; sample < samples; sample += 1) {
    pairs.push([await change(others[sample % others.length]), await change(long)]);
  }
  return {
    others: pairs.map(([other]) => other),
    own: pairs.map(([, own]) => own),
    ratio: median(pairs.map(([other, own]) => own / other)),
  };
}
