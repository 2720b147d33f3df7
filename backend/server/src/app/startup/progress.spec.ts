import { Writable } from 'node:stream';
import { beforeEach, describe, expect, test } from 'vitest';
import { type ProgressOutput, startupPrinter } from './progress.ts';

let written: string;
let clock: number;

beforeEach(() => {
  written = '';
  clock = 0;
});

function output(isTTY: boolean): ProgressOutput {
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      written += String(chunk);
      done();
    },
  });
  return Object.assign(stream, { isTTY });
}

const printer = (isTTY: boolean) => startupPrinter(output(isTTY), () => clock);
const lines = () => written.trimEnd().split('\n');

describe('the output of a start', () => {
  test('without a terminal has one line per step, little progress, and the address last', () => {
    const start = printer(false);
    for (let tries = 0; tries < 3; tries += 1) start.step('preparing database');
    for (let done = 0; done <= 120_000; done += 100) {
      clock += 5;
      start.replaying(done, 120_000);
    }
    start.ready({ url: 'http://127.0.0.1:3000' });
    expect(lines()).toEqual([
      'Preparing database …',
      'replaying 0 of 120,000 events',
      'replaying 20,000 of 120,000 events',
      'replaying 40,000 of 120,000 events',
      'replaying 60,000 of 120,000 events',
      'replaying 80,000 of 120,000 events',
      'replaying 100,000 of 120,000 events',
      'replaying 120,000 of 120,000 events',
      'The portal is ready at http://127.0.0.1:3000',
    ]);
  });

  test('shows the progress of filling a demo apart from replayed events', () => {
    const start = printer(false);
    start.replaying(2, 2);
    start.filling(587, 587);
    start.ready({ url: 'http://x' });
    expect(lines()).toEqual([
      'replaying 2 of 2 events',
      'filling 587 of 587 steps of history',
      'The portal is ready at http://x',
    ]);
  });

  test('shows a generated password once, with its username', () => {
    const start = printer(false);
    start.ready({ url: 'http://x', administrator: { username: 'admin', password: 'p-1' } });
    expect(lines()).toEqual([
      'Administrator: username admin, password p-1 (generated, shown only this once)',
      'The portal is ready at http://x',
    ]);
    written = '';
    printer(false).ready({ url: 'http://x', administrator: undefined });
    expect(lines()).toEqual(['The portal is ready at http://x']);
  });

  test('on a terminal has a bar that ends once, on a line of its own', () => {
    const start = printer(true);
    start.replaying(0, 2_000);
    start.replaying(1_000, 2_000);
    start.replaying(2_000, 2_000);
    start.replaying(2_000, 2_000);
    start.ready({ url: 'http://x' });
    expect(written).toContain(`[${'.'.repeat(30)}] 0% replaying 0 of 2,000 events`);
    expect(written).toContain(`[${'#'.repeat(30)}] 100% replaying 2,000 of 2,000 events`);
    expect(written.match(/100%/g)).toHaveLength(1);
    expect(lines().at(-1)).toBe('The portal is ready at http://x');
  });

  test('on a terminal ends the line of its bar after a failed start', () => {
    const start = printer(true);
    start.replaying(500, 2_000);
    start.abandon();
    expect(written).toMatch(/25% replaying 500 of 2,000 events\n$/);
  });

  test('has no line for an empty log', () => {
    for (const isTTY of [true, false]) printer(isTTY).replaying(0, 0);
    expect(written).toBe('');
  });
});
