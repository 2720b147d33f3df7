import { paths } from '@portal/contract';
import type { PortalEvent } from '@portal/domain';
import type { Position, RecordedEvent } from '@portal/event-store';
import { chanceOf, scenario, sized } from '@portal/event-store/testing';
import {
  DEMO_KEY,
  environmentFor,
  LIVE_KEY,
  type Paying,
  payingOver,
} from '@portal/server/test/payments/support.ts';
import { lockAppends } from '@portal/server/test/support/heldAppends.ts';
import { type Answered, HttpClient } from '@portal/server/test/support/httpClient.ts';
import { openStage, type Stage } from '@portal/server/test/support/stage.ts';
import { registration, siteMigration, startTestPortal } from '@portal/server/test/support/testPortal.ts';
import { type StripeSimulator, startStripeSimulator } from '@portal/stripe-simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const R3 = scenario('R3');
const RACERS = 64;
const ROUNDS = sized(1, 10);
const OTHER_PORTALS = sized(1, 2);
const chance = chanceOf('R3');
/** No test can hold up the appends of EventStoreDB. */
const inEventStoreDb = Boolean(process.env.CHAOS_EVENTSTORE_URL);
/** Registrations per address are limited, so each racer has its own. */
const from = (index: number) => ({ 'X-Forwarded-For': `198.51.100.${index}` });

let stage: Stage;
let simulator: StripeSimulator;
/** The portal in this process. */
let paying: Paying;
let urls: readonly string[];
let round = 0;

beforeAll(async () => {
  stage = await openStage();
  simulator = await startStripeSimulator({ secretKeys: [DEMO_KEY, LIVE_KEY] });
  const environment = { ...environmentFor(simulator), PORTAL_ROLES: 'api,projections,reactions' };
  const own = await startTestPortal(
    {
      publicCallLimits: { register: 100_000, contact: 100_000, forgotPassword: 100_000, resetLink: 100_000 },
    },
    { database: stage.database, environment: { ...stage.environment, ...environment } },
  );
  paying = payingOver(own, simulator);
  const others = await Promise.all(
    Array.from({ length: OTHER_PORTALS }, () => stage.startPortal(environment)),
  );
  urls = [own.url, ...others.map(({ url }) => url)];
}, 120_000);
afterAll(async () => {
  await paying.stop();
  await simulator.stop();
  await stage.close();
});

/** A session at one of the portals. */
function elsewhere(client: HttpClient, index: number): HttpClient {
  const own = new HttpClient(urls[index % urls.length] ?? '');
  for (const [name, value] of client.cookies) own.cookies.set(name, value);
  return own;
}

interface Race {
  readonly answers: readonly Answered[];
  /** Successful answers. */
  readonly won: readonly Answered[];
  /** New events by type. */
  readonly appended: Readonly<Record<string, number>>;
}

/** Sends requests at the same time to the portals. @returns the answers and the new events */
async function race(ask: (index: number) => Promise<Answered>, racers = RACERS): Promise<Race> {
  const before = await stage.store.head();
  const answers = await Promise.all(Array.from({ length: racers }, (_, index) => ask(index)));
  const appended: Record<string, number> = {};
  for (const { type } of await eventsAfter(before)) appended[type] = (appended[type] ?? 0) + 1;
  return { answers, won: answers.filter(({ status }) => status < 300), appended };
}

async function eventsAfter(from: Position | null): Promise<readonly RecordedEvent[]> {
  const { events, end } = await stage.store.readAll(from, { limit: 5_000 });
  if (!end) throw new Error('More was appended than a race can.');
  return events;
}

/** Answers that are neither a success nor a conflict. */
const strange = ({ answers }: Race) =>
  answers.filter(({ status }) => status >= 300 && status !== 409).map(({ status, text }) => [status, text]);

type EventType = PortalEvent['type'];

/** Expects this number of events of these types from a race. */
function expectEvents(what: string, race: Race, count: number, ...types: readonly EventType[]): void {
  const found = types.map((type) => ({ type, count: race.appended[type] ?? 0 }));
  expect(found).toEqual(types.map((type) => ({ type, count })));
  R3.did(race.answers.length, what);
  R3.lost(
    found.reduce((sum, one) => sum + Math.abs(one.count - count), 0),
    'events too many or too few',
  );
}

const named = (what: string) => `r3-${what}-${round}`;
const rounds = Array.from({ length: ROUNDS }, (_, n) => n + 1);

describe.each(rounds)(`${RACERS} racers, round %i`, (number) => {
  beforeAll(() => {
    round = number;
  });

  // Proves I8-R3
  it('get one username once, in any case', async () => {
    const wanted = named('name');
    const result = await race((index) => {
      const written = [...wanted].map((one) => (chance.fraction() < 0.5 ? one.toUpperCase() : one)).join('');
      return new HttpClient(urls[index % urls.length] ?? '').post(
        '/api/register',
        registration(written),
        from(index),
      );
    });
    expect(strange(result)).toEqual([]);
    expect(result.won).toHaveLength(1);
    expectEvents(
      'racers for one username',
      result,
      1,
      'UsernameReserved',
      'DealerRegistered',
      'AccountOpened',
    );
  }, 120_000);

  // Proves I8-R3
  it('get the same answer for one username under one key', async () => {
    const body = registration(named('same'));
    const result = await race((index) =>
      new HttpClient(urls[index % urls.length] ?? '').post('/api/register', body, {
        'Idempotency-Key': named('same'),
        ...from(index),
      }),
    );
    expect(strange(result)).toEqual([]);
    expect(result.won.length).toBeGreaterThan(0);
    expect(new Set(result.won.map(({ text }) => text)).size).toBe(1);
    // 409: one that waited too long must repeat
    const refused = result.answers.filter((one) => one.status === 409);
    expect(refused.filter(({ headers }) => headers['retry-after'] === undefined)).toEqual([]);
    expectEvents('racers under one key', result, 1, 'UsernameReserved', 'DealerRegistered');
  }, 120_000);

  // Proves I8-R3
  it('approve one migration once', async () => {
    const { client } = await paying.dealer(named('migrates'));
    const requested = await client.post('/api/migrations', siteMigration());
    expect(requested.status).toBe(201);
    const admin = await paying.admin();
    const path = paths.admin.approveMigration(requested.json.id);
    const result = await race((index) => elsewhere(admin, index).post(path));
    expect(strange(result)).toEqual([]);
    expect(new Set(result.won.map(({ json }) => json.site_id)).size).toBe(1);
    expectEvents("racers for one migration's approval", result, 1, 'MigrationApproved', 'SiteAdded');
  }, 120_000);

  // Proves I8-R3
  it.skipIf(inEventStoreDb)(
    'approve one migration once that each portal decides on before any appends',
    async () => {
      const { client } = await paying.dealer(named('decides'));
      const requested = await client.post('/api/migrations', siteMigration());
      const admin = await paying.admin();
      const path = paths.admin.approveMigration(requested.json.id);
      const appends = await lockAppends(stage.database.pool);
      const racing = race((index) => elsewhere(admin, index).post(path), urls.length);
      await appends.waiting(urls.length).finally(() => appends.unlock());
      const result = await racing;
      expect(strange(result)).toEqual([]);
      expectEvents('approvals decided on at once', result, 1, 'MigrationApproved', 'SiteAdded');
    },
    120_000,
  );

  // Proves I8-R3
  it('pay one invoice once', async () => {
    const { client, user } = await paying.dealer(named('pays'));
    await paying.keepCard(client);
    const invoiceId = await paying.invoice(user.account_id, 8_000 + round);
    const result = await race((index) =>
      elsewhere(client, index).post(paths.payInvoice(invoiceId), { use_existing_payment_method: true }),
    );
    expect(strange(result)).toEqual([]);
    expect(result.won.length).toBeGreaterThan(0);
    const types: EventType[] = ['InvoicePaymentStarted', 'PaymentStarted', 'PaymentSucceeded', 'InvoicePaid'];
    const charged = (await paying.charges()).filter(({ amount }) => amount === 8_000 + round);
    expect(charged).toHaveLength(1);
    expectEvents("racers for one invoice's payment", result, 1, ...types);
  }, 120_000);

  // Proves I8-R3
  it('get one dealer id once, and different ones when approved at once', async () => {
    const users: Awaited<ReturnType<Paying['dealer']>>[] = [];
    for (let index = 0; index < RACERS; index += 1) {
      users.push(await paying.dealer(named(`id-${index}`), false));
    }
    const admin = await paying.admin();
    const pathOf = (index: number) => `/api/admin/users/${users[index]?.user.id}`;
    const approved = await race((index) =>
      elsewhere(admin, index).patch(`${pathOf(index)}/approval`, { isApproved: true }),
    );
    expect(approved.won).toHaveLength(RACERS);
    expect(new Set(approved.won.map(({ json }) => json.dealer_id)).size).toBe(RACERS);
    expectEvents('dealers approved at once', approved, RACERS, 'DealerIdTaken', 'UserApproved');

    const dealerId = `KS${8_000 + round}`;
    const taken = await race((index) =>
      elsewhere(admin, index).patch(pathOf(index), { dealer_id: dealerId }),
    );
    expect(strange(taken)).toEqual([]);
    expect(taken.won).toHaveLength(1);
    expectEvents('racers for one dealer id', taken, 1, 'DealerIdTaken', 'DealerIdChanged');
  }, 180_000);
});
