import { paths } from '@portal/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandLine, environmentOf } from './support/commandLine.ts';
import { eventually } from './support/eventually.ts';
import { issueInvoice } from './support/invoices.ts';
import { startTestPortal, type TestPortal } from './support/testPortal.ts';

let portal: TestPortal;

beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.stop());

/** Runs the command line beside the portal that has the database. */
const users = (...parameters: string[]) =>
  commandLine('users', parameters, environmentOf(portal.settings)).ended;

// Proves I8-erase-1
it('shows a preview, erases nothing without confirmation, then a user by name and a deleted one by id', async () => {
  const admin = await portal.admin();
  const { user: ann } = await portal.dealer('ann');
  const { user: bob } = await portal.dealer('bob');
  expect((await admin.delete(paths.admin.user(bob.id))).status).toBe(200);

  const asked = await users('erase', 'Ann');
  expect(asked).toMatchObject({ code: 1, err: '' });
  expect(asked.out).toContain(`Ann Doe (ann) ${ann.id}, who will be deleted`);
  expect(asked.out).toContain('the company Doe Security, which has no other users');
  expect(asked.out).toContain('Not a terminal: add --yes to confirm.\nNothing was erased.');
  expect((await admin.get(paths.admin.user(ann.id))).status).toBe(200);

  const erased = await users('erase', 'ann', '--reason', 'Asked by letter', '--yes');
  expect(erased).toMatchObject({ code: 0, err: '' });
  expect(erased.out).toContain('Erased.');
  const history = (await admin.get(paths.admin.userHistory(ann.id))).json;
  expect(history[0]).toMatchObject({ reason: 'Asked by letter' });

  const later = await users('erase', bob.id, '--yes');
  expect([later.code, later.out]).toEqual([0, expect.stringContaining(`(bob) ${bob.id}, deleted already`)]);
  for (const { id } of [ann, bob]) {
    // the portal may have the key in memory for some seconds after another process has erased it (ADR 0016)
    await eventually(async () => (await admin.get(paths.admin.userErasure(id))).json.name === null, 30);
    expect((await admin.get(paths.admin.userErasure(id))).json.is_erased).toBe(true);
  }

  expect(await users('erase', 'admin', '--yes')).toMatchObject({
    code: 1,
    err: "An administrator can't be deleted.\n",
  });
  expect(await users('erase', 'nobody', '--yes')).toMatchObject({ code: 1, err: 'User not found\n' });
}, 240_000);

// Proves I35-10
it('erases the last user of a company with open money only on demand', async () => {
  const admin = await portal.admin();
  const { user } = await portal.dealer('cat');
  await issueInvoice(portal, { accountId: user.account_id, userId: user.id, period: '2026-12' });
  const asked = await users('erase', 'cat', '--yes');
  expect(asked).toMatchObject({ code: 1, err: '' });
  expect(asked.out).toContain('$78.00 is open in demo mode and nobody will be told of it.');
  expect(asked.out).toContain('Add --open-money to erase all the same.\nNothing was erased.');
  expect((await admin.get(paths.admin.user(user.id))).status).toBe(200);
  expect(await users('erase', 'cat', '--open-money', '--yes')).toMatchObject({ code: 0, err: '' });
}, 240_000);
