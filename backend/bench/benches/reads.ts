import { withDatabase, withPostgres } from '@portal/tools/scratch.ts';
import { figure, median, spread } from '@portal/tools/statistics.ts';
import { atLeast, atMost, type Bench, sized } from '../bench.ts';
import { type ContenderProcess, startContender } from '../contenderProcess.ts';

const STREAMS = [10, 100, 1_000];
const STREAM_GOAL = 0.9;
const STREAMS_OF_EACH = 100;
const LOG_EVENTS = 200_000;
const LOG_GOAL = 1.25;
/** Events of each stream that fills the log. */
const FILL_EVENTS = 100;
/** The log is read at this part of its length, and whole: a page must cost the same. */
const SHORT = 0.1;
const MAX_GROWTH = 1.2;

/** Ours over bare and over texts that nobody parses, round by round. */
type Rounds = Record<'bare' | 'text' | 'ours', number[]>;
const noRounds = (): Rounds => ({ bare: [], text: [], ours: [] });

/** Reading streams and the whole log, against bare SELECTs of the same rows by pg. */
export const reads: Bench = {
  name: 'reads',
  title: 'Reading streams and the whole log',
  run: (options) =>
    withPostgres(({ superuserConnectionString: server }) =>
      withDatabase(server, 'bare', (bareUrl) =>
        withDatabase(server, 'texts', (textUrl) =>
          withDatabase(server, 'ours', async (oursUrl) => {
            const { quick, say } = options;
            const contenders = {
              bare: await startContender('contenders/bare.ts', bareUrl, true),
              text: await startContender('contenders/bareText.ts', textUrl, true),
              ours: await startContender('contenders/ours.ts', oursUrl, true),
            };
            const rounds = quick ? 1 : 5;
            const seconds = quick ? 0.2 : 0.5;
            const count = quick ? 5 : STREAMS_OF_EACH;
            const inTurn = async (
              round: number,
              work: (name: keyof Rounds, contender: ContenderProcess) => Promise<unknown>,
            ) => {
              const names = Object.keys(contenders) as (keyof Rounds)[];
              // the order alternates; the first round warms up
              for (const name of round % 2 === 0 ? names : names.reverse())
                await work(name, contenders[name]);
            };
            const namesOf = (events: number, streams = count) =>
              Array.from({ length: streams }, (_, number) => `site-${events}x${number}`);
            const streamEvents = STREAMS.reduce((sum, events) => sum + events * count, 0);
            const measureLog = async (into: Rounds, wanted: number) => {
              for (let round = 0; round <= rounds; round += 1) {
                await inTurn(round, async (name, contender) => {
                  const { events, perSecond } = await contender.readLog();
                  if (events !== wanted) throw new Error(`${name} read ${events} of ${wanted} events.`);
                  if (round > 0) into[name].push(perSecond);
                });
              }
            };

            const most = sized(options, LOG_EVENTS, 2 * streamEvents);
            const fills = Math.ceil(Math.max(most - streamEvents, 0) / FILL_EVENTS);
            const short = Math.ceil(most * SHORT);
            say(`a log of ${figure(short)} events`);
            const shortLog = noRounds();
            const firstFills = Math.ceil(short / FILL_EVENTS);
            await inTurn(0, (_, contender) => contender.write(namesOf(0, firstFills), FILL_EVENTS));
            await measureLog(shortLog, firstFills * FILL_EVENTS);

            const streams = new Map(STREAMS.map((events) => [events, noRounds()]));
            for (const [events, runs] of streams) {
              say(`streams of ${events}`);
              await inTurn(0, (_, contender) => contender.write(namesOf(events), events));
              for (let round = 0; round <= rounds; round += 1) {
                await inTurn(round, async (name, contender) => {
                  const { perSecond } = await contender.readStreams(namesOf(events), events, seconds);
                  if (round > 0) runs[name].push(perSecond);
                });
              }
            }

            say(`a log of ${figure(most)} events`);
            const wholeLog = noRounds();
            const more = Math.max(fills - firstFills, 0);
            await inTurn(0, (_, contender) => contender.write(namesOf(1, more), FILL_EVENTS));
            await measureLog(wholeLog, (firstFills + more) * FILL_EVENTS + streamEvents);
            for (const contender of Object.values(contenders)) contender.end();

            const ratio = (runs: Rounds, to: 'bare' | 'text') =>
              runs.ours.map((rate, round) => rate / (runs[to][round] ?? Number.NaN));
            const row = (what: string, runs: Rounds) => [
              what,
              spread(runs.bare),
              spread(runs.text),
              spread(runs.ours),
              spread(ratio(runs, 'bare')),
              spread(ratio(runs, 'text')),
            ];
            const overBare = (what: string, least: number, runs: Rounds) =>
              atLeast(what, least, median(ratio(runs, 'bare')), ' x', ' bare');
            const growth = median(shortLog.ours) / median(wholeLog.ours);
            return {
              tables: [
                {
                  columns: [
                    'events a second',
                    'bare SELECT',
                    'the same of texts',
                    'event store',
                    'over bare',
                    'over texts',
                  ],
                  rows: [
                    ...[...streams].map(([events, runs]) =>
                      row(`streams of ${events.toLocaleString('en-US')}`, runs),
                    ),
                    row(`the log at ${figure(short)} events`, shortLog),
                    row(`the log at ${figure(most)} events`, wholeLog),
                  ],
                },
              ],
              goals: [
                ...[...streams]
                  .filter(([events]) => events >= 100)
                  .map(([events, runs]) =>
                    overBare(`streams of ${events.toLocaleString('en-US')}`, STREAM_GOAL, runs),
                  ),
                overBare('the whole log', LOG_GOAL, wholeLog),
                {
                  ...atMost('a page of a log ten times as long', MAX_GROWTH, growth, ' x'),
                  goal: `<= ${MAX_GROWTH} x the time`,
                },
              ],
              notes: [
                'Bare is a prepared SELECT by pg as one writes it: rows as objects, JSON in jsonb columns that pg parses. The same of texts keeps the JSON as text, as the event store does, and parses the data alone. The event store hands out its events with the data parsed. The log is read in pages of 1,000; each contender is a process and a database of its own, in turns.',
                'Each read found exactly the events that were written.',
              ],
            };
          }),
        ),
      ),
    ),
};
