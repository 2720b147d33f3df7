import { execFile } from 'node:child_process';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { scenario, sized } from '@portal/event-store/testing';
import { RELEASE } from '@portal/server/platform/database/release.ts';
import { commandLine } from '@portal/server/test/support/commandLine.ts';
import { eventually } from '@portal/server/test/support/eventually.ts';
import { adminAt } from '@portal/server/test/support/people.ts';
import type { PortalChild } from '@portal/server/test/support/portalChild.ts';
import { programOf } from '@portal/server/test/support/runProgram.ts';
import { type SmtpDouble, startSmtpDouble } from '@portal/server/test/support/smtpDouble.ts';
import { openStage, type Stage } from '@portal/server/test/support/stage.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PROJECT } from '../runSpecs.ts';
import { type BuiltRelease, buildRelease } from '../support/earlierReleases.ts';
import { readModelsCaughtUp } from '../support/readModelsCaughtUp.ts';
import { readModels, readModelsEqualRebuild } from '../support/rebuiltElsewhere.ts';
import { ordersInLog, siteOrders } from '../support/siteOrders.ts';

const R19 = scenario('R19');
const AT_ONCE = sized(8, 32);
const ORDERS = sized(60, 1_000);
const OUT_WITHIN_MS = 10_000;
const BUILT_WITHIN_MS = 900_000;
/** What this release reads in a form that the release before doesn't know, and therefore doesn't write yet. */
const READ_ONLY_YET = new Set<string>([]);

let before: BuiltRelease | string;
let stage: Stage;
let mails: SmtpDouble;
beforeAll(async () => {
  before =
    RELEASE.beside === RELEASE.name
      ? `release ${RELEASE.name} runs beside no earlier one`
      : await buildRelease(RELEASE.beside);
  stage = await openStage();
  mails = await startSmtpDouble();
}, BUILT_WITHIN_MS);
afterAll(async () => {
  await stage.close();
  await mails.close();
  if (typeof before !== 'string') await before.remove();
}, BUILT_WITHIN_MS);

const rows = async <Row>(sql: string) => (await stage.database.pool.query(sql)).rows as Row[];

/** Runs a command line of a release, which must end well. */
async function cli(name: string, parameters: readonly string[], folder?: string): Promise<void> {
  const { code, out, err } = await commandLine(name, parameters, stage.environment, folder).ended;
  expect([code, code === 0 ? '' : out + err]).toEqual([0, '']);
}

const SAME_AT_BOTH = ['sites', 'users', 'accounts', 'orders', 'home'].map((one) => `/api/admin/${one}`);

async function answersAt(url: string): Promise<readonly unknown[]> {
  const admin = await adminAt(url);
  const answers: unknown[] = [];
  for (const at of SAME_AT_BOTH) {
    const { status, json } = await admin.get(at);
    answers.push([at, status, json]);
  }
  return answers;
}

async function drained(portal: PortalChild): Promise<number> {
  const began = performance.now();
  portal.signal('SIGTERM');
  expect(await portal.ended).toBe(0);
  return performance.now() - began;
}

// Proves I8-R19
it(
  'loses and repeats nothing while two releases run on one database, and either is drained',
  async ({ skip }) => {
    if (typeof before === 'string') return skip(before);
    const { folder } = before;
    const settings = { SMTP_URL: mails.url, MAIL_FROM: 'portal@example.com' };
    const start = (of?: string) => stage.startPortal(settings, of);
    const more = async (count: number) => {
      const sofar = orders.acknowledged.size;
      await eventually(async () => orders.acknowledged.size >= sofar + count, 120);
    };

    const first = await start(folder);
    const orders = await siteOrders(first.url);
    orders.start(AT_ONCE);
    await more(ORDERS);
    const next = await start();
    orders.moveTo(first.url, next.url);
    await more(ORDERS);
    const [one, other] = [...orders.acknowledged.values()];
    for (const [portal, site] of [
      [first, one],
      [next, other],
    ] as const) {
      const admin = await adminAt(portal.url);
      expect((await admin.patch(`/api/admin/sites/${site}`, { status: 'active' })).status).toBe(200);
    }
    await orders.stop();
    await orders.settle();
    await readModelsCaughtUp(stage, 30);
    expect(await answersAt(first.url)).toEqual(await answersAt(next.url));

    // forward: the old one is drained, still asked
    orders.start(AT_ONCE);
    await more(ORDERS);
    const outMs = [await drained(first)];
    orders.moveTo(next.url);
    await more(ORDERS);
    // and back: the old one starts again on data of the new one, which is drained
    const again = await start(folder);
    orders.moveTo(next.url, again.url);
    await more(ORDERS);
    outMs.push(await drained(next));
    orders.moveTo(again.url);
    await more(ORDERS);
    const last = await start();
    await orders.stop();
    await orders.settle();

    expect([...orders.statuses.keys()].filter((status) => ![201, 409, 503, 0].includes(status))).toEqual([]);
    expect(Math.max(...outMs)).toBeLessThan(OUT_WITHIN_MS);
    const found = await ordersInLog(stage.store, orders);
    expect(found).toEqual({ lost: [], doubled: [], gaps: [] });
    expect(await rows('SELECT name, beside FROM data_release')).toEqual([RELEASE]);

    const mailed = (kind: string, status: string) =>
      rows<{ n: number }>(
        `SELECT count(*)::int AS n FROM mail_outbox WHERE kind = '${kind}' AND status = '${status}'`,
      ).then(([row]) => row?.n);
    for (const kind of ['siteCreated', 'siteAwaitsApproval'])
      await eventually(async () => (await mailed(kind, 'sent')) === orders.acknowledged.size, 300);
    await eventually(
      async () => (await rows("SELECT FROM mail_outbox WHERE status = 'queued'")).length === 0,
      60,
    );
    const received = mails.received.map(({ source }) => /^Message-ID: (.*)$/im.exec(source)?.[1]);
    const outbox = await rows<{ id: string }>("SELECT id FROM mail_outbox WHERE status = 'sent'");
    expect([...received].sort()).toEqual(outbox.map(({ id }) => `<${id}@portal>`).sort());

    expect(await rows('SELECT projection, reason FROM projection_parked')).toEqual([]);
    expect(await rows('SELECT process, problem FROM process_checkpoints WHERE stuck_on IS NOT NULL')).toEqual(
      [],
    );
    await readModelsEqualRebuild(stage);
    await drained(again);
    await drained(last);
    await cli('audit', ['verify'], folder);
    await cli('audit', ['verify']);
    const live = await readModels(stage.database.pool);
    await cli('projections', ['rebuild', '--all'], folder);
    expect(await readModels(stage.database.pool)).toEqual(live);

    R19.did(2, 'drained portals, of this release and of the one before');
    R19.did(orders.acknowledged.size, 'acknowledged orders');
    R19.lost(found.lost.length + found.doubled.length, 'acknowledged orders');
    R19.measured('slowest way out', `${(Math.max(...outMs) / 1_000).toFixed(1)} s`);
  },
  sized(400_000, 900_000),
);

const picked = (from: Readonly<Record<string, unknown>>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, from[name]]));

interface Forms {
  readonly events: Readonly<Record<string, unknown>>;
  readonly readModels: Readonly<Record<string, unknown>>;
}

async function formsOf(folder: string): Promise<Forms> {
  const { stdout } = await promisify(execFile)(process.execPath, programOf(folder, FORMS), {
    maxBuffer: 2 ** 26,
  });
  return JSON.parse(stdout);
}
const FORMS = 'test/programs/storedForms.ts';

// Proves I8-R19
it('writes events that the release before reads, and shares only read models that are the same', async ({
  skip,
}) => {
  if (typeof before === 'string') return skip(before);
  const { folder } = before;
  const program = path.join('backend/server', FORMS);
  await copyFile(path.join(PROJECT, program), path.join(folder, program));
  const [old, now] = [await formsOf(folder), await formsOf(PROJECT)];
  const written = Object.keys(now.events).filter((type) => !READ_ONLY_YET.has(type));
  expect(picked(old.events, written)).toEqual(picked(now.events, written));
  const shared = Object.keys(now.readModels).filter((name) => name in old.readModels);
  expect(picked(old.readModels, shared)).toEqual(picked(now.readModels, shared));
}, 120_000);
