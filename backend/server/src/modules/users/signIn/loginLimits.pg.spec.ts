import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/testDatabase.ts';
import { createLoginLimits } from './loginLimits.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

// Proves I35-15
test('an address is known only to the account that signed in from it', async () => {
  const limits = createLoginLimits(database.pool);
  expect(await limits.hasSignedIn('ann', '192.0.2.1')).toBe(false);
  await limits.signedIn('ann', '192.0.2.1');
  expect(await limits.hasSignedIn('ann', '192.0.2.1')).toBe(true);
  expect(await limits.hasSignedIn('ann', '192.0.2.2')).toBe(false);
  expect(await limits.hasSignedIn('bob', '192.0.2.1')).toBe(false);
});

// Proves I35-15
test('a right password or code alone makes no address known', async () => {
  const limits = createLoginLimits(database.pool);
  await limits.attempt('cas', '192.0.2.1', () => limits.passwordRight('cas', '192.0.2.1'));
  await limits.attempt('cas', '192.0.2.1', () => limits.succeeded('cas', '192.0.2.1'));
  await (await limits.beginCode('cas', '192.0.2.1', 'app'))();
  expect(await limits.hasSignedIn('cas', '192.0.2.1')).toBe(false);
});
