import type { InvoiceDetail, InvoiceReplay } from '@portal/contract';
import { type InvoiceEvent, invoiceStream, wholeIssue } from '@portal/domain';
import { MAX_EVENT_BYTES } from '@portal/event-store';
import papa from 'papaparse';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Execute } from '../src/kernel/execute.ts';
import type { BillingPorts } from '../src/modules/billing/ports.ts';
import { previewBilling } from '../src/modules/billing/preview.ts';
import { reissueInvoice } from '../src/modules/billing/reissue.ts';
import { runBilling } from '../src/modules/billing/run.ts';
import { type BillingPortal, type Dealer, startBillingPortal } from './support/billingPortal.ts';
import type { HttpClient } from './support/httpClient.ts';
import { pdfText } from './support/pdfText.ts';
import { type TestDatabase, testDatabase } from './testDatabase.ts';

const BEFORE = '2026-11-05T15:00:00.000Z';
const AFTER = '2026-12-01T05:02:00.000Z';
const DECEMBER = '2026-12';
/** Ten readers at $6.50. */
const SITE_CENTS = 6_500;

const streamOf = async ({ portal }: BillingPortal, invoiceId: string) =>
  (await portal.commands.readStream(invoiceStream(invoiceId))).map(({ event }) => event as InvoiceEvent);
const idOf = ({ accountId }: Dealer) => `${accountId}_${DECEMBER}`;
describe('an account of 10,000 sites', () => {
  const SITES = 10_000;
  let test: BillingPortal;
  let client: HttpClient;
  let admin: HttpClient;
  let dealer: Dealer;
  let url: string;

  beforeAll(async () => {
    test = await startBillingPortal(BEFORE);
    dealer = await test.newDealer('harbour');
    url = `/api/invoices/${idOf(dealer)}`;
    await test.newSites(dealer, SITES);
    test.setClock(AFTER);
    client = await test.signedIn('harbour');
    admin = await test.admin();
  }, 300_000);
  afterAll(() => test.stop());

  // Proves S6-long-1
  it('is previewed and billed as any other', async () => {
    const foreseen = await previewBilling(test.portal.billing, DECEMBER);
    expect(foreseen.accounts[0]).toMatchObject({ outcome: 'priced', totalCents: SITES * SITE_CENTS });
    const { result } = await runBilling(test.portal.billing, DECEMBER, test.command());
    expect(result).toEqual({ issued: 1, totalCents: SITES * SITE_CENTS, skipped: [], parked: [] });
    const billed = await previewBilling(test.portal.billing, DECEMBER);
    expect(billed.accounts[0]?.lines).toMatchObject(foreseen.accounts[0]?.lines ?? []);
  }, 120_000);

  it('stores each line once in events small enough for the store, the issue last', async () => {
    const events = await streamOf(test, idOf(dealer));
    expect(events.map(({ type }) => type)).toEqual([
      ...Array.from({ length: 19 }, () => 'InvoiceLinesDrafted'),
      'InvoiceIssued',
    ]);
    for (const { data } of events)
      expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThan(MAX_EVENT_BYTES / 2);
    const issued = wholeIssue(events);
    expect(new Set(issued?.lines.map(({ siteId }) => siteId)).size).toBe(SITES);
    expect(issued?.lines.map(({ name }) => name)).toEqual(issued?.lines.map(({ name }) => name).sort());
    expect(issued?.basis).toHaveLength(SITES + 1);
  });

  // Proves S6-long-1
  it('is shown in parts on the page, and whole in the CSV file', async () => {
    const invoice: InvoiceDetail = (await client.get(url)).json;
    expect(invoice).toMatchObject({ line_count: SITES, total_amount: 650_000 });
    expect(invoice.items).toHaveLength(500);
    const ids = invoice.items.map(({ id }) => id);
    for (let part = 1; part < 20; part += 1) {
      const { items } = (await client.get(`${url}/items?part=${part}`)).json;
      ids.push(...items.map(({ id }: { id: string }) => id));
    }
    expect(ids).toEqual(Array.from({ length: SITES }, (_, index) => String(index)));
    expect((await client.get(`${url}/items?part=20`)).json.items).toEqual([]);
    expect((await client.get(`${url}/items?part=0`)).status).toBe(400);

    const csv = (await client.get(`${url}/invoice.csv`)).text;
    const rows = papa.parse<string[]>(csv.slice(1).trimEnd()).data;
    expect(rows).toHaveLength(SITES + 1);
    expect(rows.at(-1)?.[6]).toBe('Pier 10000');
    expect(rows.slice(1).reduce((sum, row) => sum + Number(row[9]), 0)).toBe(650_000);
  }, 60_000);

  it('has a PDF with its first lines and the sum of the others', async () => {
    const pdf = (await client.get(`${url}/invoice.pdf`)).bytes;
    expect(pdf.length).toBeLessThan(2_000_000);
    const text = await pdfText(pdf);
    expect(text).toContain(
      '9,500 more sites, each in the CSV file of this invoice in the portal $617,500.00',
    );
    expect(text).toContain('Total $650,000.00');
  }, 60_000);

  it('allows a dispute of each line', async () => {
    const asked = await client.post(`${url}/questions`, { line: 9_999, question: 'Is this site ours?' });
    expect(asked).toMatchObject({ status: 201, json: { line_name: 'Pier 10000' } });
  });

  // Proves S6-long-1
  it('replays equal from a log with a valid chain', async () => {
    const replay: InvoiceReplay = (await admin.get(`/api/admin/invoices/${idOf(dealer)}/replay`)).json;
    expect(replay).toMatchObject({ equal: true, replayed: { total_cents: SITES * SITE_CENTS } });
    expect(await test.portal.verifyLog({})).toMatchObject({ ok: true, faults: [] });
  }, 120_000);
});

describe('an invoice in several events', () => {
  const SITES = 1_100;
  const open: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of open.splice(0).reverse()) await close();
  });

  async function portalAt(database?: TestDatabase) {
    const test = await startBillingPortal(BEFORE, database === undefined ? {} : { database });
    open.push(() => test.stop());
    return test;
  }

  /** Goes on by one append at a time. @param known what was appended by attempts before */
  function brokenAfterAnAppend(billing: BillingPorts, known: Set<string>): BillingPorts {
    const before = known.size;
    const execute: Execute = async (execution) => {
      if (known.size > before) throw new Error('broke off');
      const done = await billing.commands.execute(execution);
      // a command that was given before answers with what it appended then
      for (const { id } of done.appended) known.add(id);
      return done;
    };
    return { ...billing, executeForFollowers: execute, commands: { ...billing.commands, execute } };
  }

  // Proves S6-long-1
  it('is issued whole, once, wherever its issue was interrupted', async () => {
    const test = await portalAt();
    const dealer = await test.newDealer('harbour');
    await test.newSites(dealer, SITES);
    test.setClock(AFTER);
    const client = await test.signedIn('harbour');
    const { billing } = test.portal;
    const [seen, known] = [new Set<string>(), new Set<string>()];
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const broken = brokenAfterAnAppend(billing, known);
      const outcome = await runBilling(broken, DECEMBER, test.command()).catch(
        (error: Error) => error.message,
      );
      await test.portal.projections.caughtUp();
      const events = await streamOf(test, idOf(dealer));
      const isIssued = events.some(({ type }) => type === 'InvoiceIssued');
      seen.add(`${events.length} ${isIssued}`);
      expect((await client.get('/api/invoices')).json).toHaveLength(isIssued ? 1 : 0);
      const [answer, part] = [
        await client.get(`/api/invoices/${idOf(dealer)}`),
        await client.get(`/api/invoices/${idOf(dealer)}/items?part=1`),
      ];
      expect([answer.status, part.status]).toEqual(isIssued ? [200, 200] : [404, 404]);
      if (!isIssued) {
        const { accounts } = await previewBilling(billing, DECEMBER);
        expect(accounts[0]).toMatchObject({ outcome: 'priced', totalCents: SITES * SITE_CENTS });
      }
      if (outcome !== 'broke off') break;
    }
    expect(seen).toEqual(new Set(['0 false', '1 false', '2 false', '3 true']));
    expect(await test.stored('InvoiceLinesDrafted')).toHaveLength(2);
    expect(await test.issued(DECEMBER)).toMatchObject([
      { totalCents: SITES * SITE_CENTS, continued: { draft: 1, parts: 2, lines: SITES } },
    ]);
  }, 120_000);

  it('is corrected, paid and replayed with all lines, wherever its reissue was interrupted', async () => {
    const test = await portalAt();
    const { billing } = test.portal;
    const dealer = await test.newDealer('harbour');
    await test.newSites(dealer, SITES);
    test.setClock(AFTER);
    await runBilling(billing, DECEMBER, test.command());
    test.setClock('2026-12-02T15:00:00.000Z');
    const [admin, client] = [await test.admin(), await test.signedIn('harbour')];
    const of = (id: string, verb: string) => `/api/admin/invoices/${id}/${verb}`;
    const replayOf = async (id: string, query = '') =>
      (await admin.get(of(id, `replay${query}`))).json as InvoiceReplay;
    const first = idOf(dealer);
    const second = `${first}_r2`;
    const last = (await client.get(`/api/invoices/${first}/items?part=2`)).json.items.at(-1);
    const check = { method: 'check', reference: '1', paid_on: '2026-12-02' };
    const part = await admin.post(of(first, 'record-payment'), { ...check, amount: '1000' });
    expect(part.json).toMatchObject({ status: 'pending', paid_amount: 1_000 });

    // the first append decides what is corrected; each further attempt carries on from where the last one broke off
    const readers = { kind: 'readers', siteId: last.site_id, readers: 8, reason: 'Two removed' } as const;
    const rate = { kind: 'rate', siteId: last.site_id, rateCents: 600, reason: 'As agreed' } as const;
    const [seen, known] = [new Set<string>(), new Set<string>()];
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const ports = brokenAfterAnAppend(billing, known);
      const outcome = await reissueInvoice(
        ports,
        first,
        { corrections: [readers, rate] },
        test.command(),
      ).catch((error: Error) => error.message);
      await test.portal.projections.caughtUp();
      const events = await streamOf(test, second);
      const isIssued = events.some(({ type }) => type === 'InvoiceIssued');
      seen.add(`${events.length} ${isIssued}`);
      if (!isIssued) {
        const refused = [
          await admin.get(`/api/admin/invoices/${second}`),
          await admin.post(of(second, 'void'), {}),
          await admin.post(of(second, 'record-payment'), { ...check, amount: '1' }),
          await admin.post(of(second, 'reissue'), { corrections: [] }),
          await client.post(`/api/invoices/${second}/pay`),
        ];
        expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
      }
      if (outcome !== 'broke off') break;
    }
    expect(seen).toEqual(new Set(['0 false', '1 false', '2 false', '3 true']));

    const whole = wholeIssue(await streamOf(test, second));
    expect(whole?.lines).toHaveLength(SITES);
    expect(whole?.lines.at(-1)).toMatchObject({ siteId: last.site_id, readers: 8, rateCents: 600 });
    const total = (SITES - 1) * SITE_CENTS + 4_800;
    expect((await client.get(`/api/invoices/${second}`)).json).toMatchObject({
      line_count: SITES,
      total_amount: total / 100 - 1_000,
    });
    const replay = await replayOf(second);
    expect(replay).toMatchObject({ equal: true, replayed: { total_cents: total - 100_000 } });
    expect(replay.replayed.lines).toHaveLength(SITES + 1);
    const because = replay.lines.at(-2)?.because.at(-1);
    expect(await replayOf(second, `?without=${because}`)).toMatchObject({
      hypothetical: true,
      replayed: { total_cents: total - 100_000 + 400 },
    });
    const question = { line: SITES - 1, question: 'Two more are gone?' };
    const asked = await client.post(`/api/invoices/${second}/questions`, question);
    expect(asked).toMatchObject({ status: 201, json: { line_name: 'Pier 01100' } });
    const evidence = (await admin.get(of(second, 'evidence.json'))).json;
    const streams = new Set(evidence.events.map(({ stream }: { stream: string }) => stream));
    expect(whole?.basis.filter(({ stream }) => !streams.has(stream))).toEqual([]);

    // paid in full, then corrected: what was charged too much goes back, no more
    const rest = `${(total - 100_000) / 100}`;
    const paid = await admin.post(of(second, 'record-payment'), { ...check, reference: '2', amount: rest });
    expect(paid.json).toMatchObject({ status: 'paid' });
    const six = { kind: 'readers', site_id: last.site_id, readers: '6', reason: 'Two more' };
    const preview = await admin.post(of(second, 'preview-correction'), { corrections: [six] });
    expect(preview.json.lines).toHaveLength(SITES);
    expect(preview.json.total_before - preview.json.total_after).toBe(12);
    const corrected = await admin.post(of(second, 'correct'), { corrections: [six], as: 'credit' });
    expect([corrected.status, corrected.json.error]).toEqual([200, undefined]);
    expect((await streamOf(test, second)).at(-1)).toMatchObject({
      type: 'InvoiceCredited',
      data: { amountCents: 1_200 },
    });
    expect(await replayOf(second)).toMatchObject({ equal: true });
  }, 180_000);

  // Proves S6-long-1
  it('is issued once by two concurrent portals', async () => {
    const database = await testDatabase({ empty: true });
    open.push(() => database.close());
    const [one, two] = [await portalAt(database), await portalAt(database)];
    const dealer = await one.newDealer('harbour');
    await one.newSites(dealer, SITES);
    for (const test of [one, two]) test.setClock(AFTER);
    const run = (test: BillingPortal) => runBilling(test.portal.billing, DECEMBER, test.command());
    for (const { result } of await Promise.all([run(one), run(two), run(one)]))
      expect(result).toEqual({ issued: 1, totalCents: SITES * SITE_CENTS, skipped: [], parked: [] });
    expect((await streamOf(one, idOf(dealer))).map(({ type }) => type)).toEqual([
      'InvoiceLinesDrafted',
      'InvoiceLinesDrafted',
      'InvoiceIssued',
    ]);
  }, 120_000);
});
