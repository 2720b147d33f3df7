import type { ResultTable } from '@portal/tools/markdown.ts';
import { withDatabase, withPostgres } from '@portal/tools/scratch.ts';
import { figure, median, spread } from '@portal/tools/statistics.ts';
import { atLeast, type Bench, type BenchOptions, sized } from '../bench.ts';
import { type ContenderProcess, startContender } from '../contenderProcess.ts';
import { installPeers } from '../installPeers.ts';
import { measureFollowers } from './peerFollowers.ts';

/** Bare statements first: the others are shown as a ratio to them. */
const CONTENDERS = [
  { name: 'bare', title: 'bare statements', file: 'contenders/bare.ts' },
  { name: 'ours', title: 'the portal’s', file: 'contenders/ours.ts' },
  { name: 'emmett', title: 'emmett-postgresql 0.42', file: 'peers/emmett.ts' },
  { name: 'act', title: 'act-pg 0.4', file: 'peers/actPg.ts' },
  { name: 'castore', title: 'castore 2.4', file: 'peers/castore.ts' },
  { name: 'messagedb', title: 'message-db 1.3', file: 'peers/messageDb.ts' },
] as const;
type Name = (typeof CONTENDERS)[number]['name'];
const PEERS: readonly Name[] = ['emmett', 'act', 'castore', 'messagedb'];

const CALLERS = [1, 8, 32, 128];
/** Least ratio to the best peer and to emmett, by number of callers. */
const APPEND_GOALS: Readonly<Record<number, { readonly peers: number; readonly emmett: number }>> = {
  1: { peers: 1, emmett: 2 },
  8: { peers: 2, emmett: 4 },
  32: { peers: 3.5, emmett: 7 },
};
const STREAMS = [10, 100, 1_000];
const STREAM_GOAL = 1.3;
const LOG_GOAL = 2;
const LOG_EVENTS = 50_000;
/** Events of each stream that fills the logs. */
const FILL_EVENTS = 100;
const SESSIONS = { max_connections: '400' };

/** Rates by contender and round. */
type Rounds = Record<Name, number[]>;
const noRounds = (): Rounds => ({ bare: [], ours: [], emmett: [], act: [], castore: [], messagedb: [] });

/** Other event stores on PostgreSQL, each in its own process and database on one server, in turns. */
export const peers: Bench = {
  name: 'peers',
  title: 'Appends, reads and followers beside other event stores',
  onlyWhenNamed: true,
  run: (options) =>
    withPostgres(async ({ superuserConnectionString: server }) => {
      await installPeers(options.say);
      const open = (
        rest: readonly (typeof CONTENDERS)[number][],
        contenders: Contenders,
      ): Promise<Measured> => {
        const [contender, ...others] = rest;
        if (contender === undefined) return measureAll(contenders, options);
        return withDatabase(server, contender.name, async (url) => {
          const opened = await startContender(contender.file, url, true);
          try {
            return await open(others, new Map([...contenders, [contender.name, opened]]));
          } finally {
            opened.end();
          }
        });
      };
      const stores = report(await open(CONTENDERS, new Map()));
      const followers = await measureFollowers(server, options);
      return {
        tables: [...stores.tables, ...followers.tables],
        goals: [...stores.goals, ...followers.goals],
        notes: [...stores.notes, ...followers.notes],
      };
    }, SESSIONS),
};

type Contenders = ReadonlyMap<Name, ContenderProcess>;
interface Measured {
  readonly appends: ReadonlyMap<number, Rounds>;
  readonly streams: ReadonlyMap<number, Rounds>;
  readonly log: Rounds;
  readonly events: number;
  /** Contenders whose pages of the log lost or repeated events. */
  readonly misread: ReadonlyMap<Name, number>;
}

async function measureAll(contenders: Contenders, options: BenchOptions): Promise<Measured> {
  const { quick, say } = options;
  const rounds = quick ? 1 : 5;
  const seconds = quick ? 0.3 : 1;
  const appends = new Map(CALLERS.map((callers) => [callers, noRounds()]));
  const streams = new Map(STREAMS.map((events) => [events, noRounds()]));
  const log = noRounds();
  const appended = new Map<Name, number>([...contenders.keys()].map((name) => [name, 0]));
  const inTurn = async (round: number, work: (name: Name, contender: ContenderProcess) => Promise<void>) => {
    // the order alternates; the first round warms up
    const order = round % 2 === 0 ? [...contenders] : [...contenders].reverse();
    for (const [name, contender] of order) await work(name, contender);
  };

  const streamCount = quick ? 2 : 20;
  const namesOf = (events: number) =>
    Array.from({ length: streamCount }, (_, number) => `site-stream${events}x${number}`);
  say('writing the streams that are read');
  for (const events of STREAMS) {
    await inTurn(0, async (name, contender) => {
      await contender.write(namesOf(events), events);
      appended.set(name, (appended.get(name) ?? 0) + streamCount * events);
    });
  }
  for (let round = 0; round <= rounds; round += 1) {
    say(`round ${round} of ${rounds}: streams`);
    for (const [events, runs] of streams) {
      await inTurn(round, async (name, contender) => {
        const { perSecond } = await contender.readStreams(namesOf(events), events, seconds / 2);
        if (round > 0) runs[name].push(perSecond);
      });
    }
    say(`round ${round} of ${rounds}: appends`);
    for (const [callers, runs] of appends) {
      await inTurn(round, async (name, contender) => {
        const run = await contender.append(callers, seconds);
        appended.set(name, (appended.get(name) ?? 0) + run.appended);
        if (round > 0) runs[name].push(run.perSecond);
      });
    }
  }
  say('filling the logs up to one length');
  const wanted = Math.max(sized(options, LOG_EVENTS, 3_000), ...appended.values());
  await inTurn(0, async (name, contender) => {
    const missing = wanted - (appended.get(name) ?? 0);
    const full = Math.floor(missing / FILL_EVENTS);
    await contender.write(
      Array.from({ length: full }, (_, number) => `site-fill${number}`),
      FILL_EVENTS,
    );
    if (missing > full * FILL_EVENTS) await contender.write(['site-rest'], missing - full * FILL_EVENTS);
  });
  const misread = new Map<Name, number>();
  for (let round = 0; round <= rounds; round += 1) {
    say(`round ${round} of ${rounds}: the whole log`);
    await inTurn(round, async (name, contender) => {
      const { events, perSecond } = await contender.readLog();
      if (!Number.isNaN(perSecond) && events !== wanted) {
        if (name === 'ours') throw new Error(`The portal’s store read ${events} of ${wanted} events.`);
        misread.set(name, events);
      }
      if (round > 0) log[name].push(perSecond);
    });
  }
  for (const [name, contender] of contenders) {
    const held = await contender.count();
    if (held !== wanted) throw new Error(`${name} holds ${held} events; ${wanted} were acknowledged.`);
  }
  return { appends, streams, log, events: wanted, misread };
}

const ratios = (runs: Rounds, name: Name, to: Name) =>
  runs[name].map((rate, round) => rate / (runs[to][round] ?? Number.NaN));

/** Our rate over that of the best of these, round by round. */
const overBest = (runs: Rounds, names: readonly Name[]) =>
  median(
    runs.ours.map((rate, round) => {
      const others = names.map((name) => runs[name][round] ?? Number.NaN).filter((other) => other > 0);
      return rate / Math.max(...others);
    }),
  );

function tableOf(first: string, kinds: readonly (readonly [string, Rounds])[]): ResultTable {
  const cell = (runs: Rounds, name: Name) => {
    if (runs[name].some(Number.isNaN)) return 'not possible';
    return name === 'bare' ? `${spread(runs.bare)}/s` : spread(ratios(runs, name, 'bare'));
  };
  return {
    columns: [first, ...CONTENDERS.map(({ title }) => title)],
    rows: kinds.map(([kind, runs]) => [kind, ...CONTENDERS.map(({ name }) => cell(runs, name))]),
  };
}

function report({ appends, streams, log, events, misread }: Measured) {
  const appendGoals = [...appends].flatMap(([callers, runs]) => {
    const least = APPEND_GOALS[callers];
    if (least === undefined) return [];
    return [
      atLeast(`appends by ${callers}, over the best peer`, least.peers, overBest(runs, PEERS), ' x'),
      atLeast(`appends by ${callers}, over emmett`, least.emmett, overBest(runs, ['emmett']), ' x'),
    ];
  });
  return {
    tables: [
      tableOf(
        'appends by',
        [...appends].map(([callers, runs]) => [String(callers), runs]),
      ),
      tableOf('reading', [
        ...[...streams].map(([length, runs]): [string, Rounds] => [
          `streams of ${length.toLocaleString('en-US')}`,
          runs,
        ]),
        ['the whole log', log],
      ]),
    ],
    goals: [
      ...appendGoals,
      ...[...streams]
        .filter(([length]) => length >= 100)
        .map(([length, runs]) =>
          atLeast(
            `streams of ${length.toLocaleString('en-US')}, over the best peer`,
            STREAM_GOAL,
            overBest(runs, PEERS),
            ' x',
          ),
        ),
      atLeast('the whole log, over the best peer', LOG_GOAL, overBest(log, PEERS), ' x'),
    ],
    notes: [
      'Bare statements in events a second, all others as their ratio to them, round by round. Each contender is a process and a database of its own on one server, used as its documentation shows; whoever is waiting, the others rest. Data is parsed on every contender; of ours and message-db’s only the data, where the others parse the metadata too. castore has no way to read the whole log. Only the portal’s store keeps a reader that goes on by position from missing a late commit.',
      ...[...misread].map(
        ([name, read]) =>
          `${CONTENDERS.find((contender) => contender.name === name)?.title} handed out ${figure(read)} events of ${figure(events)}: its pages lose or repeat what was appended side by side.`,
      ),
      `Proved: each read of a stream found the events it should, the portal’s store read its whole log, and in the end each store held the ${figure(events)} events that it had acknowledged.`,
    ],
  };
}
