import { conflict, invoiceNumbersStream, invoiceStream, onInvoice } from '@portal/domain';
import { sized } from '@portal/event-store/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Execute } from '../src/kernel/execute.ts';
import { ServiceUnavailable } from '../src/kernel/serviceUnavailable.ts';
import { correctableInvoice } from '../src/modules/billing/invoiceInputs.ts';
import { nextIssueIdOf, reissueInvoice } from '../src/modules/billing/reissue.ts';
import { runBilling } from '../src/modules/billing/run.ts';
import { presentInvoice } from '../src/modules/invoices/module.ts';
import { type BillingPortal, type Dealer, startBillingPortal } from './support/billingPortal.ts';
import { environmentOf } from './support/commandLine.ts';
import { eventually } from './support/eventually.ts';
import { holdAppends } from './support/heldAppends.ts';
import type { HttpClient } from './support/httpClient.ts';
import { adminAt } from './support/people.ts';
import { startPortal } from './support/portalChild.ts';
import { ADMIN } from './support/testPortal.ts';
import { type TestDatabase, testDatabase } from './testDatabase.ts';

/** Races of requests; the log is read after each. */
const RACES = sized(24, 120);

let database: TestDatabase;
let test: BillingPortal;
let admin: HttpClient;

/** Sessions end with the months that the tests let pass. */
async function at(instant: string): Promise<void> {
  test.setClock(instant);
  admin = await test.signedIn(ADMIN.username, ADMIN.password);
}
const idOf = ({ accountId }: Dealer) => `${accountId}_2027-02`;
const post = (id: string, verb: string, body: object = {}) =>
  admin.post(`/api/admin/invoices/${id}/${verb}`, body);
const invoice = async (id: string) => (await admin.get(`/api/admin/invoices/${id}`)).json;
const replay = async (id: string) => (await admin.get(`/api/admin/invoices/${id}/replay`)).json;

const sites = new Map<string, string>();
const dealers = new Map<string, Dealer>();
const site = (name: string) => sites.get(name) ?? '';
const dealer = (name: string): Dealer => dealers.get(name) ?? { userId: '', accountId: '' };

const SITES: Readonly<Record<string, readonly (readonly [name: string, readers: number])[]>> = {
  raced: [
    ['North', 10],
    ['South', 20],
  ],
  pair: [
    ['East', 10],
    ['West', 20],
  ],
  late: [['Ferry', 10]],
  crowd: [
    ['Bridge', 1_000],
    ['Tunnel', 2_000],
  ],
  stuck: [['Cove', 10]],
  doubted: [['Lock', 10]],
  killed: [['Jetty', 10]],
};

beforeAll(async () => {
  database = await testDatabase({ empty: true });
  test = await startBillingPortal('2027-01-05T15:00:00.000Z', { database });
  for (const [name, list] of Object.entries(SITES)) {
    const made = await test.newDealer(name);
    dealers.set(name, made);
    for (const [site_name, readers] of list) {
      sites.set(site_name, await test.newSite(made, { site_name, number_of_readers: String(readers) }));
    }
  }
  test.setClock('2027-02-01T05:02:00.000Z');
  await runBilling(test.portal.billing, '2027-02', test.command());
}, 120_000);
afterAll(async () => {
  await test?.stop();
  await database?.close();
});

/** Corrections in the log of these voided invoices that their reissue lacks. */
async function correctionsLost(issues: readonly string[]): Promise<readonly string[]> {
  const lost: string[] = [];
  for (const id of issues) {
    const history = await test.portal.commands.readStream(invoiceStream(id));
    const next = await test.portal.commands.readStream(invoiceStream(nextIssueIdOf(id)));
    const made = next.flatMap(({ event }) =>
      event.type === 'InvoiceIssued' ? (event.data.corrections ?? []) : [],
    );
    for (const { id: eventId, event } of history) {
      if (event.type === 'InvoiceCorrected' && !made.some((one) => one.eventId === eventId)) {
        lost.push(`${id}: ${event.data.name}`);
      }
    }
  }
  return lost;
}

describe('reissues of one invoice', { timeout: 60_000 }, () => {
  // Proves B45
  it('lets one of several different reissues win; the others get 409, the new preview, and record nothing', async () => {
    const id = idOf(dealer('raced'));
    await at('2027-05-12T16:00:00.000Z');
    const bodies = [
      { corrections: [{ kind: 'readers', site_id: site('North'), readers: 8, reason: 'Two removed' }] },
      { corrections: [{ kind: 'readers', site_id: site('South'), readers: 15, reason: 'Five removed' }] },
      { corrections: [{ kind: 'line', text: 'Goodwill', amount: '-10.00', reason: 'Late answer' }] },
    ];
    const totals = [182, 162.5, 185];
    const answers = await Promise.all(bodies.map((body) => post(id, 'reissue', { ...body, previewed: 0 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect((await invoice(`${id}_r2`)).total_amount).toBe(totals[winner]);
    const history = await test.portal.commands.readStream(invoiceStream(id));
    expect(history.filter(({ event }) => event.type === 'InvoiceCorrected')).toHaveLength(1);
    answers.forEach(({ status, json }, index) => {
      if (status === 200) return;
      // of $195.00, with the winner's correction and this one
      const both = (totals[winner] ?? 0) + (totals[index] ?? 0) - 195;
      expect(json.preview).toMatchObject({ total_after: both });
    });
    expect(await replay(`${id}_r2`)).toMatchObject({ equal: true });
  });

  // Proves B45
  it('issues first what an interrupted request asked for, and answers 409 with the new preview', async () => {
    const id = idOf(dealer('pair'));
    await at('2027-05-12T17:00:00.000Z');
    const east = { kind: 'readers', site_id: site('East'), readers: 8, reason: 'Two removed' };
    const west = { kind: 'readers', site_id: site('West'), readers: 15, reason: 'Five removed' };
    const { charges } = await correctableInvoice(
      test.portal.billing,
      await presentInvoice(test.portal.commands, id),
    );
    // a portal that stopped after the first append
    await test.portal.commands.execute({
      ...onInvoice(id, dealer('pair').accountId),
      command: {
        type: 'CorrectInvoice',
        corrections: [{ kind: 'readers', siteId: site('East'), readers: 8, reason: 'Two removed' }],
        charges,
        settlement: null,
        reason: null,
      },
      context: test.command(),
    });
    await test.portal.billing.upToDate(['invoices', 'logIndex']);
    const refused = await post(id, 'reissue', { corrections: [west] });
    expect([refused.status, refused.json.preview]).toMatchObject([
      409,
      // 8 and 20, then 8 and 15 readers at $6.50
      { invoice_id: `${id}_r2`, corrections_made: 0, total_before: 182, total_after: 149.5 },
    ]);
    expect((await post(id, 'reissue', { corrections: [west], previewed: 0 })).status).toBe(409);
    const repeated = await post(id, 'reissue', { corrections: [east] });
    expect([repeated.status, repeated.json.total_amount]).toEqual([200, 182]);
    expect(repeated.json.corrections).toHaveLength(1);
  });

  // Proves B45
  it('records nothing of one that another overtook on a voided invoice', async () => {
    const id = idOf(dealer('late'));
    await at('2027-05-12T18:00:00.000Z');
    await post(id, 'void', { reason: 'By mistake' });
    const { billing } = test.portal;
    let overtaken = false;
    const slow = {
      ...billing,
      commands: {
        ...billing.commands,
        execute: (async (execution) => {
          if (execution.stream === invoiceStream(id) && !overtaken) {
            overtaken = true;
            expect((await post(id, 'reissue')).status).toBe(200);
          }
          return billing.commands.execute(execution);
        }) satisfies Execute,
      },
    };
    const corrections = [
      { kind: 'readers', siteId: site('Ferry'), readers: 8, reason: 'Two removed' },
    ] as const;
    await expect(reissueInvoice(slow, id, { corrections }, test.command())).rejects.toMatchObject({
      kind: 'conflict',
      path: 'corrections',
    });
    expect(overtaken).toBe(true);
    expect(await correctionsLost([id])).toEqual([]);
    expect(await invoice(`${id}_r2`)).toMatchObject({ total_amount: 65, corrections: [] });
  });

  // Proves B45
  it('leaves no correction without its invoice, however reissues and voids meet', {
    timeout: 300_000,
  }, async () => {
    const first = idOf(dealer('crowd'));
    await at('2027-05-12T19:00:00.000Z');
    let newest = first;
    const issues = [first];
    for (let round = 0; round < RACES; round += 1) {
      const readers = (site_name: string, count: number) => ({
        corrections: [
          { kind: 'readers', site_id: site(site_name), readers: count, reason: `Round ${round}` },
        ],
      });
      const [bridge, tunnel] = [readers('Bridge', 990 - round), readers('Tunnel', 1_990 - round)];
      const asCanceled = { reason: 'By mistake' };
      const races: readonly { readonly voided?: true; readonly requests: readonly [string, object][] }[] = [
        {
          voided: true,
          requests: [
            ['reissue', {}],
            ['reissue', bridge],
          ],
        },
        {
          requests: [
            ['reissue', bridge],
            ['reissue', tunnel],
          ],
        },
        {
          voided: true,
          requests: [
            ['reissue', { previewed: 0 }],
            ['reissue', tunnel],
            ['reissue', bridge],
          ],
        },
        {
          requests: [
            ['reissue', tunnel],
            ['void', asCanceled],
            ['reissue', { ...bridge, previewed: 0 }],
          ],
        },
        {
          voided: true,
          requests: [
            ['reissue', { ...bridge, previewed: 0 }],
            ['reissue', tunnel],
          ],
        },
        {
          requests: [
            ['void', asCanceled],
            ['reissue', bridge],
          ],
        },
      ];
      const { voided = false, requests = [] } = races[round % races.length] ?? {};
      if (voided) expect((await post(newest, 'void', asCanceled)).status).toBe(200);
      const answers = await Promise.all(requests.map(([verb, body]) => post(newest, verb, body)));
      const reissued = answers.filter(({ status, json }) => status === 200 && json.id !== newest);
      const told = `round ${round}: ${answers.map(({ status }) => status)}`;
      expect(
        answers.every(({ status }) => [200, 409, 422].includes(status)),
        told,
      ).toBe(true);
      // one winner: all that answer 200 name the same invoice
      expect(new Set(reissued.map(({ json }) => json.id)).size, told).toBe(1);
      expect(await correctionsLost(issues), told).toEqual([]);
      newest = reissued[0]?.json.id ?? newest;
      issues.push(newest);
      expect((await replay(newest)).equal, told).toBe(true);
    }
  });

  // Proves B45
  it('answers 503, never 409, once its corrections are recorded; the next request completes it', async () => {
    const id = idOf(dealer('stuck'));
    await at('2027-05-12T20:00:00.000Z');
    const { billing } = test.portal;
    const failing = {
      ...billing,
      commands: {
        ...billing.commands,
        execute: (async (execution) => {
          if (execution.stream === invoiceNumbersStream('2027-02')) throw conflict('Used elsewhere.');
          return billing.commands.execute(execution);
        }) satisfies Execute,
      },
    };
    const corrections = [
      { kind: 'readers', siteId: site('Cove'), readers: 8, reason: 'Two removed' },
    ] as const;
    await expect(reissueInvoice(failing, id, { corrections }, test.command())).rejects.toThrow(
      new ServiceUnavailable(
        'The invoice was voided, but is not reissued yet: Used elsewhere. Please try again.',
      ),
    );
    expect(await correctionsLost([id])).toHaveLength(1);
    // the same for what is read before
    const unreadable = () => Promise.reject(conflict('The data could not be read.'));
    const reading = { ...billing, db: { query: unreadable } as unknown as typeof billing.db };
    await expect(reissueInvoice(reading, id, {}, test.command())).rejects.toThrow(ServiceUnavailable);
    expect((await post(id, 'reissue')).json).toMatchObject({ id: `${id}_r2`, total_amount: 52 });
    expect(await correctionsLost([id])).toEqual([]);
  });

  // Proves B45
  it('is not reissued by closing a question whose preview others overtook', async () => {
    const id = idOf(dealer('doubted'));
    await at('2027-05-12T21:00:00.000Z');
    const client = await test.signedIn('doubted');
    const asked = await client.post(`/api/invoices/${id}/questions`, { line: 0, question: 'Why?' });
    const readers = (count: number) => ({
      corrections: [{ kind: 'readers', site_id: site('Lock'), readers: count, reason: 'Removed' }],
      previewed: 0,
    });
    const close = (body: object) =>
      admin.post(`/api/admin/disputes/${asked.json.id}/close`, { explanation: 'You are right', ...body });
    const outcome = 'reissued';
    expect((await post(id, 'reissue', readers(8))).status).toBe(200);
    const late = await close({ outcome, corrections: [], previewed: 0 });
    expect([late.status, late.json.preview]).toMatchObject([
      409,
      { invoice_id: `${id}_r2`, total_after: 52 },
    ]);
    expect((await client.get(`/api/disputes/${asked.json.id}`)).json.status).toBe('open');
    // also of a paid invoice, whose difference would be given back twice
    const paid = { method: 'check', paid_on: '2027-05-12', reference: '1' };
    expect((await post(`${id}_r2`, 'record-payment', paid)).status).toBe(200);
    const question = await client.post(`/api/invoices/${id}_r2/questions`, { line: 0, question: 'And?' });
    const credit = { ...readers(7), as: 'credit' };
    expect((await post(`${id}_r2`, 'correct', credit)).status).toBe(200);
    const refused = await admin.post(`/api/admin/disputes/${question.json.id}/close`, {
      outcome: 'credited',
      explanation: 'You are right',
      ...readers(6),
    });
    expect([refused.status, refused.json.preview]).toMatchObject([
      409,
      { invoice_id: `${id}_r2`, corrections_made: 1, total_before: 45.5, total_after: 39 },
    ]);
    expect(await invoice(`${id}_r2`)).toMatchObject({ credited_amount: 6.5 });
  });

  // Proves B45
  it('are issued once after a kill -9 between the request and the new invoice', {
    timeout: 180_000,
  }, async () => {
    const id = idOf(dealer('killed'));
    const now = '2027-05-12T22:00:00.000Z';
    await at(now);
    const child = await startPortal({ ...environmentOf(test.settings), NOW: now, PORTAL_ROLES: 'api' });
    onTestFinished(() => child.kill());
    const client = await adminAt(child.url);
    const requests = (await test.stored('InvoiceReissueRequested')).length;
    const appends = await holdAppends(database.pool, 'InvoiceReissueRequested', requests);
    const corrections = [{ kind: 'readers', site_id: site('Jetty'), readers: 8, reason: 'Two removed' }];
    const answer = client
      .post(`/api/admin/invoices/${id}/reissue`, { corrections, previewed: 0 })
      .catch(() => null);
    try {
      await appends.held(60);
    } finally {
      await child.kill();
      await appends.undo();
    }
    expect(await answer).toBeNull();
    expect(await correctionsLost([id])).toHaveLength(1);

    const restarted = await startBillingPortal(now, {
      database,
      environment: { PORTAL_ROLES: 'api,projections,reactions' },
    });
    onTestFinished(() => restarted.stop());
    await eventually(async () => (await correctionsLost([id])).length === 0, 60);
    // another portal issued it, so this one's read model may follow
    await expect
      .poll(() => invoice(`${id}_r2`), { timeout: 30_000 })
      .toMatchObject({ total_amount: 52, corrections: [{ name: 'Jetty' }] });
    expect(await replay(`${id}_r2`)).toMatchObject({ equal: true, replayed: { total_cents: 5_200 } });
    const [issue, ...others] = (await test.stored('InvoiceIssued')).filter(
      ({ data }) => data.replaces === id,
    );
    expect([issue?.metadata.actor.kind, others]).toEqual(['admin', []]);
    // the same request again finds it done
    const again = await post(id, 'reissue', { corrections, previewed: 0 });
    expect([again.status, again.json.id]).toEqual([200, `${id}_r2`]);
  });
});
