import { createHash } from 'node:crypto';
import type { InvoiceReplay } from '@portal/contract';
import { invoiceStream, siteStream } from '@portal/domain';
import canonicalize from 'canonicalize';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Evidence } from '../src/modules/audit/evidence.ts';
import type { HttpClient } from './support/httpClient.ts';
import { pdfPages } from './support/pdfText.ts';
import { siteOrder, startTestPortal, type TestPortal } from './support/testPortal.ts';

let now = new Date('2026-03-02T15:00:00Z');
let portal: TestPortal;
let admin: HttpClient;
let dealer: Awaited<ReturnType<TestPortal['dealer']>>;
let pier: string;
let yard: string;
let invoiceId: string;

const replay = async (query = ''): Promise<InvoiceReplay> =>
  (await admin.get(`/api/admin/invoices/${invoiceId}/replay${query}`)).json;
const later = async (instant: string) => {
  now = new Date(instant);
  // sessions don't last that long
  admin = await portal.admin();
  dealer.client = await portal.signedIn('northgate');
};
const active = async (name: string, readers: string): Promise<string> => {
  const { json } = await dealer.client.post(
    '/api/sites',
    siteOrder({ site_name: name, number_of_readers: readers }),
  );
  await admin.patch(`/api/admin/sites/${json.id}`, { status: 'active' });
  return json.id;
};

beforeAll(async () => {
  portal = await startTestPortal({ now: () => now });
  admin = await portal.admin();
  dealer = await portal.dealer('northgate');
  pier = await active('Pier', '12');
  yard = await active('Yard', '3');
  await admin.patch(`/api/admin/sites/${pier}`, { custom_reader_rate: '5.00', reason: 'Agreed by phone' });
  await later('2026-04-02T15:00:00Z');
  // after the cut of April
  await admin.patch(`/api/admin/sites/${yard}`, { number_of_readers: '30' });
  const issued = await admin.post(`/api/admin/accounts/${dealer.user.account_id}/issue-invoice`, {
    period: '2026-04',
  });
  expect(issued).toMatchObject({ status: 200, json: { total_amount: 79.5 } });
  invoiceId = `${dealer.user.account_id}_2026-04`;
});
afterAll(() => portal.stop());

describe('GET /api/admin/invoices/{id}/replay', () => {
  // Proves I7-replay-1
  it('folds the log to the cut-off and prices the invoice again: equal, with reasons for each line', async () => {
    const answer = await replay();
    expect(answer).toMatchObject({
      invoiceId,
      equal: true,
      hypothetical: false,
      issued: { total_cents: 12 * 500 + 3 * 650 },
      replayed: { total_cents: 12 * 500 + 3 * 650 },
    });
    expect(answer.lines).toMatchObject([
      { site_id: pier, readers: 12, rate_cents: 500, source: 'custom' },
      { site_id: yard, readers: 3, rate_cents: 650, source: 'account' },
    ]);
    const why = (line: number) => answer.lines[line]?.why.map(({ text }) => text);
    expect(why(0)).toEqual([
      'Ordered with 12 readers since Mar 2, 2026',
      'Approved and active since Mar 2, 2026',
      'Custom rate $5.00 since Mar 2, 2026',
    ]);
    expect(why(1)).toContain('Default rate $6.50 since Mar 2, 2026');
    const seqs = answer.lines.flatMap((line) => line.why.map(({ seq }) => seq ?? 0));
    expect(Math.max(...seqs)).toBeLessThanOrEqual(answer.cutSeq);
    expect(Math.min(...seqs)).toBeGreaterThan(0);
  });

  // Proves I7-replay-1
  it('does not change with later events, such as a deleted site or a new rate', async () => {
    await admin.patch(`/api/admin/users/${dealer.user.id}/reader-rate`, { rate: '9.00' });
    const extra = await active('Quay', '50');
    await admin.delete(`/api/admin/sites/${yard}`, { reason: 'Torn down' });
    expect(await replay()).toMatchObject({ equal: true, replayed: { total_cents: 7_950 } });
    await admin.delete(`/api/admin/sites/${extra}`);
  });

  // Proves I7-replay-2
  it('answers a what-if without an event, or with it on another day, marked as hypothetical', async () => {
    const { lines } = await replay();
    const rate = lines[0]?.why.find(({ text }) => text.startsWith('Custom rate'))?.event_id;
    expect(await replay(`?without=${rate}`)).toMatchObject({
      hypothetical: true,
      equal: false,
      replayed: { total_cents: 12 * 650 + 3 * 650 },
    });
    expect(await replay(`?moved=${rate}&to=2026-04-01`)).toMatchObject({
      hypothetical: true,
      replayed: { total_cents: 15 * 650 },
    });
    expect(await replay(`?moved=${rate}&to=2026-03-31`)).toMatchObject({ replayed: { total_cents: 7_950 } });
    // an event after the cut, as if it had come before it
    const timeline = (await admin.get(`/api/admin/audit/site/${yard}/timeline`)).json;
    const raised = timeline.find(({ type }: { type: string }) => type === 'ReaderCountChanged').event_id;
    expect(await replay(`?moved=${raised}&to=2026-03-20`)).toMatchObject({
      replayed: { total_cents: 12 * 500 + 30 * 650 },
    });
    expect(await replay()).toMatchObject({ equal: true });
  });

  it('refuses unknown invoices and events with 404, half a what-if with 400, dealers with 403', async () => {
    for (const id of ['nobody_2026-04', 'x', '%00']) {
      expect((await admin.get(`/api/admin/invoices/${id}/replay`)).status, id).toBe(404);
    }
    const path = `/api/admin/invoices/${invoiceId}/replay`;
    expect((await admin.get(`${path}?without=nothing`)).status).toBe(404);
    for (const query of ['?moved=a', '?without=a&moved=b&to=2026-01-01', '?moved=a&to=soon']) {
      expect((await admin.get(path + query)).status, query).toBe(400);
    }
    expect((await dealer.client.get(path)).status).toBe(403);
  });

  // Proves I7-replay-1
  it('shows where an invoice does not follow from the log', async () => {
    const { pool } = portal.portal.database;
    // somebody hides an event from the index, by which the streams are found
    await pool.query('UPDATE log_index SET seq = seq + 1000000 WHERE stream = $1', [siteStream(pier)]);
    try {
      expect(await replay()).toMatchObject({ equal: false, replayed: { total_cents: 3 * 650 } });
    } finally {
      await pool.query('UPDATE log_index SET seq = seq - 1000000 WHERE stream = $1', [siteStream(pier)]);
    }
  });
});

describe('evidence', () => {
  // Proves I7-evidence
  it('as JSON has the stored events with verifiable hashes', async () => {
    const { json, headers } = await admin.get(`/api/admin/invoices/${invoiceId}/evidence.json`);
    const { events, replay: replayed, invoiceNumber } = json as Evidence;
    expect(headers['content-disposition']).toBe(`attachment; filename="evidence-${invoiceNumber}.json"`);
    expect(replayed.equal).toBe(true);
    const streams = new Set(events.map(({ stream }) => stream));
    expect([...streams]).toEqual(
      expect.arrayContaining([
        invoiceStream(invoiceId),
        siteStream(pier),
        `account-${dealer.user.account_id}`,
      ]),
    );
    for (const { seq, previous_hash, hash, stream, revision, id, type, data, metadata } of events) {
      const canonical = canonicalize([
        String(seq),
        stream,
        String(revision),
        id,
        type,
        JSON.parse(data),
        JSON.parse(metadata),
      ]);
      const computed = createHash('sha256')
        .update(Buffer.from(previous_hash ?? '00'.repeat(32), 'hex'))
        .update(canonical ?? '')
        .digest('hex');
      expect(computed, `event ${seq}`).toBe(hash);
    }
    // the dealer's address is encrypted in it
    expect(JSON.stringify(events)).not.toContain('2 Pier Rd');
  });

  // Proves I7-evidence
  it('as PDF has the verdict, reasons for each line, approvals, and the proof', async () => {
    const { bytes, headers } = await admin.get(`/api/admin/invoices/${invoiceId}/evidence.pdf`);
    expect(headers['content-type']).toBe('application/pdf');
    const text = (await pdfPages(bytes)).join(' ');
    for (const part of [
      'Both are equal, line by line.',
      'Pier: 12 × $5.00 (custom rate of the site)',
      'Custom rate $5.00 since Mar 2, 2026',
      'Site approved',
      'Administrator',
      'Agreed by phone',
      'Cut of the invoice: event',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('is for administrators and existing invoices only', async () => {
    expect((await dealer.client.get(`/api/admin/invoices/${invoiceId}/evidence.json`)).status).toBe(403);
    expect((await admin.get('/api/admin/invoices/nobody_2026-04/evidence.pdf')).status).toBe(404);
  });
});
