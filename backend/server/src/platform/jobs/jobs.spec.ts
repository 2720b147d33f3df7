import { describe, expect, it } from 'vitest';
import { createJobs, type Job } from './jobs.ts';

const MINUTE = 60_000;

/** Jobs with a clock that the test sets, and their logged failures. */
function jobs(...list: Job[]) {
  const clock = { ms: 0 };
  const failed: unknown[] = [];
  const log = { error: (entry: unknown) => void failed.push(entry) };
  return { clock, failed, all: createJobs(list, log, () => clock.ms) };
}

/** A job that counts its runs and ends on request. */
function held(everyMs = MINUTE) {
  const state = { runs: 0, aborted: false, end: () => {} };
  const job: Job = {
    name: 'held',
    everyMs,
    run: (signal) => {
      state.runs += 1;
      return new Promise<void>((resolve) => {
        state.end = resolve;
        signal.addEventListener('abort', () => {
          state.aborted = true;
          resolve();
        });
      });
    },
  };
  return { state, job };
}

describe('jobs', () => {
  it('run at the first tick, then after their interval', async () => {
    const runs: string[] = [];
    const each = (name: string, everyMs: number): Job => ({
      name,
      everyMs,
      run: async () => runs.push(name),
    });
    const { all, clock } = jobs(each('minute', MINUTE), each('hour', 60 * MINUTE));
    await all.tick();
    clock.ms = 52_000;
    await all.tick();
    expect(runs).toEqual(['minute', 'hour', 'minute']);
    clock.ms = 60 * MINUTE;
    await all.tick();
    expect(runs.filter((name) => name === 'hour')).toHaveLength(2);
  });

  it('do not affect others when they fail, are logged by name, and are retried', async () => {
    let runs = 0;
    const broken: Job = {
      name: 'broken',
      everyMs: MINUTE,
      run: async () => {
        runs += 1;
        throw new Error('no');
      },
    };
    let well = 0;
    const { all, clock, failed } = jobs(broken, {
      name: 'well',
      everyMs: MINUTE,
      run: async () => (well += 1),
    });
    await all.tick();
    clock.ms = MINUTE;
    await all.tick();
    expect([runs, well]).toEqual([2, 2]);
    expect(failed).toMatchObject([{ job: 'broken' }, { job: 'broken' }]);
  });

  // Proves S6-run-8
  it('do not start while they are running', async () => {
    const { state, job } = held();
    const { all, clock } = jobs(job);
    const first = all.tick();
    clock.ms = 10 * MINUTE;
    const second = all.tick();
    expect(state.runs).toBe(1);
    state.end();
    await Promise.all([first, second]);
    const third = all.tick();
    expect(state.runs).toBe(2);
    state.end();
    await third;
  });

  it('all run on tickAll, due or not, after those running', async () => {
    const { state, job } = held(60 * MINUTE);
    const { all } = jobs(job);
    const tick = all.tick();
    const every = all.tickAll();
    expect(state.runs).toBe(1);
    state.end();
    await tick;
    await new Promise(setImmediate);
    expect(state.runs).toBe(2);
    state.end();
    await every;
  });

  it('are aborted and awaited by a stop; none starts afterwards', async () => {
    const { state, job } = held();
    const { all, failed } = jobs(job);
    const tick = all.tick();
    await all.stop();
    await tick;
    expect(state).toMatchObject({ runs: 1, aborted: true });
    await all.tick();
    await all.tickAll();
    expect(state.runs).toBe(1);
    expect(failed).toEqual([]);
  });
});
