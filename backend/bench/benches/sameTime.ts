import { figure, median, quantile } from '@portal/tools/statistics.ts';
import pg from 'pg';
import { type Bench, inTurns, secondsOf } from '../bench.ts';
import { registrationOf } from '../customers.ts';
import { HttpCaller } from '../httpCaller.ts';
import { adminAt, onPostgres } from '../place.ts';

/** Below the limit of links per address and hour. */
const ASKED_OF_EACH = 9;
const MAX_SPREAD = 0.1;

/** Milliseconds of requests about a known user or address, and about an unknown one. */
type Took = Readonly<Record<'known' | 'unknown', readonly number[]>>;

/** Whether response times of reset links and sign-ins reveal that a user exists. */
export const sameTime: Bench = {
  name: 'same-time',
  title: 'A reset link and a wrong password, for somebody known and for a stranger',
  run: onPostgres(async (place, { quick, say }) => {
    const [users, signIns] = quick ? [5, 20] : [30, 200];
    // expensive enough that a missing hash would show
    const portal = await place.startPortal({ BCRYPT_COST: '9' });
    say(`registering ${users} dealers`);
    for (let index = 0; index < users; index += 1) {
      await new HttpCaller(portal.url).expect(201, 'POST', '/api/register', registrationOf(index));
    }
    const caller = new HttpCaller(portal.url);
    /** @param bodyOf makes the body of the nth request */
    const post = (status: number, path: string, bodyOf: (n: number) => object) => {
      let n = 0;
      return async () => {
        const body = bodyOf(n++);
        return 1_000 * (await secondsOf(() => caller.expect(status, 'POST', path, body)));
      };
    };
    const askedAs = (name: string) =>
      post(200, '/api/auth/forgot-password', (n) => ({ email: `${name}${n % users}@example.com` }));
    say('asking for links');
    // the turn that warms up counts towards the limit as well
    const links = await inTurns(users * ASKED_OF_EACH - 1, {
      known: askedAs('ann'),
      unknown: askedAs('stranger'),
    });
    say('signing in with wrong passwords');
    const limits = new pg.Client(place.databaseUrl);
    await limits.connect();
    const signInAs = (nameOf: (n: number) => string) => {
      const signIn = post(401, '/api/login', (n) => ({ username: nameOf(n), password: 'wrong-1' }));
      return async () => {
        await limits.query('TRUNCATE login_limits');
        return signIn();
      };
    };
    const signedIn = await inTurns(signIns, {
      known: signInAs(() => 'dealer-0'),
      unknown: signInAs((n) => `stranger${n}`),
    });
    await limits.end();
    const mails = await (await adminAt(portal)).expect(200, 'GET', '/api/admin/mails');
    if (!mails.text.includes('passwordReset')) throw new Error('No reset link was mailed.');
    return {
      tables: [
        {
          columns: ['request', 'requests', 'p50 ms', 'p95 ms'],
          rows: [...rowsOf('reset link', links), ...rowsOf('sign-in', signedIn)],
        },
      ],
      goals: [
        goalOf('medians of a known and an unknown address', links),
        goalOf('medians of a wrong password and an unknown username', signedIn),
      ],
      notes: ['The link is made and mailed after the answer, by the clock: that work falls on both alike.'],
    };
  }),
};

const rowsOf = (what: string, took: Took) =>
  (['known', 'unknown'] as const).map((who) => [
    `${what}, ${who}`,
    figure(took[who].length),
    figure(median(took[who])),
    figure(quantile(took[who], 0.95)),
  ]);

function goalOf(what: string, took: Took) {
  const apart = Math.abs(median(took.unknown) / median(took.known) - 1);
  return {
    what,
    goal: 'within 10 %',
    measured: `${figure(apart * 100)} % apart`,
    met: apart <= MAX_SPREAD,
  };
}
