import { withDatabase } from '@portal/tools/scratch.ts';
import { figure, median, quantile, spread } from '@portal/tools/statistics.ts';
import { atLeast, type BenchOptions, type BenchResult, sized } from '../bench.ts';
import { EVENTS_EACH, type Tuning } from '../contenders/follower.ts';
import { type FollowerProcess, startFollower } from '../followerProcess.ts';

const SITES = 1_200;
const CATCH_UP_GOAL = 14;
const VISIBLE_GOAL = 600;
/** Appends at once that show whether a follower misses what commits late. */
const SIDE_BY_SIDE = 32;

const KINDS = ['ours', 'defaults', 'tuned'] as const;
type Kind = (typeof KINDS)[number];
type Followers = Readonly<Record<'ours' | 'emmett', FollowerProcess>>;
type PerKind<Value> = Readonly<Record<Kind, Value>>;

interface Measured {
  /** Events a second, round by round. */
  readonly caughtUp: PerKind<number[]>;
  /** Milliseconds, round by round. */
  readonly visible: PerKind<(readonly number[])[]>;
  readonly events: number;
  /** Most rows of emmett's read model that were wrong: after appends one by one, and after many at once. */
  readonly wrongRows: { alone: number; sideBySide: number };
}

/** Read models that catch up, and idle ones, against emmett's consumer: one store at a time. */
export const measureFollowers = (server: string, options: BenchOptions): Promise<BenchResult> =>
  withDatabase(server, 'our_follower', (ourUrl) =>
    withDatabase(server, 'emmett_follower', async (emmettUrl) => {
      const [ours, emmett] = await Promise.all([
        startFollower('contenders/ourFollower.ts', ourUrl),
        startFollower('peers/emmettFollower.ts', emmettUrl),
      ]);
      try {
        return report(await measureAll({ ours, emmett }, options));
      } finally {
        ours.end();
        emmett.end();
      }
    }),
  );

async function measureAll(followers: Followers, options: BenchOptions): Promise<Measured> {
  const { quick, say } = options;
  const [rounds, seconds] = quick ? [1, 2] : [3, 6];
  const caughtUp: Measured['caughtUp'] = { ours: [], defaults: [], tuned: [] };
  const visible: Measured['visible'] = { ours: [], defaults: [], tuned: [] };
  const wrongRows = { alone: 0, sideBySide: 0 };
  const followerOf = (kind: Kind): [FollowerProcess, Tuning] =>
    kind === 'ours' ? [followers.ours, 'defaults'] : [followers.emmett, kind];
  const catchUp = async (kind: Kind, wrong: keyof typeof wrongRows) => {
    const [follower, tuning] = followerOf(kind);
    const run = await follower.catchUp(tuning);
    if (kind !== 'ours') wrongRows[wrong] = Math.max(wrongRows[wrong], run.wrongRows);
    else if (run.wrongRows > 0)
      throw new Error(`${run.wrongRows} rows of the portal’s read model are wrong.`);
    return run.events / run.seconds;
  };

  const sites = sized(options, SITES, 100);
  say(`followers: writing ${figure(sites * EVENTS_EACH)} events, one by one`);
  // one after the other: emmett's consumer does not see all of what is appended side by side
  const [events] = await Promise.all([
    followers.ours.writeSites(sites, 1),
    followers.emmett.writeSites(sites, 1),
  ]);
  // warms up; how long the defaults wait does not depend on that
  await catchUp('ours', 'alone');
  await catchUp('tuned', 'alone');
  for (let round = 1; round <= rounds; round += 1) {
    const order = round % 2 === 0 ? KINDS : KINDS.toReversed();
    say(`round ${round} of ${rounds}: catching up`);
    for (const kind of order) caughtUp[kind].push(await catchUp(kind, 'alone'));
    say(`round ${round} of ${rounds}: append to visible, idle`);
    for (const kind of order) {
      const [follower, tuning] = followerOf(kind);
      visible[kind].push(await follower.visible(tuning, seconds));
    }
  }
  say(`followers: writing ${figure(sites * EVENTS_EACH)} events, ${SIDE_BY_SIDE} at once, and catching up`);
  for (const kind of ['ours', 'tuned'] as const) {
    await followerOf(kind)[0].writeSites(sites, SIDE_BY_SIDE);
    await catchUp(kind, 'sideBySide');
  }
  return { caughtUp, visible, events, wrongRows };
}

function report({ caughtUp, visible, events, wrongRows }: Measured): BenchResult {
  const p50s = (kind: Kind) => visible[kind].map((latencies) => median(latencies));
  const p99 = (kind: Kind) => quantile(visible[kind].flat(), 0.99);
  const faster = (kind: Kind) =>
    caughtUp.ours.map((rate, round) => rate / (caughtUp[kind][round] ?? Number.NaN));
  const sooner = (kind: Kind) => p50s(kind).map((p50, round) => p50 / (p50s('ours')[round] ?? Number.NaN));
  return {
    tables: [
      {
        columns: [
          'a read model',
          'the portal’s',
          'emmett’s consumer',
          'ours over it',
          'tuned',
          'ours over it',
        ],
        rows: [
          [
            'far behind, events a second',
            spread(caughtUp.ours),
            ...(['defaults', 'tuned'] as const).flatMap((kind) => [
              spread(caughtUp[kind]),
              spread(faster(kind)),
            ]),
          ],
          [
            'append to visible, idle, p50 ms',
            spread(p50s('ours')),
            ...(['defaults', 'tuned'] as const).flatMap((kind) => [spread(p50s(kind)), spread(sooner(kind))]),
          ],
          [
            'append to visible, idle, p99 ms',
            figure(p99('ours')),
            ...(['defaults', 'tuned'] as const).flatMap((kind) => [
              figure(p99(kind)),
              figure(p99(kind) / p99('ours')),
            ]),
          ],
        ],
      },
    ],
    goals: [
      atLeast(
        'a read model far behind, over emmett’s consumer tuned',
        CATCH_UP_GOAL,
        median(faster('tuned')),
        ' x',
      ),
      atLeast(
        'append to visible, idle, p50 of emmett’s consumer over ours',
        VISIBLE_GOAL,
        median(sooner('defaults')),
        ' x',
      ),
    ],
    notes: [
      `Far behind: from the start of the follower until the last of at least ${figure(events)} events is committed into a table of one row a site, whose events stand as far apart as they can; ours begins with making its tables. Visible: from the call of append, at random moments, five a second, until our projection has committed it; of emmett's consumer, until its handler has been called with it. Both in one process with the appends, one read model each, emmett's as its documentation shows: a statement an event. Tuned, far behind: pages of 250 and no wait between them. Tuned, idle: pages of one event and no wait, so that it asks all the time; with longer pages it doubles its wait up to a second after each that is not full, whatever frequency is set.`,
      `Proved: each time ours had caught up, its table was equal to what one SQL statement computes from the log, also after ${SIDE_BY_SIDE} writers had appended at once. The table of emmett's consumer had ${wrongRows.alone} wrong rows after appends one by one, which is what was measured, and ${wrongRows.sideBySide} of ${((events / EVENTS_EACH) * 2).toLocaleString('en-US')} and a few after ${SIDE_BY_SIDE} at once: it reads in the order of transactions and goes on by position, so what stands before a position that it has passed is left out.`,
    ],
  };
}
