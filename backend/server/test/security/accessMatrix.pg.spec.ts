import { isDealerPermission } from '@portal/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Paying, startPaying } from '../payments/support.ts';
import { eventually } from '../support/eventually.ts';
import type { Answered, HttpClient } from '../support/httpClient.ts';
import { ADMIN, PASSWORD } from '../support/testPortal.ts';
import { accessRules } from './accessMatrix.ts';
import {
  type AccessRule,
  ASKERS,
  type Asker,
  addressed,
  COLLEAGUES,
  expected,
  isTried,
  type Records,
} from './accessRule.ts';
import { BEGIN, type Holder, makeHolder, makeOthers, unknownRecords } from './records.ts';
import { changesBetween } from './serverState.ts';
import { settled } from './settled.ts';

/** What no answer may hold. */
const SECRETS = [PASSWORD, ADMIN.password, '$2b$'];
/** The months billed meanwhile began after the dealers did. */
const NOW = new Date('2026-11-20T12:00:00.000Z');

let now = BEGIN;
let paying: Paying;
let waiting: HttpClient;
let admin: HttpClient;
/** Staff with another role. */
const staff: Partial<Record<'billing' | 'support' | 'auditor', HttpClient>> = {};
/** Of ann's company, with another role. */
const colleagues: Partial<Record<keyof typeof COLLEAGUES, HttpClient>> = {};
let ann: Holder;
let bob: Holder;
/** Holders for the rules that spend what they are tried with. */
const spare: Holder[] = [];
const unknown = unknownRecords();
/** Every answer of the table's trial. */
const told: { readonly what: string; readonly answer: Answered }[] = [];

beforeAll(async () => {
  paying = await startPaying(
    {
      now: () => now,
      publicCallLimits: { register: 1_000, contact: 1_000, forgotPassword: 1_000, resetLink: 1_000 },
    },
    // without its jobs: months are billed by the rules that bill them
    { environment: { PORTAL_ROLES: 'api,projections,reactions' } },
  );
  admin = await paying.admin();
  const others = await makeOthers(paying, admin);
  await paying.dealer('waiting', false);
  const hold = (username: string) => makeHolder(paying, username, others);
  [ann, bob] = await Promise.all([hold('ann'), hold('bob')]);
  const spends = accessRules.flatMap((rule) => (rule.spends === true ? letIn(rule) : []));
  // a few at a time: more sign-ins of one name at once than the limit allows are refused
  for (let first = 0; first < spends.length; first += 4) {
    const some = spends.slice(first, first + 4);
    spare.push(...(await Promise.all(some.map((asker, index) => hold(`spare-${asker}-${first + index}`)))));
  }
  now = NOW;
  admin = await paying.admin();
  for (const role of ['billing', 'support', 'auditor'] as const) {
    const { status } = await admin.post('/api/admin/users', {
      ...{ username: role, password: PASSWORD, name: role, email: `${role}@example.com`, company: 'Portal' },
      ...{ is_admin: true, staff_role: role },
    });
    expect(status).toBe(201);
    staff[role] = await paying.signedIn(role);
  }
  waiting = await paying.signedIn('waiting');
  const owner = await paying.signedIn('ann');
  for (const asker of ['ordering', 'paying', 'viewing'] as const)
    colleagues[asker] = (await paying.colleague(owner, `ann-${asker}`, COLLEAGUES[asker])).client;
  const again = async ({ records }: Holder) => ({ records, client: await paying.signedIn(records.username) });
  [ann, bob] = [await again(ann), await again(bob)];
  // one after another: an address has few sign-ins at the same moment
  for (const [index, holder] of spare.entries()) spare[index] = await again(holder);
}, 240_000);
afterAll(() => paying.stop());

/** Whom a rule lets in; public routes have nobody to refuse. */
const letIn = (rule: AccessRule) =>
  ASKERS.filter((asker) => {
    const status = expected(rule)[asker];
    return isTried(rule, asker) && status !== null && (status < 400 || rule.access === 'public');
  });
const refused = (rule: AccessRule) =>
  ASKERS.filter((asker) => isTried(rule, asker) && !letIn(rule).includes(asker));
const nameOf = ({ route, variant }: AccessRule) => (variant === undefined ? route : `${route} ${variant}`);

/** Another browser with the same session. */
function twinOf(client: HttpClient): HttpClient {
  const twin = paying.client();
  for (const [name, value] of client.cookies) twin.cookies.set(name, value);
  return twin;
}

/** Asks as somebody; of a stream only the head is read. */
async function ask(rule: AccessRule, asker: Asker, dealer: Holder, others = bob.records): Promise<Answered> {
  const whose: Readonly<Record<Asker, readonly [client: HttpClient, records: Records]>> = {
    visitor: [paying.client(), dealer.records],
    waiting: [waiting, dealer.records],
    own: [dealer.client, dealer.records],
    others: [dealer.client, others],
    dealerUnknown: [dealer.client, unknown],
    admin: [admin, dealer.records],
    adminUnknown: [admin, unknown],
    ordering: [colleagues.ordering ?? admin, dealer.records],
    paying: [colleagues.paying ?? admin, dealer.records],
    viewing: [colleagues.viewing ?? admin, dealer.records],
    billing: [staff.billing ?? admin, dealer.records],
    support: [staff.support ?? admin, dealer.records],
    auditor: [staff.auditor ?? admin, dealer.records],
  };
  const [client, records] = whose[asker];
  const { method, path } = addressed(rule, records);
  const { body, file } = rule.ask?.(records) ?? {};
  // by this portal's clock what was just written is hours old, so read models count as behind until they have it
  if (rule.route === 'GET /readyz') await eventually(async () => (await client.get(path)).status === 200, 60);
  const sent =
    file === undefined ? { json: body } : { raw: file.text, headers: { 'Content-Type': file.type } };
  // what signs in or out, or begins to look at somebody's pages, changes the session it comes with
  const begins = rule.access === 'public' || (rule.route.endsWith('/view-as') && asker === 'admin');
  const apart = method !== 'GET' && begins ? await signedInAnew(client) : twinOf(client);
  const answer =
    rule.route === 'GET /api/events'
      ? await headOf(apart, path)
      : await apart.send(method, path, method === 'GET' ? {} : sent);
  told.push({ what: `${nameOf(rule)} as ${asker}`, answer });
  return answer;
}

async function signedInAnew(client: HttpClient): Promise<HttpClient> {
  const who = (await client.get('/api/user')).json?.username;
  if (who === undefined) return paying.client();
  return paying.signedIn(who, client === admin ? ADMIN.password : PASSWORD);
}

/** A stream of events does not end: its status is all there is to it here. */
async function headOf(client: HttpClient, path: string): Promise<Answered> {
  const stop = new AbortController();
  const Cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(paying.url + path, { headers: { Cookie }, signal: stop.signal });
  stop.abort();
  const { status } = response;
  return {
    status,
    headers: Object.fromEntries(response.headers),
    text: '',
    bytes: Buffer.alloc(0),
    json: null,
  };
}

// Proves I8-access-1
it('the rules name each route with its access, and no unknown route', () => {
  const table = paying.portal.routes.map(({ method, path, access }) => `${method} ${path}: ${access}`);
  const named = new Set(accessRules.map(({ route, access }) => `${route}: ${access}`));
  expect(
    table.filter((line) => !named.has(line)),
    'routes without a rule',
  ).toEqual([]);
  expect(
    [...named].filter((line) => !table.includes(line)),
    'rules without a route',
  ).toEqual([]);
  expect(new Set(accessRules.map(nameOf)).size).toBe(accessRules.length);
});

// Proves I8-access-1
it('a route with an id has a rule that names its owner, unless it is public', () => {
  const nameless = accessRules.filter(
    ({ route, of, access }) => /:id\b/.test(route) && of === undefined && access !== 'public',
  );
  expect(nameless.map(nameOf)).toEqual([]);
});

describe('the access matrix', () => {
  const tryAll = async (askers: (rule: AccessRule) => readonly Asker[]) => {
    const wrong: string[] = [];
    let spent = 0;
    for (const rule of accessRules) {
      for (const asker of askers(rule)) {
        const spends = rule.spends === true && letIn(rule).includes(asker);
        const holder = spends ? spare[spent++] : ann;
        if (holder === undefined) throw new Error(`${nameOf(rule)} as ${asker}: nothing left to spend`);
        const { status, text } = await ask(rule, asker, holder);
        if (status !== expected(rule)[asker])
          wrong.push(`${nameOf(rule)} as ${asker}: ${status}, not ${expected(rule)[asker]}: ${text}`);
      }
    }
    return wrong;
  };

  // Proves I8-access-2
  it('is enforced: refusals change no stored data', async () => {
    const before = await settled(paying.portal.database.pool);
    expect(await tryAll(refused)).toEqual([]);
    expect(changesBetween(before, await settled(paying.portal.database.pool))).toEqual([]);
  }, 240_000);

  // Proves I8-access-2
  it("gives the same response for another company's record as for an unknown one, headers included", async () => {
    const shown = ({ status, headers, text }: Answered) => ({
      status,
      text,
      headers: Object.fromEntries(
        Object.entries(headers).filter(([name]) => !['date', 'x-request-id'].includes(name)),
      ),
    });
    const apart: string[] = [];
    for (const rule of accessRules) {
      if (rule.of === undefined || !isDealerPermission(rule.access)) continue;
      const [theirs, none] = [await ask(rule, 'others', ann), await ask(rule, 'dealerUnknown', ann)];
      if (JSON.stringify(shown(theirs)) !== JSON.stringify(shown(none)))
        apart.push(`${nameOf(rule)}: ${JSON.stringify(shown(theirs))} and ${JSON.stringify(shown(none))}`);
    }
    expect(apart).toEqual([]);
  }, 240_000);

  // Proves I8-access-2
  it('is enforced: allowed calls succeed', async () => {
    expect(await tryAll(letIn)).toEqual([]);
  }, 240_000);

  // Proves I8-access-2
  it('was tested completely, and no response contains a password, hash, token or key', () => {
    const tried = new Set(told.map(({ what }) => what));
    const cells = accessRules.flatMap((rule) =>
      ASKERS.filter((asker) => isTried(rule, asker)).map((asker) => `${nameOf(rule)} as ${asker}`),
    );
    expect(cells.filter((cell) => !tried.has(cell))).toEqual([]);
    const leaks = told.flatMap(({ what, answer: { text } }) =>
      SECRETS.filter((secret) => text.includes(secret)).map((secret) => `${what}: ${secret}`),
    );
    expect(leaks).toEqual([]);
  });

  // Proves I35-22d
  it('sends files under names without user input', () => {
    const named = told.flatMap(({ what, answer: { status, headers } }) => {
      const how = headers['content-disposition'];
      return status < 300 && how !== undefined ? [`${what}: ${how}`] : [];
    });
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((one) => !/: attachment; filename="[\w.-]+\.(pdf|csv|json|zip)"$/.test(one))).toEqual(
      [],
    );
  });
});
