import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { finishDemoFolder, NotThisDemo, openDemoFolder } from './folder.ts';
import { parseDemoOptions } from './options.ts';

const until = new Date('2026-03-04T00:00:00.000Z');
const wanted = { until, fresh: false };

let parent: string;
let folder: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'portal-demo-'));
  // as root, PostgreSQL runs as another user, which must reach the folder
  await chmod(parent, 0o711);
  folder = join(parent, 'demo');
});
afterEach(() => rm(parent, { recursive: true, force: true }));

describe('the demo’s folder', () => {
  it('is created, and reopened with its password', async () => {
    const made = await openDemoFolder(folder, wanted);
    expect(made).toMatchObject({ until: until.toISOString(), finished: false });
    await finishDemoFolder(folder, made);
    expect(await openDemoFolder(folder, { ...wanted, until: new Date() })).toEqual({
      ...made,
      finished: true,
    });
  });

  it('is refused with other content, also with --fresh', async () => {
    await writeFile(join(parent, 'something.txt'), 'mine');
    await expect(openDemoFolder(parent, { ...wanted, fresh: true })).rejects.toThrow(NotThisDemo);
    await writeFile(join(parent, 'demo.json'), 'not a marker');
    await expect(openDemoFolder(parent, { ...wanted, fresh: true })).rejects.toThrow(NotThisDemo);
    expect((await readdir(parent)).toSorted()).toEqual(['demo.json', 'something.txt']);
  });

  it.each([
    ['its filling was interrupted', false, wanted],
    ['--fresh is given', true, { ...wanted, fresh: true }],
  ])('is recreated when %s', { timeout: 40_000 }, async (_, finished, again) => {
    const before = await openDemoFolder(folder, wanted);
    if (finished) await finishDemoFolder(folder, before);
    await writeFile(join(folder, 'left-over'), '');
    const after = await openDemoFolder(folder, again);
    expect(after).toMatchObject({ finished: false });
    expect(after.password).not.toBe(before.password);
    expect(await readdir(folder)).toEqual(['demo.json']);
  });
});

describe('npm run demo --', () => {
  const now = new Date('2026-03-04T09:30:00.000Z');

  it('ends the history last midnight', () => {
    expect(parseDemoOptions([], now)).toEqual({ until, fresh: false });
  });

  it('takes last day and --fresh', () => {
    const parsed = parseDemoOptions(['--until=2026-01-31', '--fresh'], now);
    expect(parsed).toEqual({ until: new Date('2026-01-31T00:00:00.000Z'), fresh: true });
  });

  it.each([
    ['--until', '2026-02-31x'],
    ['--until', '2026-03-05'],
    ['--seed', '1'],
  ])('refuses %s %s in one line with the usage', (...args) => {
    expect(() => parseDemoOptions(args, now)).toThrow(/\nnpm run demo -- /);
  });
});
