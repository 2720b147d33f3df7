import { withPostgres } from '@portal/tools/scratch.ts';
import { figure, median, quantile } from '@portal/tools/statistics.ts';
import pg from 'pg';
import type { Bench } from '../bench.ts';
import { closeConnections, HttpCaller } from '../httpCaller.ts';
import { ADMIN, startPortalProcess } from '../portalProcess.ts';

/** Below the limit of links per address and hour. */
const ASKED_OF_EACH = 9;
const SIGN_INS = 200;
const MAX_SPREAD = 0.1;

type Who = 'known' | 'unknown';
type Took = Readonly<Record<Who, number[]>>;

/** Whether response times of reset links and sign-ins reveal that a user exists. */
export const sameTime: Bench = {
  name: 'same-time',
  title: 'A reset link and a wrong password, for somebody known and for a stranger',
  run: ({ quick, say }) =>
    withPostgres(async ({ connectionString }, folder) => {
      // expensive enough that a missing hash would show
      const portal = await startPortalProcess(connectionString, folder, { BCRYPT_COST: '9' });
      const links: Took = { known: [], unknown: [] };
      const signIns: Took = { known: [], unknown: [] };
      try {
        const users = quick ? 5 : 30;
        say(`registering ${users} dealers`);
        for (let index = 0; index < users; index += 1) {
          await new HttpCaller(portal.url).expect(201, 'POST', '/api/register', registration(index));
        }
        const caller = new HttpCaller(portal.url);
        const ask = async (who: Who, index: number) => {
          const began = performance.now();
          await caller.expect(200, 'POST', '/api/auth/forgot-password', { email: emailOf(who, index) });
          links[who].push(performance.now() - began);
        };
        for (let round = 0; round < ASKED_OF_EACH; round += 1) {
          say(`round ${round + 1} of ${ASKED_OF_EACH}`);
          for (let index = 0; index < users; index += 1) {
            // in turns, each first as often
            const first = (round + index) % 2 === 0 ? 'known' : 'unknown';
            await ask(first, index);
            await ask(first === 'known' ? 'unknown' : 'known', index);
          }
        }
        say('signing in with wrong passwords');
        const limits = new pg.Client(connectionString);
        await limits.connect();
        const signIn = async (who: Who, username: string) => {
          await limits.query('TRUNCATE login_limits');
          const began = performance.now();
          await caller.expect(401, 'POST', '/api/login', { username, password: 'wrong-1' });
          signIns[who].push(performance.now() - began);
        };
        for (let index = 0; index < (quick ? 20 : SIGN_INS); index += 1) {
          await signIn('known', 'known0');
          await signIn('unknown', `stranger${index}`);
        }
        await limits.end();
        const admin = new HttpCaller(portal.url);
        await admin.expect(200, 'POST', '/api/login', ADMIN);
        const mails = await admin.expect(200, 'GET', '/api/admin/mails');
        if (!mails.text.includes('passwordReset')) throw new Error('No reset link was mailed.');
      } finally {
        closeConnections();
        await portal.stop();
      }
      return {
        tables: [
          {
            columns: ['request', 'requests', 'p50 ms', 'p95 ms'],
            rows: [...rowsOf('reset link', links), ...rowsOf('sign-in', signIns)],
          },
        ],
        goals: [
          goalOf('medians of a known and an unknown address', links),
          goalOf('medians of a wrong password and an unknown username', signIns),
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

const emailOf = (who: string, index: number) => `${who}${index}@example.com`;

const registration = (index: number) => ({
  name: 'Ann Doe',
  company: 'Doe Security',
  email: emailOf('known', index),
  phone: '7185550100',
  address: '1 Main St',
  city: 'Staten Island',
  state: 'NY',
  zip: '10311',
  username: `known${index}`,
  password: 'secret-1',
  agreeToTerms: true,
});
