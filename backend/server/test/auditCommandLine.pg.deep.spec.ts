import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandLine, environmentOf } from './support/commandLine.ts';
import { startTestPortal, type TestPortal } from './support/testPortal.ts';

let portal: TestPortal;

beforeAll(async () => {
  portal = await startTestPortal();
  await portal.dealer('ann');
  await portal.portal.tick();
});
afterAll(() => portal.stop());

/** Runs the command line beside the portal that has the database. */
const audit = (...parameters: string[]) =>
  commandLine('audit', parameters, environmentOf(portal.settings)).ended;

// Proves I7-tamper-3
it('prints the newest seal, and compares a given one', async () => {
  const whole = await audit('verify');
  expect(whole).toMatchObject({ code: 0, err: '' });
  expect(whole.out).toContain('The log is intact: it ends with event ');
  const [, seq, hash] = /^Newest seal, to keep elsewhere: (\d+):([0-9a-f]{64})$/m.exec(whole.out) ?? [];
  const same = await audit('verify', '--seal', `${seq}:${hash}`);
  expect(same).toMatchObject({ code: 0, err: '' });
  expect(same.out).toContain(`Your seal of event ${seq} matches the log.`);

  const other = await audit('verify', '--seal', `${seq}:${'ab'.repeat(32)}`);
  expect(other).toMatchObject({ code: 1, err: '' });
  expect(other.out).toContain(
    `The hash of event number ${seq} in the kept seal differs from the chain.\nThe log does not match its hash chain.`,
  );
  expect(await audit('verify', '--seal', 'ab')).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('A seal is NUMBER:HASH, as verify prints it.\nnpm run audit -- verify'),
  });
}, 240_000);
