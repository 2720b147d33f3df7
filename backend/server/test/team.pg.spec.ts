import { DEALER_PERMISSIONS, paths, type Team } from '@portal/contract';
import { DEAD_INVITATION, DEALER_ROLES, type DealerRole } from '@portal/domain/values';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from './support/eventually.ts';
import type { HttpClient } from './support/httpClient.ts';
import { liveTopics } from './support/liveTopics.ts';
import { ADMIN, PASSWORD, siteOrder, startTestPortal, type TestPortal } from './support/testPortal.ts';

const DAY_MS = 86_400_000;

let portal: TestPortal;
let admin: HttpClient;
let now = new Date('2026-03-02T12:00:00.000Z');

beforeAll(async () => {
  portal = await startTestPortal({
    now: () => now,
    publicCallLimits: { register: 1_000, contact: 1_000, forgotPassword: 1_000, resetLink: 1_000 },
  });
  admin = await portal.admin();
});
afterAll(() => portal.stop());

let made = 0;
/** A fresh company with one owner, who has just stepped up. */
async function company() {
  made += 1;
  const username = `owner${made}`;
  const owner = await portal.dealer(username);
  await stepUp(owner.client);
  return { ...owner, username };
}
const stepUp = async (client: HttpClient) =>
  expect((await client.post(paths.stepUp, { currentPassword: PASSWORD })).status).toBe(200);

/** Sends an invitation. @returns its token */
async function invite(owner: HttpClient, role: DealerRole = 'billing') {
  made += 1;
  const email = `cora${made}@example.com`;
  const sent = await owner.post(paths.invitations, { name: 'Cora Cole', email, role });
  expect([sent.status, sent.json]).toEqual([201, {}]);
  return { email, token: await portal.resetToken(email) };
}
const accept = (token: string, username: string, client = portal.client(), password = PASSWORD) =>
  client.post(paths.acceptInvitation, { token, name: 'Cora Cole', username, password });
const teamOf = async (client: HttpClient): Promise<Team> => (await client.get(paths.team)).json;
const setRole = (client: HttpClient, id: string, role: string) => client.patch(paths.colleague(id), { role });
const isDead = { status: 422, json: expect.objectContaining({ error: DEAD_INVITATION }) };

// Proves I40-team
describe('an invitation', () => {
  it('lets a colleague join the company, approved, with its role, once', async () => {
    const owner = await company();
    const { email, token } = await invite(owner.client);
    const [invitation] = (await teamOf(owner.client)).invitations;
    expect(invitation).toMatchObject({ email, name: 'Cora Cole', role: 'billing' });
    expect(Date.parse(invitation?.expires_at ?? '') - now.getTime()).toBe(7 * DAY_MS);
    const { json } = await portal.client().post(paths.invitationLink, { token });
    expect(json).toEqual({ usable: true, company: 'Doe Security', name: 'Cora Cole', role: 'billing' });

    const cora = portal.client();
    expect((await accept(token, `cora${made}`, cora)).status).toBe(201);
    const user = (await cora.get(paths.user)).json;
    expect(user).toMatchObject({
      ...{ account_id: owner.user.account_id, dealer_role: 'billing', is_approved: true, email },
      ...{ company: 'Doe Security', city: 'Staten Island', phone: '' },
    });
    expect(user.dealer_id).toMatch(/^KS\d{4}$/);
    const { people, invitations } = await teamOf(owner.client);
    expect(invitations).toEqual([]);
    expect(people.find(({ id }) => id === user.id)).toMatchObject({
      ...{ role: 'billing', sign_ins: [{ address: expect.any(String) }] },
      sessions: [{ since: now.toISOString() }],
    });

    expect(await accept(token, `again${made}`)).toMatchObject(isDead);
    expect((await portal.client().post(paths.invitationLink, { token })).json).toEqual({ usable: false });
    const link = await portal.client().post(paths.resetLink, { token });
    expect(link.json).toEqual({ usable: false });
    expect((await portal.signedIn(`cora${made}`)).cookies.size).toBeGreaterThan(0);
  });

  it('is accepted by one of several at once, whose name and password hold', async () => {
    const { client } = await company();
    const { token } = await invite(client);
    const names = Array.from({ length: 8 }, (_, n) => `racer${made}-${n}`);
    const answers = await Promise.all(
      names.map((username) => accept(token, username, portal.client(), `secret-of-${username}`)),
    );
    const won = names.filter((_, n) => answers[n]?.status === 201);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(7);
    expect(won).toHaveLength(1);
    const [winner = ''] = won;
    await portal.signedIn(winner, `secret-of-${winner}`);
    expect((await teamOf(client)).people.map(({ username }) => username)).toContain(winner);
    // the others' names are free
    const free = names.find((name) => name !== winner) ?? '';
    expect((await accept((await invite(client)).token, free)).status).toBe(201);
  });

  it('stays open if the username is taken or the password common', async () => {
    const { client } = await company();
    const { token } = await invite(client);
    expect((await accept(token, 'OWNER1')).json.error).toBe('Username already exists');
    expect((await accept(token, `cora${made}`, portal.client(), 'password')).status).toBe(422);
    expect((await accept(token, `cora${made}`)).status).toBe(201);
  });

  it('ends after seven days, and can be sent again, which ends the first link', async () => {
    const { client, username } = await company();
    const { email, token } = await invite(client);
    const [invitation] = (await teamOf(client)).invitations;
    if (invitation === undefined) throw new Error('no invitation');
    const began = now;
    try {
      now = new Date(began.getTime() + 7 * DAY_MS);
      expect(await accept(token, `late${made}`)).toMatchObject(isDead);
      const owner = await portal.signedIn(username);
      expect((await teamOf(owner)).invitations).toMatchObject([{ email }]);
      expect((await owner.post(paths.sendInvitation(invitation.id), {})).status).toBe(200);
      const again = await eventually(async () => {
        const newest = await portal.resetToken(email);
        return newest === token ? null : newest;
      });
      expect(await accept(token, `late${made}`)).toMatchObject(isDead);
      expect((await accept(again, `late${made}`)).status).toBe(201);
    } finally {
      now = began;
    }
  });

  it('that was withdrawn lets nobody in', async () => {
    const { client } = await company();
    const { token } = await invite(client);
    const [invitation] = (await teamOf(client)).invitations;
    const path = paths.invitation(invitation?.id ?? '');
    expect((await client.delete(path)).status).toBe(200);
    expect((await teamOf(client)).invitations).toEqual([]);
    expect(await accept(token, `cora${made}`)).toMatchObject(isDead);
    expect((await client.delete(path)).status).toBe(404);
    expect((await client.post(paths.sendInvitation(invitation?.id ?? ''), {})).status).toBe(404);
  });

  it('does not tell whether the portal knows the address; the own team is known', async () => {
    const { client } = await company();
    await portal.dealer('elsewhere');
    const other = await company();
    await portal.colleague(other.client, `known${made}`, 'viewer');
    const ask = (email: string) => client.post(paths.invitations, { name: 'Cora', email, role: 'viewer' });
    const [known, unknown] = [await ask(`known${made}@example.com`), await ask('nobody@example.net')];
    expect([known.status, known.json]).toEqual([unknown.status, unknown.json]);
    expect((await ask('NOBODY@example.net')).json.error).toContain('was invited already');
    expect((await ask('ann@example.com')).json.error).toBe('This colleague is in your team already.');
  });

  it('does not flood a mailbox', async () => {
    const { client } = await company();
    await invite(client);
    const [invitation] = (await teamOf(client)).invitations;
    const sent: number[] = [];
    for (let n = 0; n < 10; n += 1)
      sent.push((await client.post(paths.sendInvitation(invitation?.id ?? ''), {})).status);
    expect(sent).toEqual([...Array(9).fill(200), 429]);
  });

  it('to become an owner asks for the password', async () => {
    const { client } = await portal.dealer(`plain${made}`);
    const asked = { name: 'Cora', email: 'o@example.net', role: 'owner' };
    expect((await client.post(paths.invitations, asked)).json.code).toBe('step_up_required');
  });
});

// Proves I40-team
describe('an owner', () => {
  it('of another company sees and touches nothing', async () => {
    const [mine, theirs] = [await company(), await company()];
    const { user } = await portal.colleague(theirs.client, `col${made}`, 'viewer');
    await invite(theirs.client);
    const [invitation] = (await teamOf(theirs.client)).invitations;
    const id = invitation?.id ?? '';
    const refused = [
      await setRole(mine.client, user.id, 'billing'),
      await mine.client.delete(paths.colleague(user.id)),
      await mine.client.delete(paths.colleagueSessions(user.id)),
      await mine.client.delete(paths.invitation(id)),
      await mine.client.post(paths.sendInvitation(id), {}),
    ];
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect((await teamOf(mine.client)).people).toHaveLength(1);
    expect((await teamOf(theirs.client)).invitations).toHaveLength(1);
  });

  it('who is the last keeps the role and stays', async () => {
    const { client, user } = await company();
    const refused = await setRole(client, user.id, 'billing');
    expect([refused.status, refused.json.error]).toEqual([
      422,
      'A company needs an owner. Please make somebody else an owner first.',
    ]);
    expect((await client.delete(paths.colleague(user.id))).status).toBe(422);
    expect((await teamOf(client)).people).toMatchObject([{ role: 'owner' }]);
  });

  it.each(['change', 'remove'] as const)('can be the last of two who %s each other at once', async (how) => {
    const first = await company();
    const second = await portal.colleague(first.client, `second${made}`, 'owner');
    const act = (client: HttpClient, id: string) =>
      how === 'change' ? setRole(client, id, 'viewer') : client.delete(paths.colleague(id));
    const answers = await Promise.all([
      act(first.client, second.user.id),
      act(second.client, first.user.id),
      ...(how === 'change' ? [act(first.client, first.user.id), act(second.client, second.user.id)] : []),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const left = await Promise.all(
      [`owner${made}`, `second${made}`].map((name) =>
        portal.client().post(paths.login, { username: name, password: PASSWORD }),
      ),
    );
    const roles = left.flatMap(({ status, json }) => (status === 200 ? [json.dealer_role] : []));
    expect(roles.filter((role) => role === 'owner')).toHaveLength(1);
  });
});

// Proves I40-team
it('a member of staff gives a company another owner, after the password; the last one stays', async () => {
  const { client, user } = await company();
  const cora = await portal.colleague(client, `heir${made}`, 'viewer');
  const set = (by: HttpClient, id: string, role: string) =>
    by.patch(paths.admin.dealerRole(id), { role, reason: 'The owner left' });
  const last = await set(admin, user.id, 'viewer');
  expect([last.status, last.json.error]).toEqual([
    422,
    'A company needs an owner. Please make somebody else an owner first.',
  ]);
  const plain = await portal.signedIn(ADMIN.username, ADMIN.password);
  expect((await set(plain, cora.user.id, 'owner')).json.code).toBe('step_up_required');
  expect((await set(admin, cora.user.id, 'owner')).status).toBe(200);
  expect((await cora.client.get(paths.user)).status).toBe(401);
  expect((await set(admin, user.id, 'billing')).status).toBe(200);
  expect((await portal.signedIn(`heir${made}`).then(teamOf)).people.map(({ role }) => role).sort()).toEqual([
    'billing',
    'owner',
  ]);
  const history = JSON.stringify((await admin.get(paths.admin.userHistory(user.id))).json);
  expect(history).toContain('The owner left');
  const staff = (await admin.get(paths.user)).json.id;
  expect((await set(admin, staff, 'viewer')).status).toBe(422);
});

// Proves I40-team
describe('a role', () => {
  it('that changes ends at the next call, event streams included', async () => {
    const owner = await company();
    const name = `ord${made}`;
    const { client, user } = await portal.colleague(owner.client, name, 'ordering');
    expect((await client.post(paths.sites, siteOrder())).status).toBe(201);
    const feed = await liveTopics(portal, client);
    expect((await setRole(owner.client, user.id, 'billing')).status).toBe(200);
    expect((await client.get(paths.sites)).status).toBe(401);
    await eventually(async () => feed.isEnded(), 30);
    await feed.stop();
    const again = await portal.signedIn(name);
    const refused = await again.post(paths.sites, siteOrder());
    expect([refused.status, refused.json.error]).toEqual([
      403,
      "Your role, Billing, doesn't allow this. Please ask an owner of your company.",
    ]);
    const { json } = await admin.get(paths.admin.userHistory(user.id));
    for (const text of ['Invited as Ordering', 'Accepted the invitation as Ordering', 'Billing'])
      expect(JSON.stringify(json)).toContain(text);
  });

  it('is removed with its person, whose sites pass on and whose history stays', async () => {
    const owner = await company();
    const name = `gone${made}`;
    const { client, user } = await portal.colleague(owner.client, name, 'ordering');
    const site = (await client.post(paths.sites, siteOrder())).json;
    const feed = await liveTopics(portal, client);
    expect((await owner.client.delete(paths.colleague(user.id))).status).toBe(200);
    expect((await client.get(paths.sites)).status).toBe(401);
    await eventually(async () => feed.isEnded(), 30);
    await feed.stop();
    expect((await portal.client().post(paths.login, { username: name, password: PASSWORD })).status).toBe(
      401,
    );
    const seen = (await owner.client.get(paths.site(site.id))).json;
    expect([seen.user_id, seen.status]).toEqual([owner.user.id, site.status]);
    expect(JSON.stringify((await admin.get(paths.admin.userHistory(user.id))).json)).toContain(
      'User deleted',
    );
    expect((await teamOf(owner.client)).people).toHaveLength(1);
  });

  it.each(['ordering', 'billing', 'viewer'] as const)('%s does not manage the team', async (role) => {
    const owner = await company();
    const { client } = await portal.colleague(owner.client, `${role}${made}`, role);
    const tried = [
      await client.get(paths.team),
      await client.post(paths.invitations, { name: 'Me', email: 'me@example.net', role: 'owner' }),
      await setRole(client, owner.user.id, 'viewer'),
      await client.delete(paths.colleague(owner.user.id)),
    ];
    expect(tried.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect(tried[0]?.json.error).toContain(`Your role, ${DEALER_ROLES[role]},`);
    expect(DEALER_PERMISSIONS.team.roles).not.toContain(role);
  });

  it("ends a colleague's sessions, not the role", async () => {
    const owner = await company();
    const { client, user } = await portal.colleague(owner.client, `tablet${made}`, 'viewer');
    expect((await owner.client.delete(paths.colleagueSessions(user.id))).status).toBe(200);
    expect((await client.get(paths.sites)).status).toBe(401);
    expect((await portal.signedIn(`tablet${made}`)).cookies.size).toBeGreaterThan(0);
  });
});

// Proves I40-team
it('mails about invoices go to those who asked for them, reminders of overdue ones to the recipient too', async () => {
  const owner = await company();
  const name = owner.username;
  for (const role of ['billing', 'ordering', 'viewer'] as const)
    await portal.colleague(owner.client, `${role}-of-${name}`, role);
  const choose = async (client: HttpClient, invoice_created: boolean) => {
    const { id, email_preferences: before } = (await client.get(paths.user)).json;
    const email_preferences = { ...before, invoice_created };
    expect((await client.patch(paths.emailPreferences(id), { email_preferences })).status).toBe(200);
  };
  await choose(owner.client, false);
  const { id } = (await owner.client.post(paths.sites, siteOrder())).json;
  expect((await admin.patch(paths.admin.site(id), { status: 'active' })).status).toBe(200);
  const { account_id: accountId } = owner.user;
  const mailed = (kind: string, least: number) =>
    eventually(async () => {
      const { rows } = await portal.portal.database.pool.query<{ recipient: string }>(
        'SELECT recipient FROM mail_outbox WHERE kind = $1 AND account_id = $2 ORDER BY recipient',
        [kind, accountId],
      );
      return rows.length >= least ? rows.map(({ recipient }) => recipient) : null;
    }, 30);
  const began = now;
  try {
    now = new Date('2026-04-01T15:00:00.000Z');
    let staff = await portal.admin();
    await staff.post(paths.admin.issueInvoice(accountId), { period: '2026-04' });
    const billing = `billing-of-${name}@example.com`;
    expect(await mailed('invoiceCreated', 1)).toEqual([billing]);
    await choose(await portal.signedIn(`viewer-of-${name}`), true);
    now = new Date('2026-04-20T15:00:00.000Z');
    staff = await portal.admin();
    const reminded = await staff.post(paths.admin.sendReminder(`${accountId}_2026-04`), {});
    expect([reminded.status, reminded.text]).toEqual([200, expect.any(String)]);
    const readers = ['ann@example.com', billing, `viewer-of-${name}@example.com`];
    expect(await mailed('invoiceOverdue', 3)).toEqual(readers);
    expect(await mailed('invoiceCreated', 1)).toEqual([billing]);
  } finally {
    now = began;
  }
});

// Proves I40-team
it('an administrator sees the team while viewing a dealer, and changes nothing', async () => {
  const owner = await company();
  const { user } = await portal.colleague(owner.client, `seen${made}`, 'billing');
  const viewer = await portal.admin();
  expect((await viewer.get(paths.team)).status).toBe(404);
  expect((await viewer.post(paths.admin.viewAs(owner.user.id), {})).status).toBe(200);
  expect((await teamOf(viewer)).people).toHaveLength(2);
  expect((await setRole(viewer, user.id, 'owner')).json.error).toContain('Nothing can be changed');
  await viewer.delete(paths.viewAs);
  expect((await viewer.post(paths.admin.viewAs(user.id), {})).status).toBe(200);
  expect((await viewer.get(paths.team)).status).toBe(403);
});
