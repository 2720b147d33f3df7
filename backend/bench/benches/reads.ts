import type { Position } from '@portal/event-store';
import { inParallel } from '@portal/server/kernel/inParallel.ts';
import { callersFor, figure, median, perSecond, spread } from '@portal/tools/statistics.ts';
import { atLeast, atMost, type Bench, inTurns, ratios, secondsOf, sized } from '../bench.ts';
import type { OpenLog } from '../openLog.ts';
import { onPostgres } from '../place.ts';
import { storedEvent } from '../sampleEvents.ts';

const STREAM_GOAL = 0.9;
const LOG_GOAL = 1.25;
const MAX_GROWTH = 1.2;
const PAGE = 1_000;
const COLUMNS = 'position, revision, event_id, stream, type, data, metadata';

/** Events a second, round by round. */
type Rates = Readonly<Record<'bare' | 'ours', readonly number[]>>;

/** Reading streams and the whole log, against bare SELECTs of the same rows by pg. */
export const reads: Bench = {
  name: 'reads',
  title: 'Reading streams and the whole log',
  run: onPostgres(async (place, options) => {
    const { quick, say } = options;
    const log = await place.openLog();
    const [rounds, seconds] = quick ? [1, 0.2] : [5, 0.5];
    const streams = sized(options, 100, 5);
    const { bare, ours } = readersOf(log);
    let length = 0;
    const write = async (each: number) => {
      say(`streams of ${each}`);
      await inParallel([...Array(streams).keys()], 16, (number) =>
        log.store.append(`site-${each}x${number}`, Array.from({ length: each }, storedEvent), 'no_stream'),
      );
      length += streams * each;
    };
    const measureStreams = (each: number) => {
      let next = 0;
      const rate = (read: (stream: string) => Promise<number>) => async () => {
        const measured = await callersFor(1, seconds, async () => {
          const found = await read(`site-${each}x${next++ % streams}`);
          if (found !== each) throw new Error(`A stream of ${each} has ${found} events.`);
        });
        return each * perSecond(measured);
      };
      return inTurns(rounds, { bare: rate(bare.stream), ours: rate(ours.stream) });
    };
    const measureLog = () => {
      const rate = (read: () => Promise<number>) => async () => {
        let found = 0;
        const took = await secondsOf(async () => {
          found = await read();
        });
        if (found !== length) throw new Error(`${found} of ${length} events were read.`);
        return length / took;
      };
      return inTurns(rounds, { bare: rate(bare.log), ours: rate(ours.log) });
    };
    await write(10);
    const tens = await measureStreams(10);
    await write(100);
    const hundreds = await measureStreams(100);
    const [shortLength, shortLog] = [length, await measureLog()];
    // ten times the events of the two before
    await write(1_000);
    const thousands = await measureStreams(1_000);
    const wholeLog = await measureLog();
    await log.close();

    const over = ({ ours, bare }: Rates) => ratios(ours, bare);
    const row = (what: string, rates: Rates) => [what, ...[rates.bare, rates.ours, over(rates)].map(spread)];
    const overBare = (what: string, least: number, rates: Rates) =>
      atLeast(what, least, median(over(rates)), ' x', ' bare');
    const growth = median(shortLog.ours) / median(wholeLog.ours);
    return {
      tables: [
        {
          columns: ['events a second', 'bare SELECT', 'event store', 'over bare'],
          rows: [
            row('streams of 10', tens),
            row('streams of 100', hundreds),
            row('streams of 1,000', thousands),
            row(`the log at ${figure(shortLength)} events`, shortLog),
            row(`the log at ${figure(length)} events`, wholeLog),
          ],
        },
      ],
      goals: [
        overBare('streams of 100', STREAM_GOAL, hundreds),
        overBare('streams of 1,000', STREAM_GOAL, thousands),
        overBare('the whole log', LOG_GOAL, wholeLog),
        {
          ...atMost('a page of a log ten times as long', MAX_GROWTH, growth, ' x'),
          goal: `<= ${MAX_GROWTH} x the time`,
        },
      ],
      notes: [
        'Bare is a prepared SELECT of the same rows by pg as one writes it: rows as objects. Either way the data is parsed. The log is read in pages of 1,000. Both in one process, in turns.',
        'Each read found exactly the events that were written.',
      ],
    };
  }),
};

/** Two ways to read streams and the whole log. They parse the data and return the number of events. */
function readersOf({ store, pool }: OpenLog) {
  const parsed = (events: readonly { readonly data: string }[]) =>
    events.map(({ data }) => JSON.parse(data)).length;
  return {
    ours: {
      stream: async (stream: string) => parsed(await store.read(stream)),
      async log() {
        let count = 0;
        for (let from: Position | null = null; ; ) {
          const { events, next, end } = await store.readAll(from, { limit: PAGE });
          count += parsed(events);
          if (end) return count;
          from = next;
        }
      },
    },
    bare: {
      async stream(stream: string) {
        const text = `SELECT ${COLUMNS} FROM es.events WHERE stream = $1 ORDER BY revision`;
        return parsed((await pool.query({ name: 'stream', text, values: [stream] })).rows);
      },
      async log() {
        const text = `SELECT ${COLUMNS} FROM es.events WHERE position > $1 ORDER BY position LIMIT ${PAGE}`;
        let count = 0;
        for (let from = '0'; ; ) {
          const { rows } = await pool.query({ name: 'page', text, values: [from] });
          count += parsed(rows);
          if (rows.length < PAGE) return count;
          from = rows.at(-1).position;
        }
      },
    },
  };
}
