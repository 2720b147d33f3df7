import {
  callersFor,
  figure,
  type Measured,
  median,
  perSecond,
  quantile,
  spread,
} from '@portal/tools/statistics.ts';
import { atLeast, atMost, type Bench, inTurns, ratios, secondsOf } from '../bench.ts';
import { type Customer, makeCustomers } from '../customers.ts';
import { act, newSide } from '../dealerCalls.ts';
import { onPostgres } from '../place.ts';

const DEALERS = 16;
const SITES_EACH = 10;
const GOALS = { keptRate: 0.9, longStream: 1.2 };
const CALLS = ['notes', 'list', 'status'] as const;

/** Ten minutes of work on the same sites, then changes of a site with a long stream beside sites with short ones. */
export const soak: Bench = {
  name: 'soak',
  title: 'Ten minutes of work, and a long stream',
  run: onPostgres(async (place, { quick, say }) => {
    const sizes = quick
      ? { minutes: 2, seconds: 1, events: 200, samples: 20 }
      : { minutes: 10, seconds: 60, events: 10_000, samples: 400 };
    const portal = await place.startPortal();
    const [last, ...customers] = await makeCustomers(portal, DEALERS + 1, SITES_EACH);
    const side = newSide(customers);
    const work = (seconds: number) =>
      callersFor(DEALERS, seconds, (caller) =>
        act(side, caller, CALLS[(side.turns[caller] ?? 0) % 3] ?? 'list'),
      );
    // a cold first minute would hide a decline
    await work(sizes.seconds / 2);
    const minutes: Measured[] = [];
    for (let minute = 1; minute <= sizes.minutes; minute += 1) {
      const one = await work(sizes.seconds);
      say(`minute ${minute}: ${figure(perSecond(one))} calls a second`);
      minutes.push(one);
    }
    say(`making a stream of ${figure(sizes.events)} events`);
    const { own, others } = await longStream(last as Customer, sizes.events, sizes.samples);
    const { note } = await place.prove(side.acknowledged);
    const rates = minutes.map(perSecond);
    const kept = (rates.at(-1) ?? 0) / (rates[0] ?? 0);
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
            ['on a stream of a few dozen events', spread(others)],
            [`on a stream of ${figure(sizes.events)} events`, spread(own)],
          ],
        },
      ],
      goals: [
        atLeast('rate of the last minute', GOALS.keptRate, kept, ' x', ' the first'),
        atMost(
          'change on a long stream, over one on a short',
          GOALS.longStream,
          median(ratios(own, others)),
          ' x',
        ),
      ],
      notes: [
        `${DEALERS} dealers with ${SITES_EACH} sites each call without a pause: a change of notes, the list, a change of status, in turn; half a minute warms up. Then one caller makes the long stream by changing the notes of one site, and changes it and the others of its company in turns.`,
        note,
      ],
    };
  }),
};

/** Milliseconds of changes of a site with so many events and, in turns, of its company's other sites. */
async function longStream({ caller, sites }: Customer, events: number, samples: number) {
  const [long = '', ...shorts] = sites;
  let turn = 0;
  const change = async (site: string) => {
    turn += 1;
    const body = { site_notes: `Note ${turn}` };
    return 1_000 * (await secondsOf(() => caller.expect(200, 'PATCH', `/api/sites/${site}`, body)));
  };
  for (let count = 0; count < events; count += 1) await change(long);
  return inTurns(samples, {
    own: () => change(long),
    others: () => change(shorts[turn % shorts.length] ?? ''),
  });
}
