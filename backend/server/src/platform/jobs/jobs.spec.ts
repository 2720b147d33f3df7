import { describe, expect, it } from 'vitest';
import { createJobs, type Job } from './jobs.ts';

const MINUTE = 60_000;

/** Jobs on a clock that the test moves, and what they failed with. */
function jobs(...list: Job[]) {
  const clock = { ms: 0 };
  const failed: unknown[] = [];
  const log = { error: (entry: unknown) => void failed.push(entry) };
  return { clock, failed, all: createJobs(list, log, () => clock.ms) };
}

/** A job that counts its runs and ends when it is told to. */
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

describe('duties', () => {
  it('run at the first tick, and then when their time has come round', async () => {
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

  it('fail alone, are logged by name, and are tried again', async () => {
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
    expect(failed).toMatchObject([{ duty: 'broken' }, { duty: 'broken' }]);
  });

  // Proves S6-run-8
  it('are not begun beside themselves', async () => {
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

  it('all run, early or not, where tickAll says so, after what is under way', async () => {
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

  it('are told to stop and waited for; none begins after that', async () => {
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
