import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Paying, startPaying } from '../payments/support.ts';
import type { HttpClient } from '../support/httpClient.ts';
import { ADMIN, PASSWORD } from '../support/testPortal.ts';
import { accessRules } from './accessMatrix.ts';
import { keptOut, openRange, type Range, type Shooter } from './fuzz/range.ts';
import {
  type Aim,
  alwaysRefused,
  madeUpBodies,
  madeUpQueries,
  strangely,
  type Target,
} from './fuzz/shots.ts';
import { type Holder, makeHolder, makeOthers, type Others, unknownRecords } from './records.ts';
import { changesBetween } from './serverState.ts';
import { settled } from './settled.ts';

/** How many of each kind a route gets: more by FUZZ_RUNS, others by FUZZ_SEED. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 2);
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121);
const TIMEOUT_MS = 60_000 * Math.max(10, RUNS);

let paying: Paying;
let admin: HttpClient;
let others: Others;
let dealer: Holder;
let other: Holder;
let victim: Holder;
let targets: readonly Target[];
let range: Range;
const unknown = unknownRecords();
let holders = 0;
const hold = () => makeHolder(paying, `holder${++holders}`, others);

beforeAll(async () => {
  paying = await startPaying(
    { publicCallLimits: { register: 1e6, contact: 1e6, forgotPassword: 1e6, resetLink: 1e6 } },
    // its jobs are seen to at the end
    { environment: { TRUST_PROXY: '127.0.0.1', PORTAL_ROLES: 'api,projections,reactions' } },
  );
  admin = await paying.admin();
  others = await makeOthers(paying, admin);
  dealer = await hold();
  other = await hold();
  victim = await hold();
  const ruled = new Map(accessRules.map((rule) => [rule.route, rule]));
  targets = paying.portal.routes.flatMap((route) => {
    const rule = ruled.get(`${route.method} ${route.path}`);
    return rule === undefined || route.path === '/api/events' ? [] : [{ route, rule }];
  });
  range = openRange();
}, 240_000);
afterAll(() => paying.stop());

const shooters = (): readonly Shooter[] => [
  { name: 'visitor', client: paying.client() },
  { name: 'dealer', client: dealer.client },
  { name: 'admin', client: admin },
];
const aimOf = ({ name }: Shooter): Aim => ({
  own: name === 'admin' ? victim.records : dealer.records,
  strange: [other.records, unknown],
  seed: SEED,
  runs: RUNS,
});
const forgetAttempts = () => paying.portal.database.pool.query('TRUNCATE login_limits');

/** What staff read is told in timelines. */
const TOLD = ['FileExported', 'RecordLookedAt'];
const headOfLog = async (): Promise<string> => {
  const { rows } = await paying.portal.database.pool.query('SELECT max(position) AS head FROM es.events');
  return rows[0].head;
};
/** Types of the events after a position, without the portal's own seals of a day. */
async function typesSince(position: string): Promise<readonly string[]> {
  const { rows } = await paying.portal.database.pool.query<{ type: string }>(
    `SELECT DISTINCT type FROM es.events WHERE position > $1 AND type <> 'LogSealed' ORDER BY type`,
    [position],
  );
  return rows.map(({ type }) => type);
}

/** What the log holds of requests that were refused; an approval whose change is refused is recorded as failed. */
async function causedBy(requests: readonly string[]): Promise<readonly unknown[]> {
  const { rows } = await paying.portal.database.pool.query(
    `SELECT type, metadata::json ->> 'correlationId' AS request FROM es.events
     WHERE metadata::json ->> 'correlationId' = ANY ($1) AND type NOT IN ('ApprovalGiven', 'ApprovalFailed')`,
    [requests],
  );
  return rows;
}

describe('invalid input', () => {
  // Proves I8-fuzz-1
  it(
    'is refused by each route and changes no stored data; nor do reads',
    async () => {
      const before = await settled(paying.portal.database.pool);
      const head = await headOfLog();
      for (const target of targets) {
        await forgetAttempts();
        for (const shooter of shooters()) {
          const aim = aimOf(shooter);
          const some = [
            ...alwaysRefused(target, aim),
            ...madeUpBodies(target, aim),
            ...madeUpQueries(target, aim),
            ...(target.route.method === 'GET' ? strangely(target, aim) : []),
          ];
          const certain = some.filter(({ refused }) => target.route.method === 'GET' || refused !== null);
          // whom the route keeps out is turned away before anything is read
          const shots =
            keptOut(shooter, target) === null ? certain : certain.filter((_, index) => index % 8 === 0);
          for (const shot of shots) await range.fire(shooter, target, shot);
        }
      }
      expect(range.faults).toEqual([]);
      const changes = changesBetween(before, await settled(paying.portal.database.pool));
      expect(changes.filter((change) => !change.startsWith('es.events:'))).toEqual([]);
      expect(await typesSince(head)).toEqual(TOLD);
      expect(await causedBy(range.refused)).toEqual([]);
      expect(range.counts.refused).toBeGreaterThan(targets.length * 10);
    },
    TIMEOUT_MS,
  );
});

describe('accepted input', () => {
  /** A dealer whose session or company something that was taken has ended is followed by a fresh one. */
  async function alive(holder: Holder): Promise<Holder> {
    const { status, json } = await holder.client.get('/api/user');
    const whole =
      status === 200 && json.is_approved && !json.is_admin && json.account_id === holder.records.account;
    return whole ? holder : hold();
  }
  const LAST = '/api/admin/portal-settings';

  // Proves I8-fuzz-2
  it(
    'causes no 500 and reveals no internals; refusals append no event',
    async () => {
      const begun = range.refused.length;
      const taken = new Map<string, number>();
      // what administrators set comes last: it may change what all others meet
      const ordered = [...targets].sort(
        (a, b) => Number(a.route.path === LAST) - Number(b.route.path === LAST),
      );
      for (const target of ordered.filter(({ route }) => route.method !== 'GET')) {
        for (const shooter of shooters()) {
          if (keptOut(shooter, target) !== null) continue;
          dealer = await alive(dealer);
          if (target.rule.spends === true || shooter.name === 'admin') victim = await alive(victim);
          const aim = aimOf(shooter);
          const shots = [...strangely(target, aim), ...madeUpBodies(target, aim)];
          for (const shot of shots.filter(({ refused }) => refused === null)) {
            await forgetAttempts();
            const ends = target.route.access === 'public' || target.route.path.endsWith('/view-as');
            const by = ends ? await apart(shooter) : shooter;
            const status = await range.fire(by, target, shot);
            const name = `${target.route.method} ${target.route.path}`;
            if (status !== null && status < 400) taken.set(name, (taken.get(name) ?? 0) + 1);
          }
        }
      }
      expect(range.faults).toEqual([]);
      expect(await causedBy(range.refused.slice(begun))).toEqual([]);
      expect(taken.size).toBeGreaterThan(45);
    },
    TIMEOUT_MS,
  );

  /** Another browser of the same person, for what signs in or out. */
  async function apart(shooter: Shooter): Promise<Shooter> {
    if (shooter.name === 'visitor') return { ...shooter, client: paying.client() };
    const [name, password] =
      shooter.name === 'admin' ? [ADMIN.username, ADMIN.password] : [dealer.records.username, PASSWORD];
    return { ...shooter, client: await paying.signedIn(name, password) };
  }

  // Proves I8-fuzz-2
  it(
    'can be read by all pages and followers',
    async () => {
      const { pool } = paying.portal.database;
      await settled(pool, 120);
      await paying.portal.tick();
      await settled(pool, 120);
      for (const target of targets.filter(({ route }) => route.method === 'GET')) {
        for (const shooter of shooters()) {
          const [right] = strangely(target, aimOf(shooter)).slice(-1);
          if (right !== undefined) await range.fire(shooter, target, right);
        }
      }
      expect(range.faults).toEqual([]);
      const { rows } = await pool.query(
        `SELECT 'a mail' AS what, last_error AS why FROM mail_outbox WHERE status = 'dead'
       UNION ALL SELECT 'a follower', process || ': ' || problem FROM process_checkpoints WHERE stuck_on IS NOT NULL
       UNION ALL SELECT 'a read model', projection || ': ' || reason FROM projection_parked`,
      );
      expect(rows).toEqual([]);
      const { faults } = await paying.portal.verifyLog({});
      // the holders' invoices came without a billing run: what they quote of the chain is made up
      const real = faults.filter(
        ({ kind, stream }) => kind !== 'seal' || stream?.startsWith('invoice-') !== true,
      );
      expect(real).toEqual([]);
      const log = paying.logLines.join('');
      expect(paying.logLines.filter((line) => line.includes('"msg":"request failed"'))).toEqual([]);
      for (const secret of [PASSWORD, ADMIN.password, '$2b$', 'portal=', '_secret_']) {
        expect(log.includes(secret), secret).toBe(false);
      }
    },
    TIMEOUT_MS,
  );
});
