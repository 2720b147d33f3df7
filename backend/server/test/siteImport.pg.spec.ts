import { request } from 'node:http';
import { isPermission, MAX_IMPORT_BYTES, MAX_IMPORT_ROWS, newSiteSchema, paths } from '@portal/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { routeTableAlone } from '../src/app/docs/routeTableAlone.ts';
import { MAX_BODY_BYTES } from '../src/platform/http/body.ts';
import { type Paying, startPaying } from './payments/support.ts';
import { eventually } from './support/eventually.ts';
import type { HttpClient } from './support/httpClient.ts';
import { siteOrder } from './support/testPortal.ts';

let portal: Paying;
let admin: HttpClient;
/** Pays $65 for each extra panel. */
let ann: HttpClient;
/** Has panels for nothing. */
let bob: HttpClient;

beforeAll(async () => {
  portal = await startPaying();
  admin = await portal.admin();
  const one = await portal.dealer('ann');
  ann = one.client;
  bob = (await portal.dealer('bob')).client;
  const terms = {
    promotional_reader_rate: '4',
    promotional_months: '12',
    promotional_pricing_active: false,
    promotional_license_pricing: false,
  };
  await admin.patch(`/api/admin/accounts/${one.user.account_id}/promotional-pricing`, terms);
});
afterAll(() => portal.stop());

const HEADER = 'Site_Name,site_address,site_city,site_state,site_zip,number_of_readers,number_of_acu_panels';
const row = (name: string, panels = 2, readers: string | number = 12) =>
  `${name},7 Pier Rd,Albany,NY,12207,${readers},${panels}`;
const upload = (client: HttpClient, file: string | Buffer, type = 'text/csv') =>
  client.send('POST', '/api/site-import', { raw: file, headers: { 'Content-Type': type } });
const cookieOf = (client: HttpClient) =>
  [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
const order = (answered: { readonly json: { rows: { site: unknown }[] } }) => ({
  kind: 'sites',
  sites: answered.json.rows.flatMap(({ site }) => (site === null ? [] : [site])),
});
const named = async (client: HttpClient, prefix: string) =>
  ((await client.get('/api/sites')).json as { id: string; site_name: string }[]).filter(({ site_name }) =>
    site_name.startsWith(prefix),
  );

describe('POST /api/site-import', () => {
  it('returns line, price or errors of each row, and the total', async () => {
    const file = `${HEADER}\r\n${row('Pier 1')}\r\n${row('', 2, '12abc')}\r\n${row('Pier 3', 1)}\r\n`;
    const answered = await upload(ann, Buffer.from(`\uFEFF${file}`, 'utf16le'), 'text/csv; charset=utf-16');
    expect(answered.status).toBe(200);
    expect(answered.json).toMatchObject({ good: 2, broken: 1, total_cents: 6_500 });
    expect(answered.json.rows).toMatchObject([
      { line: 2, site: { site_name: 'Pier 1' }, errors: [], price_cents: 6_500 },
      {
        line: 3,
        site: null,
        errors: [
          { path: 'site_name', message: 'Site name is required' },
          { path: 'number_of_readers', message: 'Please enter a whole number from 1 to 100,000' },
        ],
        price_cents: 0,
      },
      { line: 4, site: { site_name: 'Pier 3' }, price_cents: 0 },
    ]);
  });

  // Proves S4-server-12
  it('orders nothing, and accepts 5 MB of CSV', async () => {
    const before = await portal.eventCount();
    const rows = Array.from({ length: 10_000 }, (_, index) => row(`Row ${index}`));
    const started = performance.now();
    const large = await upload(ann, [HEADER, ...rows].join('\n'));
    expect(performance.now() - started).toBeLessThan(15_000);
    expect([large.status, large.json.rows.length, large.json.good]).toEqual([200, 1_000, 500]);
    const tooMany = await upload(ann, `${HEADER}\n${'a\n'.repeat(2_400_000)}`);
    expect([tooMany.status, tooMany.json.error]).toEqual([
      422,
      'The file has more than 10,000 rows. Please split it.',
    ]);
    const huge = await upload(ann, Buffer.alloc(MAX_IMPORT_BYTES + 1, 'a'));
    expect([huge.status, huge.json.error]).toEqual([413, 'The file is too large: at most 5 MB']);
    expect(await portal.eventCount()).toBe(before);
  });

  it('stops at 5 MB without a Content-Length', async () => {
    const status = await new Promise<number>((resolve, reject) => {
      const cookie = cookieOf(ann);
      const headers = { 'Content-Type': 'text/csv', Cookie: cookie };
      const sent = request(`${portal.url}/api/site-import`, { method: 'POST', headers }, (response) => {
        response.resume();
        response.once('end', () => resolve(response.statusCode ?? 0));
      });
      sent.once('error', reject);
      for (let megabyte = 0; megabyte < 6; megabyte += 1) sent.write(Buffer.alloc(1_000_000, 'a'));
      sent.end();
    });
    expect(status).toBe(413);
  });

  // Proves S4-server-12
  it('checks one file per user at a time, the next after the first ends or is aborted', async () => {
    const cookie = cookieOf(ann);
    const begin = () => {
      const headers = { 'Content-Type': 'text/csv', Cookie: cookie };
      const sent = request(`${portal.url}/api/site-import`, { method: 'POST', headers });
      const done = new Promise<number>((resolve) => {
        sent.once('response', (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        });
        sent.once('error', () => resolve(0));
      });
      sent.write(`${HEADER}\n`);
      return { sent, done };
    };
    const next = async () => (await upload(ann, `${HEADER}\n${row('Next')}`)).status;
    /** A file that is half sent and keeps the next one out; begun anew where the next one was there before it. */
    const held = async () => {
      for (;;) {
        const file = begin();
        let answered = false;
        void file.done.then(() => {
          answered = true;
        });
        while (!answered) if ((await next()) === 429) return file;
      }
    };
    const first = await held();
    expect((await upload(bob, `${HEADER}\n${row('Other')}`)).status).toBe(200);
    first.sent.end(row('First'));
    expect(await first.done).toBe(200);
    await expect.poll(next).toBe(200);
    const second = await held();
    second.sent.destroy();
    await expect.poll(next).toBe(200);
  });

  // Proves S4-server-12
  it('stops checking a file when its sender disconnects', async () => {
    const cookie = cookieOf(bob);
    const headers = { 'Content-Type': 'text/csv', Cookie: cookie };
    const sent = request(`${portal.url}/api/site-import`, { method: 'POST', headers });
    sent.on('error', () => {});
    const schema = newSiteSchema.safeParse;
    const check = vi.spyOn(newSiteSchema, 'safeParse').mockImplementation((...given) => {
      sent.destroy();
      return schema(...given);
    });
    try {
      sent.end(`${HEADER}\n${'a\n'.repeat(MAX_IMPORT_ROWS)}`);
      await expect.poll(() => sent.destroyed).toBe(true);
      // the sender's place is free again when the work has ended
      await expect.poll(async () => (await upload(bob, HEADER)).status).toBe(422);
      expect(check.mock.calls.length).toBeLessThan(MAX_IMPORT_ROWS / 2);
    } finally {
      check.mockRestore();
    }
  });

  // Proves I35-29
  it('reads a file with a byte order mark, a byte that is not UTF-8 and a quote that never ends', async () => {
    const start =
      '\uFEFFsite_name,site_address,site_city,site_state,site_zip,number_of_readers,number_of_acu_panels,site_notes\r\n' +
      'Depot 1,1 Main St,Albany,NY,12207,12,1,Łódź caf';
    const end =
      '\r\nDepot 2,2 Main St,Albany,NY,12207,8,1,"rack 19"" high\r\n' +
      'Depot 3,1 Main St,Albany,NY,12207,12,1,\r\nDepot 4,1 Main St,Albany,NY,12207,12,1,\r\n';
    const answered = await upload(
      bob,
      Buffer.concat([Buffer.from(start), Buffer.from([0xe9]), Buffer.from(end)]),
    );
    expect(answered.status).toBe(200);
    expect(answered.json).toMatchObject({ good: 3, broken: 1 });
    expect(answered.json.rows).toMatchObject([
      { line: 2, site: { site_name: 'Depot 1', site_notes: 'Łódź café' }, errors: [] },
      { line: 3, site: null, errors: [{ message: 'The quote that starts in this line never ends.' }] },
      { line: 4, site: { site_name: 'Depot 3' }, errors: [] },
      { line: 5, site: { site_name: 'Depot 4' }, errors: [] },
    ]);
  });

  // Proves I35-29
  it('names twins of sites that the dealer has, not of those of others', async () => {
    const { client: carl } = await portal.dealer('carl');
    const { client: dora } = await portal.dealer('dora');
    const there = { site_name: 'Depot 1', site_address: '1 Main St', site_city: 'Albany', site_zip: '12207' };
    expect((await carl.post('/api/sites', siteOrder(there))).status).toBe(201);
    const file = [
      `${HEADER},site_notes`,
      'Depot 1,1 Main St,Albany,NY,12207,12,1,',
      'depot 1 ,1 Main St,Albany,NY,12207,12,1,',
      'Depot 2,1 Main St,Albany,NY,12207,12,1,',
      'Depot 3,1 Main St,Albany,NY,12207,12,1,',
    ].join('\n');
    const twin = [
      {
        path: 'site_name',
        message: 'You already have a site with this name and address (pending).',
      },
    ];
    const own = await upload(carl, file);
    expect(own.json).toMatchObject({
      good: 2,
      broken: 2,
      rows: [
        { line: 2, site: null, errors: twin },
        { line: 3, site: null, errors: twin },
        { line: 4, site: { site_name: 'Depot 2' }, errors: [] },
        { line: 5, site: { site_name: 'Depot 3' }, errors: [] },
      ],
    });
    const other = await upload(dora, file);
    expect(other.json).toMatchObject({ good: 3, broken: 1 });
    expect(other.json.rows[0]).toMatchObject({ line: 2, site: { site_name: 'Depot 1' }, errors: [] });
    expect(other.json.rows[1].errors[0].message).toMatch('The same site is in line 2.');
  });

  it('refuses other files, empty files, and administrators', async () => {
    expect((await upload(ann, '{}', 'application/json')).status).toBe(415);
    expect((await upload(ann, 'x', 'text/plain')).status).toBe(415);
    expect((await upload(ann, '')).json.error).toBe('The file is empty.');
    expect((await upload(ann, Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x80]))).status).toBe(422);
    expect((await upload(admin, `${HEADER}\n${row('A')}`)).status).toBe(403);
    expect((await upload(portal.client(), HEADER)).status).toBe(401);
  });
});

describe('large files of several users that stop halfway', () => {
  const SIZE = 4_900_000;
  /** Sends all but the last byte of a file. @returns the status once it is answered, and how to end it */
  const begun = (client: HttpClient) => {
    const sent = request(`${portal.url}/api/site-import`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/csv', 'Content-Length': SIZE, Cookie: cookieOf(client) },
    });
    sent.on('error', () => {});
    const status = new Promise<number | undefined>((resolve) => {
      sent.once('response', ({ statusCode }) => resolve(statusCode));
    });
    sent.write(Buffer.alloc(SIZE - 1, 'a'));
    return { status, end: () => sent.destroy() };
  };

  // Proves I35-13
  it('take a bounded amount of memory, shared with every route of large bodies, and keep out no small file', async () => {
    const users: HttpClient[] = [];
    for (let n = 0; n < 14; n += 1) users.push((await portal.dealer(`sender-${n}`)).client);
    const many = users.map(begun);
    const answered: (number | undefined)[] = [];
    for (const { status } of many) void status.then((code) => answered.push(code));
    await expect.poll(() => answered.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(4);
    expect(new Set(answered)).toEqual(new Set([503]));
    const large = routeTableAlone().flatMap(({ path, method, access, rawBody, maxBodyBytes = 0 }) => {
      const bytes = rawBody?.maxBytes ?? maxBodyBytes;
      const type = rawBody?.types[0] ?? 'application/json';
      const sender = isPermission(access) ? admin : bob;
      return bytes > MAX_BODY_BYTES ? [{ path, method, bytes, type, sender }] : [];
    });
    expect(large.map(({ path }) => path)).toContain(paths.siteImport);
    for (const { path, method, bytes, type, sender } of large) {
      const sent = { raw: Buffer.alloc(bytes, 'a'), headers: { 'Content-Type': type } };
      expect([path, (await sender.send(method, path, sent)).status]).toEqual([path, 503]);
    }
    expect((await upload(bob, `${HEADER}\n${row('Small')}`)).status).toBe(200);
    for (const { end } of many) end();
    const file = `${HEADER}\n${row('Large')}${' '.repeat(SIZE)}`;
    await expect.poll(async () => (await upload(ann, file)).status).toBe(200);
  }, 60_000);
});

describe('one order of many sites', () => {
  // Proves S4-server-13
  it('creates each site at once, and once, if free', async () => {
    const file = await upload(bob, [HEADER, row('Free A'), row('Free B'), row('Free C')].join('\n'));
    expect(file.json.total_cents).toBe(0);
    const key = { 'Idempotency-Key': 'free-sites' };
    const placed = await bob.post('/api/orders', { order: order(file) }, key);
    expect(placed.status).toBe(201);
    expect(placed.json).toMatchObject({ kind: 'sites', status: 'fulfilled', total_amount: 0 });
    await bob.post('/api/orders', { order: order(file) }, key);
    expect((await named(bob, 'Free')).map(({ site_name }) => site_name).sort()).toEqual([
      'Free A',
      'Free B',
      'Free C',
    ]);
    expect((await bob.get(`/api/orders/${placed.json.id}/receipt.pdf`)).status).toBe(404);
    const [one] = await named(bob, 'Free A');
    expect((await admin.get(`/api/admin/sites/${one?.id}`)).json).toMatchObject({
      order_id: placed.json.id,
      paid_amount: 0,
      paid_in_test_mode: false,
    });
    // nothing was paid, so that nobody is owed a reason
    expect((await admin.delete(`/api/admin/sites/${one?.id}`)).status).toBe(200);
  });

  // Proves S4-server-13
  it('is refused unpaid above $0, and fulfilled once paid', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `Paid ${index}`);
    const file = await upload(ann, [HEADER, ...names.map((name) => row(name))].join('\n'));
    expect((await ann.post('/api/orders', { order: order(file) })).status).toBe(402);
    expect(await named(ann, 'Paid')).toEqual([]);
    const items = file.json.items.map(
      ({ name, price_cents: price }: { name: string; price_cents: number }) => ({
        name,
        price,
      }),
    );
    const wish = { amount: 60 * 6_500, order: order(file) };
    expect((await ann.post('/api/create-payment-intent', { ...wish, amount: 6_500 })).status).toBe(422);
    const started = await ann.post('/api/create-payment-intent', { ...wish, items });
    const { orderId, paymentIntentId } = started.json;
    await portal.stripe.paymentIntents.confirm(paymentIntentId, { payment_method: 'pm_card_visa' });
    const done = await eventually(async () => {
      const { json } = await ann.get(`/api/orders/${orderId}`);
      return json.status === 'fulfilled' ? json : null;
    });
    expect(done.entries.every(({ outcome }: { outcome: string }) => outcome === 'created')).toBe(true);
    // the list of sites may be behind the order's read model
    await portal.portal.projections.caughtUp();
    const sites = await named(ann, 'Paid');
    expect(new Set(sites.map(({ site_name }) => site_name))).toEqual(new Set(names));
    expect(sites.map(({ id }) => id).sort()).toEqual(done.entries.map(({ id }: { id: string }) => id).sort());
    expect(
      (await portal.story(`order-${orderId}`)).filter((type) => type === 'OrderItemFulfilled'),
    ).toHaveLength(60);
  });

  // Proves S4-server-13
  it('refunds the part of each rejected site', async () => {
    const file = await upload(ann, [HEADER, row('Part A', 2), row('Part B', 3)].join('\n'));
    const wish = { amount: 3 * 6_500, order: order(file) };
    const { orderId, paymentIntentId } = (await ann.post('/api/create-payment-intent', wish)).json;
    await portal.stripe.paymentIntents.confirm(paymentIntentId, { payment_method: 'pm_card_visa' });
    await eventually(async () => (await ann.get(`/api/orders/${orderId}`)).json.status === 'fulfilled');
    await portal.portal.projections.caughtUp();
    const [part] = await named(ann, 'Part B');
    expect((await admin.delete(`/api/admin/sites/${part?.id}`, { reason: 'No room' })).status).toBe(200);
    expect((await ann.get(`/api/orders/${orderId}`)).json).toMatchObject({
      status: 'fulfilled',
      refunded_amount: 130,
      entries: [
        { name: 'Part A', outcome: 'created' },
        { name: 'Part B', outcome: 'rejected' },
      ],
    });
    expect(await named(ann, 'Part A')).toHaveLength(1);
  });

  // Proves S4-server-12
  it('holds at most 500 sites, in one request', async () => {
    const rows = Array.from({ length: 501 }, (_, index) => row(`Many ${index}`, 1));
    const file = await upload(bob, [HEADER, ...rows].join('\n'));
    expect([file.json.good, file.json.broken]).toEqual([500, 1]);
    const form = order(file);
    const [first] = form.sites;
    expect(
      (await bob.post('/api/orders', { order: { ...form, sites: [...form.sites, first] } })).status,
    ).toBe(400);
    const placed = await bob.post('/api/orders', { order: form });
    expect([placed.status, placed.json?.error]).toEqual([201, undefined]);
    await eventually(
      async () => (await bob.get(`/api/orders/${placed.json.id}`)).json.status === 'fulfilled',
    );
    expect(await named(bob, 'Many')).toHaveLength(500);
  }, 60_000);
});
