import type { StateAt, TimelineEntry } from '@portal/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from './support/httpClient.ts';
import { siteOrder, startTestPortal, type TestPortal } from './support/testPortal.ts';

let portal: TestPortal;
let admin: HttpClient;
let dealer: Awaited<ReturnType<TestPortal['dealer']>>;
let siteId: string;
let timeline: TimelineEntry[];

const of = (kind: string, id: string, rest: string) => `/api/admin/audit/${kind}/${id}/${rest}`;
const field = (state: StateAt, name: string) => state.fields.find((each) => each.field === name);

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.admin();
  dealer = await portal.dealer('northgate');
  const ordered = await dealer.client.post('/api/sites', siteOrder());
  siteId = ordered.json.id;
  await admin.patch(`/api/admin/sites/${siteId}`, { status: 'active' });
  await admin.patch(`/api/admin/sites/${siteId}`, { custom_reader_rate: '5.00', reason: 'Agreed by phone' });
  await admin.patch(`/api/admin/sites/${siteId}`, { number_of_readers: '20' });
  timeline = (await admin.get(of('site', siteId, 'timeline'))).json;
});
afterAll(() => portal.stop());

describe('GET /api/admin/audit/{kind}/{id}/timeline', () => {
  // Proves I7-timeline-1
  it('lists every event of a site in plain words, with who and why, oldest first', () => {
    expect(timeline.map(({ text }) => text)).toEqual([
      'Site ordered with 12 readers',
      'Site approved',
      'Custom reader rate set to $5.00',
      'Readers changed from 12 to 20',
    ]);
    expect(timeline.map(({ actor }) => actor.name)).toEqual(['Ann Doe', ...Array(3).fill('Administrator')]);
    expect(timeline[2]).toMatchObject({
      reason: 'Agreed by phone',
      actor: { kind: 'admin' },
      type: 'SiteReaderRateChanged',
      stream: `site-${siteId}`,
      revision: 2,
      caused_by: null,
    });
  });

  // Proves I7-timeline-1
  it('has number, hash and raw event of each, for a proof', () => {
    const seqs = timeline.map(({ seq }) => seq);
    expect(seqs).toEqual([...seqs].sort((a, b) => a - b));
    expect(new Set(timeline.map(({ hash }) => hash)).size).toBe(4);
    for (const entry of timeline) {
      expect(entry.hash).toMatch(/^[0-9a-f]{64}$/);
      expect(entry.raw).toMatchObject({
        type: entry.type,
        metadata: { correlationId: entry.correlation_id },
      });
    }
    expect(timeline[0]?.raw).toMatchObject({ data: { siteName: 'Harbor Gate', siteCity: 'Albany' } });
  });

  // Proves I7-timeline-1
  it('names the cause of an event', async () => {
    const entries: TimelineEntry[] = (await admin.get(of('account', dealer.user.account_id, 'timeline')))
      .json;
    expect(entries[0]).toMatchObject({
      type: 'AccountOpened',
      caused_by: { text: 'Dealer registered', seq: expect.any(Number) },
    });
  });

  // Proves I7-timeline-1
  it("merges all of a company's records, newest last, and pages back", async () => {
    const path = `${of('account', dealer.user.account_id, 'timeline')}?scope=all`;
    const entries: TimelineEntry[] = (await admin.get(path)).json;
    const streams = new Set(entries.map(({ stream }) => stream.split('-')[0]));
    expect([...streams]).toEqual(expect.arrayContaining(['user', 'account', 'site']));
    expect(entries.at(-1)?.text).toBe('Readers changed from 12 to 20');
    const before: TimelineEntry[] = (await admin.get(`${path}&before=${entries.at(-1)?.seq}`)).json;
    expect(before.map(({ seq }) => seq)).toEqual(entries.slice(0, -1).map(({ seq }) => seq));
  });

  it('answers 404 for unknown kinds and ids and impossible ids, 403 for dealers', async () => {
    for (const path of [
      of('site', 'nobody', 'timeline'),
      of('dealer', siteId, 'timeline'),
      of('site', 'a%20b%0A', 'timeline'),
    ]) {
      expect((await admin.get(path)).status, path).toBe(404);
    }
    expect((await admin.get(`${of('site', siteId, 'timeline')}?scope=all`)).status).toBe(400);
    expect((await dealer.client.get(of('site', siteId, 'timeline'))).status).toBe(403);
  });
});

describe('GET /api/admin/audit/{kind}/{id}/state', () => {
  const stateAt = async (moment: string): Promise<StateAt> =>
    (await admin.get(`${of('site', siteId, 'state')}?${moment}`)).json;

  // Proves I7-travel
  it('shows the state after an event beside the current one', async () => {
    const state = await stateAt(`seq=${timeline[1]?.seq}`);
    expect(field(state, 'readers')).toMatchObject({ value: '12', today: '20' });
    expect(field(state, 'status')).toMatchObject({ value: 'active', today: 'active' });
    expect(field(state, 'customRates.1.cents')).toMatchObject({
      label: 'Custom rates: 1',
      value: null,
      today: '$5.00',
    });
    expect(state).toMatchObject({ seq: timeline[1]?.seq, at: timeline[1]?.at });
  });

  // Proves I7-travel
  it('includes what was recorded before an instant', async () => {
    const state = await stateAt(`at=${encodeURIComponent(timeline[3]?.at ?? '')}`);
    expect(field(state, 'readers')).toMatchObject({ value: '12', today: '20' });
  });

  // Proves I7-travel
  it('is empty before the first event', async () => {
    const state = await stateAt('at=2000-01-01T00:00:00Z');
    expect(state).toMatchObject({ seq: null, at: null });
    expect(field(state, 'readers')).toMatchObject({ value: null, today: '20' });
  });

  // Proves I7-travel
  it('refuses a moment that is invalid, in the future, repeated or missing', async () => {
    for (const moment of [
      'at=soon',
      'at=2999-01-01T00:00:00Z',
      'at=%2B012345-01-01T00:00:00Z',
      'seq=-1',
      'seq=1&at=2026-01-01',
      '',
    ]) {
      const { status, json } = await admin.get(`${of('site', siteId, 'state')}?${moment}`);
      expect([status, typeof json.error], moment).toEqual([400, 'string']);
    }
    expect((await admin.get(`${of('site', 'nobody', 'state')}?seq=1`)).status).toBe(404);
  });

  it('works for every kind', async () => {
    for (const [kind, id] of [
      ['user', dealer.user.id],
      ['account', dealer.user.account_id],
    ] as const) {
      const { status, json } = await admin.get(`${of(kind, id, 'state')}?at=2000-01-01`);
      expect([status, json.fields.length > 5], kind).toEqual([200, true]);
    }
  });
});
