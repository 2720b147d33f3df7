import { correctionPreviewSchema } from '@portal/contract';
import { invoiceDecider, invoiceStream, siteStream } from '@portal/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runBilling } from '../src/modules/billing/run.ts';
import { editSite } from '../src/modules/sites/editSite.ts';
import { type BillingPortal, type Dealer, startBillingPortal } from './support/billingPortal.ts';
import type { HttpClient } from './support/httpClient.ts';
import { ADMIN } from './support/testPortal.ts';

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
const patchSite = (id: string, body: object) => admin.patch(`/api/admin/sites/${id}`, body);

const sites = new Map<string, string>();
const dealers = new Map<string, Dealer>();
const site = (name: string) => sites.get(name) ?? '';
const dealer = (name: string): Dealer => dealers.get(name) ?? { userId: '', accountId: '' };

const SITES: Readonly<Record<string, readonly (readonly [name: string, readers: number])[]>> = {
  may: [['Harbor', 190]],
  shrunk: [['Pier', 12]],
  chain: [
    ['Alpha', 10],
    ['Beta', 20],
  ],
  paid: [
    ['Mill', 10],
    ['Yard', 4],
  ],
  voided: [['Dock', 10]],
  asked: [['Quay', 10]],
  old: [['Lodge', 10]],
  wrong: [['Tower', 10]],
};

beforeAll(async () => {
  test = await startBillingPortal('2027-01-05T15:00:00.000Z');
  for (const [name, list] of Object.entries(SITES)) {
    const made = await test.newDealer(name);
    dealers.set(name, made);
    for (const [site_name, readers] of list) {
      sites.set(site_name, await test.newSite(made, { site_name, number_of_readers: String(readers) }));
    }
  }
  const asleep = await test.newSite(dealer('chain'), { site_name: 'Asleep', number_of_readers: '7' });
  sites.set('Asleep', asleep);
  await at('2027-01-06T15:00:00.000Z');
  await patchSite(asleep, { status: 'inactive' });
  test.setClock('2027-02-01T05:02:00.000Z');
  await runBilling(test.portal.billing, '2027-02', test.command());
}, 120_000);
afterAll(() => test?.stop());

/** A reissue as programs made it that billed what the log said by then, with the fields given. */
async function reissuedFromToday(name: string, siteName: string, proof: object): Promise<string> {
  const { accountId } = dealer(name);
  const id = idOf(dealer(name));
  await editSite(test.portal.commands, site(siteName), { number_of_readers: 12 }, test.command());
  await test.portal.billing.upToDate(['logIndex']);
  await post(id, 'void', { reason: 'Readers' });
  const issued = (await test.issued('2027-02')).find(({ invoiceId }) => invoiceId === id);
  const line = issued?.lines[0];
  if (issued === undefined || line === undefined) throw new Error('No invoice');
  const stream = siteStream(site(siteName));
  const { rows } = await test.portal.database.pool.query(
    'SELECT event_id, seq, revision FROM log_index WHERE stream = $1 ORDER BY seq DESC LIMIT 1',
    [stream],
  );
  const [made, ...rest] = line.because;
  const because = [made ?? '', rows[0].event_id, ...rest];
  const invoiceId = `${id}_r2`;
  const { appended } = await test.portal.commands.execute({
    stream: invoiceStream(invoiceId),
    decider: invoiceDecider,
    command: {
      type: 'IssueInvoice',
      invoiceId,
      invoiceNumber: `INV-202702-9${accountId.slice(-3)}`,
      priced: {
        outcome: 'priced',
        period: '2027-02',
        accountId,
        recipientId: issued.userId,
        isDemo: issued.isDemo,
        lines: [{ ...line, readers: 12, amountCents: 7_800, because }],
        adjustments: [],
        totalCents: 7_800,
        policyVersion: 1,
      },
      invoiceDate: '2027-05-15',
      billTo: { company: null, name: null, address: null, city: null, state: null, zip: null, email: null },
      proof: {
        cutSeq: Number(rows[0].seq),
        chainHash: 'ab12',
        basis: [...issued.basis.slice(0, 1), { stream, revision: Number(rows[0].revision) }],
        ...proof,
      },
      replaces: { invoiceId: id, status: 'voided' },
    },
    context: test.command(),
    accounts: [accountId],
  });
  admin.readAfter((await test.portal.commands.followUp(appended)).position);
  return invoiceId;
}

describe('the replay of a reissue', { timeout: 60_000 }, () => {
  // Proves I7-replay-3
  it('uses its own rules if made before corrections were named; new corrections start from it', async () => {
    await at('2027-05-15T15:00:00.000Z');
    const id = await reissuedFromToday('old', 'Lodge', {});
    expect(await replay(id)).toMatchObject({ equal: true, replayed: { total_cents: 7_800 } });
    await editSite(test.portal.commands, site('Lodge'), { number_of_readers: 77 }, test.command());
    const corrections = [{ kind: 'rate', site_id: site('Lodge'), rate: '5', reason: 'Agreed' }];
    expect((await post(id, 'reissue', { corrections })).json).toMatchObject({ total_amount: 60 });
    const third = `${idOf(dealer('old'))}_r3`;
    expect(await replay(third)).toMatchObject({ equal: true, replayed: { total_cents: 6_000 } });
    const { lines } = await replay(third);
    const named = lines[0].because.at(-1);
    const whatIf = await admin.get(`/api/admin/invoices/${third}/replay?without=${named}`);
    expect(whatIf.json).toMatchObject({ hypothetical: true, replayed: { total_cents: 7_800 } });
  });

  // Proves S6-correct-4
  it("detects one that bills an old month from today's state without named corrections", async () => {
    await at('2027-05-15T15:00:00.000Z');
    const id = await reissuedFromToday('wrong', 'Tower', { corrections: [] });
    expect(await replay(id)).toMatchObject({
      equal: false,
      issued: { total_cents: 7_800 },
      replayed: { total_cents: 6_500 },
    });
  });
});

describe('an invoice of February that is corrected in May', { timeout: 60_000 }, () => {
  // Proves S6-correct-1, S6-correct-2
  it('contains no sites, rates or readers from after its cut-off', async () => {
    const ann = dealer('may');
    const id = idOf(ann);
    await at('2027-05-10T15:00:00.000Z');
    expect((await invoice(id)).total_amount).toBe(1235);
    await test.newSite(ann, { site_name: 'Annex', number_of_readers: '1000' });
    await editSite(test.portal.commands, site('Harbor'), { number_of_readers: 191 }, test.command());
    await admin.patch(`/api/admin/users/${ann.userId}/reader-rate`, { rate: '12.49' });

    const nothing = await post(id, 'reissue', { reason: 'Asked for' });
    expect([nothing.status, nothing.json.error]).toEqual([
      422,
      'These corrections do not change the invoice.',
    ]);
    expect((await invoice(id)).status).toBe('pending');

    const reason = 'Ten readers were never installed';
    const corrections = [{ kind: 'readers', site_id: site('Harbor'), readers: 180, reason }];
    const events = await test.eventCount();
    const shown = await post(id, 'preview-correction', { corrections });
    expect(correctionPreviewSchema.parse(shown.json)).toMatchObject({
      total_before: 1235,
      total_after: 1170,
      lines: [
        { name: 'Harbor', readers_before: 190, readers_after: 180, amount_before: 1235, amount_after: 1170 },
      ],
    });
    expect(await test.eventCount()).toBe(events);

    const reissued = await post(id, 'reissue', { corrections });
    expect([reissued.status, reissued.json]).toMatchObject([
      200,
      {
        id: `${id}_r2`,
        invoice_date: '2027-05-10',
        total_amount: 1170,
        items: [{ quantity: 180, unit_price: 6.5, amount: 1170 }],
        corrections: [{ name: 'Harbor', text: 'Readers corrected from 190 to 180', reason }],
      },
    ]);
    expect(await replay(`${id}_r2`)).toMatchObject({ equal: true, replayed: { total_cents: 117_000 } });
    const { lines } = await replay(`${id}_r2`);
    expect(lines[0].why.map(({ text }: { text: string }) => text)).toContainEqual(
      expect.stringContaining('Readers corrected from 190 to 180'),
    );
  });

  // Proves S6-correct-1, I7-dispute-2
  it('keeps a site that the dealer deactivated before questioning its charge', async () => {
    const bob = dealer('shrunk');
    const id = idOf(bob);
    await at('2027-05-11T15:00:00.000Z');
    const client = await test.signedIn('shrunk');
    const asked = await client.post(`/api/invoices/${id}/questions`, { line: 0, question: 'Why so much?' });
    expect(asked.status).toBe(201);
    await test.newSite(bob, { site_name: 'Tiny', number_of_readers: '1', custom_reader_rate: '1.00' });
    expect((await patchSite(site('Pier'), { status: 'inactive' })).status).toBe(200);

    const close = (body: object) => admin.post(`/api/admin/disputes/${asked.json.id}/close`, body);
    const settled = { outcome: 'reissued', explanation: 'The rate agreed on was $5.00' };
    expect((await close(settled)).status).toBe(422);
    expect((await invoice(id)).status).toBe('pending');
    const reason = 'Agreed in January';
    const answered = await close({
      ...settled,
      corrections: [{ kind: 'rate', site_id: site('Pier'), rate: '5.00', reason }],
    });
    expect(answered.json).toMatchObject({ outcome: 'reissued', reissued_as: `${id}_r2` });
    expect((await client.get(`/api/invoices/${id}`)).json).toMatchObject({
      status: 'canceled',
      corrections: [],
      replaced_by: `${id}_r2`,
    });
    expect(await test.stored('DisputeClosed')).toMatchObject([{ data: { reissuedAs: `${id}_r2` } }]);
    expect((await client.get(`/api/invoices/${id}_r2`)).json).toMatchObject({
      total_amount: 60,
      items: [{ quantity: 12, unit_price: 5, rate_source: 'corrected' }],
      corrections: [{ text: 'Rate corrected from $6.50 to $5.00', reason }],
    });
    expect(await replay(`${id}_r2`)).toMatchObject({ equal: true });
  });

  // Proves S6-correct-1
  it('keeps earlier corrections when corrected again', async () => {
    const id = idOf(dealer('chain'));
    await at('2027-05-12T15:00:00.000Z');
    const first = await post(id, 'reissue', {
      corrections: [
        { kind: 'readers', site_id: site('Alpha'), readers: 8, reason: 'Two removed' },
        { kind: 'billed', site_id: site('Asleep'), billed: true, reason: 'It was in use' },
        { kind: 'line', text: 'Goodwill', amount: '-10.00', reason: 'Late answer' },
      ],
    });
    // 8 and 20 and 7 readers at $6.50, less $10.00
    expect(first.json).toMatchObject({ id: `${id}_r2`, total_amount: 217.5 });
    expect(first.json.items.map(({ description }: { description: string }) => description)).toEqual([
      'Alpha – monthly fee per reader',
      'Asleep – monthly fee per reader',
      'Beta – monthly fee per reader',
      'Goodwill',
    ]);
    const second = await post(`${id}_r2`, 'reissue', {
      corrections: [{ kind: 'billed', site_id: site('Beta'), billed: false, reason: 'Never handed over' }],
    });
    expect(second.json).toMatchObject({ id: `${id}_r3`, total_amount: 87.5 });
    expect(second.json.corrections.map(({ text }: { text: string }) => text)).toEqual([
      'Readers corrected from 10 to 8',
      'Site added',
      'Line of -$10.00 added',
      'Site removed',
    ]);
    for (const issue of [id, `${id}_r2`, `${id}_r3`]) {
      expect([issue, (await replay(issue)).equal]).toEqual([issue, true]);
    }
    const client = await test.signedIn('chain');
    const goodwill = first.json.items.findIndex(({ amount }: { amount: number }) => amount < 0);
    const asked = { line: goodwill, question: 'Is that all?' };
    expect((await client.post(`/api/invoices/${id}_r2/questions`, asked)).json).toMatchObject({
      amount: -10,
    });
    expect((await client.get(`/api/invoices/${id}_r3`)).json.corrections).toHaveLength(4);
    // asked again with the same corrections it is done already, with others it is not
    expect((await post(`${id}_r2`, 'reissue', {})).json.id).toBe(`${id}_r3`);
    const other = [{ kind: 'readers', site_id: site('Alpha'), readers: 1, reason: 'x' }];
    expect((await post(`${id}_r2`, 'reissue', { corrections: other })).status).toBe(409);
  });

  // Proves S6-correct-3
  it('refunds the difference once if paid, and continues from it when corrected again', async () => {
    const id = idOf(dealer('paid'));
    await at('2027-05-13T15:00:00.000Z');
    const corrections = [{ kind: 'readers', site_id: site('Mill'), readers: 6, reason: 'Four removed' }];
    const paid = { method: 'check', paid_on: '2027-05-13', reference: '1' };
    expect((await post(id, 'correct', { corrections, as: 'credit' })).status).toBe(409);
    expect((await post(id, 'record-payment', paid)).status).toBe(200);
    expect((await post(id, 'reissue', { corrections })).status).toBe(409);
    expect((await post(id, 'preview-correction', { corrections })).json).toMatchObject({
      total_before: 91,
      total_after: 65,
    });
    const credited = await post(id, 'correct', { corrections, as: 'credit' });
    expect([credited.status, credited.json]).toMatchObject([
      200,
      { status: 'paid', total_amount: 91, credited_amount: 26, corrections: [{ reason: 'Four removed' }] },
    ]);
    const again = await post(id, 'correct', { corrections, as: 'credit' });
    expect([again.status, again.json.error]).toEqual([422, 'These corrections do not change the invoice.']);
    const more = [{ kind: 'readers', site_id: site('Mill'), readers: 5, reason: 'And one more' }];
    const refunded = await post(id, 'correct', {
      corrections: more,
      as: 'refund',
      method: 'check',
      reference: '2',
    });
    expect(refunded.json).toMatchObject({ credited_amount: 26, refunded_amount: 6.5 });
    const dearer = [{ kind: 'readers', site_id: site('Mill'), readers: 50, reason: 'Many more' }];
    expect((await post(id, 'correct', { corrections: dearer, as: 'credit' })).status).toBe(422);
    expect(await replay(id)).toMatchObject({ equal: true });
  });

  // Proves I7-dispute-2
  it('answers a dispute about a paid charge with the corrected difference', async () => {
    const id = idOf(dealer('asked'));
    await at('2027-05-13T16:00:00.000Z');
    const client = await test.signedIn('asked');
    const question = await client.post(`/api/invoices/${id}/questions`, { line: 0, question: 'Why?' });
    const close = (body: object) => admin.post(`/api/admin/disputes/${question.json.id}/close`, body);
    await post(id, 'record-payment', { method: 'check', paid_on: '2027-05-13', reference: '1' });
    const corrections = [{ kind: 'readers', site_id: site('Quay'), readers: 7, reason: 'Three removed' }];
    const settled = { outcome: 'credited', explanation: 'You are right', corrections };
    expect((await close({ ...settled, amount: '5.00' })).status).toBe(422);
    const answers = await Promise.all([close(settled), close(settled)]);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect((await client.get(`/api/disputes/${question.json.id}`)).json).toMatchObject({
      status: 'closed',
      outcome: 'credited',
      settled_amount: 19.5,
    });
    expect(await invoice(id)).toMatchObject({
      credited_amount: 19.5,
      corrections: [{ text: 'Readers corrected from 10 to 7' }],
    });
  });

  it('is reissued unchanged if canceled by mistake', async () => {
    const id = idOf(dealer('voided'));
    await at('2027-05-14T15:00:00.000Z');
    await editSite(test.portal.commands, site('Dock'), { number_of_readers: 99 }, test.command());
    expect((await post(id, 'void', { reason: 'By mistake' })).status).toBe(200);
    expect((await post(id, 'reissue')).json).toMatchObject({
      id: `${id}_r2`,
      total_amount: 65,
      corrections: [],
    });
    expect(await replay(`${id}_r2`)).toMatchObject({ equal: true });
  });

  // Proves S6-correct-1
  it('refuses unknown sites, negative amounts, an empty invoice, and corrections without a reason', async () => {
    const id = `${idOf(dealer('voided'))}_r2`;
    const dock = site('Dock');
    const reason = 'Why';
    const refusals: readonly (readonly [object, number, string])[] = [
      [{ kind: 'readers', site_id: dock, readers: 5 }, 400, 'Reason is required'],
      [
        { kind: 'readers', site_id: dock, readers: 'x', reason },
        400,
        'Please enter a whole number from 0 to 100,000',
      ],
      [
        { kind: 'line', text: 'Gift', amount: '-65.01', reason },
        422,
        'The corrections come to less than $0.00.',
      ],
      [{ kind: 'line', text: 'Gift', amount: '0', reason }, 400, 'The amount must not be $0.00'],
      [
        { kind: 'readers', site_id: site('Pier'), readers: 5, reason },
        422,
        'This site did not belong to the company at the cut-off of the invoice. Add a line instead.',
      ],
      [
        { kind: 'billed', site_id: dock, billed: false, reason },
        422,
        'Nothing is left to bill. Please void the invoice instead.',
      ],
    ];
    for (const [correction, status, error] of refusals) {
      for (const verb of ['preview-correction', 'reissue']) {
        const answered = await post(id, verb, { corrections: [correction] });
        expect([verb, answered.status, answered.json.error]).toEqual([verb, status, error]);
      }
    }
    expect((await invoice(id)).status).toBe('pending');
    expect((await post('nobody_2027-02', 'preview-correction', { corrections: [] })).status).toBe(404);
  });
});
