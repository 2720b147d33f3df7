import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/testDatabase.ts';
import { PortalsRunning, showPresence } from '../database/portalPresence.ts';
import { postgresKeyRing } from './postgresKeyRing.ts';
import { rotateKeys } from './rotateKeys.ts';
import { WrongKeyEncryptionKey } from './wrapping.ts';

const [OLD, NEW] = [randomBytes(32), randomBytes(32)];
const SUBJECTS = ['user-ann', 'user-bob', 'installation-usernames'];

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const rotate = (from: Buffer, to: Buffer) =>
  rotateKeys({ pool: database.pool, databaseUrl: database.connectionString }, from, to);
const ring = (key: Buffer) => postgresKeyRing(database.pool, key);
const hex = (keys: ReadonlyMap<string, Buffer>) =>
  [...keys].map(([subject, key]) => `${subject} ${key.toString('hex')}`);

// Proves I8-key-rotation
it('wraps all keys so that only the new key opens them; erased ones stay erased', async () => {
  const before = hex(await ring(OLD).ensure(SUBJECTS));
  await ring(OLD).ensure(['user-gone']);
  await ring(OLD).erase('user-gone');
  await expect(rotate(NEW, OLD)).rejects.toThrow(WrongKeyEncryptionKey);
  expect(hex(await ring(OLD).find(SUBJECTS)).sort()).toEqual([...before].sort());

  expect(await rotate(OLD, NEW)).toBe(SUBJECTS.length);
  expect(hex(await ring(NEW).find(SUBJECTS)).sort()).toEqual([...before].sort());
  await expect(ring(OLD).find(SUBJECTS)).rejects.toThrow(WrongKeyEncryptionKey);
  await expect(ring(OLD).assertOpens()).rejects.toThrow(WrongKeyEncryptionKey);
  expect(await ring(NEW).find(['user-gone'])).toEqual(new Map());
});

// Proves I8-key-rotation
it('is refused while a portal runs', async () => {
  await ring(NEW).ensure(SUBJECTS);
  const portal = await showPresence(database.connectionString, 'host 4711', () => undefined);
  try {
    await expect(rotate(NEW, OLD)).rejects.toThrow(PortalsRunning);
  } finally {
    await portal.leave();
  }
  expect(await ring(NEW).find(SUBJECTS)).toHaveProperty('size', SUBJECTS.length);
});
