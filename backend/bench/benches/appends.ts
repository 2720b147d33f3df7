import type { Bench } from '../bench.ts';
import { benchAppends } from '../eventStore/appends.ts';
import { withPostgres } from '../scratch.ts';
import { figure } from '../statistics.ts';

/** Ratio to a bare INSERT that each number of callers has to reach, alone and with a subscriber. */
const GOALS: Readonly<Record<number, readonly [alone: number, followed: number]>> = {
  1: [0.88, 0.66],
  8: [1.35, 1],
  32: [2.2, 1.8],
  128: [3.4, 3.1],
};
/** The bare side has as many sessions as callers, all of them open. */
const SESSIONS = { max_connections: '200' };
const MOST_P99_MS_AT_32 = 5;

export const appends: Bench = {
  name: 'appends',
  title: 'Appending one event, versioned and ordered',
  run: ({ quick }) =>
    withPostgres(async ({ superuserConnectionString: connectionString }) => {
      const rounds = quick ? { rounds: 1, seconds: 0.2 } : { rounds: 5, seconds: 0.6 };
      const rows = await benchAppends({ connectionString, ...rounds });
      const goals = rows.flatMap(({ callers, subscriber, ratio, p99 }) => {
        const goal = GOALS[callers]?.[subscriber ? 1 : 0];
        if (goal === undefined) return [];
        const what = `appends by ${callers}${subscriber ? ', followed live' : ''}`;
        const rate = {
          what,
          goal: `>= ${goal} x INSERT`,
          measured: `${figure(ratio)} x`,
          met: ratio >= goal,
        };
        if (callers !== 32 || subscriber) return [rate];
        const met = p99 <= MOST_P99_MS_AT_32;
        const late = { goal: `p99 <= ${MOST_P99_MS_AT_32} ms`, measured: `${figure(p99)} ms`, met };
        return [rate, { what, ...late }];
      });
      const table = {
        columns: [
          'callers',
          'followed live',
          'INSERT/s',
          'appends/s',
          'ratio (lowest to highest)',
          'p50 ms',
          'p99 ms',
        ],
        rows: rows.map((row) => [
          String(row.callers),
          row.subscriber ? 'yes' : 'no',
          figure(row.bare),
          figure(row.ours),
          `${figure(row.ratio)} (${figure(row.lowest)} to ${figure(row.highest)})`,
          figure(row.p50),
          figure(row.p99),
        ]),
      };
      const notes = [
        'Each round appends to streams of their own and inserts the same rows by a bare prepared INSERT, one after the other in turn. After each round the log is read: dense positions, each acknowledged event once, at the position it was acknowledged with; a subscriber saw each once and in order.',
      ];
      return { tables: [table], goals, notes };
    }, SESSIONS),
};
