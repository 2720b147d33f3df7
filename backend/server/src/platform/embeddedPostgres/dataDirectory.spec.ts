import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeSecretOnce } from './dataDirectory.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-data-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

test('a secret is never overwritten: later callers get the first one', async () => {
  const path = join(folder, 'secret');
  expect(await writeSecretOnce(path, 'first')).toBe('first');
  expect(await writeSecretOnce(path, 'second')).toBe('first');
  expect(await readFile(path, 'utf8')).toBe('first');
  expect(await readdir(folder)).toEqual(['secret']);
});
