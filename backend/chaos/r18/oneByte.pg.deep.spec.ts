import { chanceOf, scenario, sized } from '@portal/event-store/testing';
import { siteOrder, startTestPortal, type TestPortal } from '@portal/server/test/support/testPortal.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

const R18 = scenario('R18');
const CHANGES = sized(8, 200);
const chance = chanceOf('R18 bytes');

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
  const admin = await portal.admin();
  for (const username of ['northgate', 'bayridge']) {
    const { client } = await portal.dealer(username);
    for (let n = 0; n < 4; n += 1) {
      const { id } = (await client.post('/api/sites', siteOrder({ site_name: `${username} Pier ${n}` })))
        .json;
      await admin.patch(`/api/admin/sites/${id}`, { status: 'active', custom_reader_rate: '5.00' });
    }
  }
  await portal.portal.projections.caughtUp();
}, 60_000);
afterAll(() => portal.stop());

interface Stored {
  readonly event_id: string;
  readonly data: string;
  readonly metadata: string;
}

const pool = () => portal.portal.database.pool;
async function asRoleOfTheApplication(sql: string): Promise<void> {
  const client = await pool().connect();
  try {
    await client.query('BEGIN; SET LOCAL ROLE portal_app');
    await client.query(sql);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

/** As the database's owner could: the triggers are disabled during the change. */
async function overwrite(id: string, column: 'data' | 'metadata', text: string): Promise<void> {
  const client = await pool().connect();
  try {
    await client.query('ALTER TABLE es.events DISABLE TRIGGER events_are_never_changed');
    await client.query(`UPDATE es.events SET ${column} = $2 WHERE event_id = $1`, [id, text]);
    await client.query('ALTER TABLE es.events ENABLE TRIGGER events_are_never_changed');
  } finally {
    client.release();
  }
}

/** The text with one letter or digit changed. */
function withAnotherByte(text: string): string {
  const places = [...text.matchAll(/[A-Za-z0-9]/g)].map(({ index }) => index);
  const at = chance.oneOf(places);
  const other = chance.oneOf([...'abcxyz0189'].filter((one) => one !== text[at]));
  return text.slice(0, at) + other + text.slice(at + 1);
}

// Proves I8-R18
it(
  'names the event whose byte was changed in the database',
  async () => {
    const { rows } = await pool().query<Stored>(
      'SELECT event_id, data, metadata FROM es.events ORDER BY position',
    );
    expect(rows.length).toBeGreaterThan(30);
    const unnoticed: string[] = [];
    for (let n = 0; n < CHANGES; n += 1) {
      const victim = chance.oneOf(rows);
      const column = chance.oneOf(['data', 'metadata'] as const);
      const changed = withAnotherByte(victim[column]);
      await overwrite(victim.event_id, column, changed);
      const { ok, faults } = await portal.portal.verifyLog({});
      // a seal may be named twice: it is not as it was recorded, and its hash differs from the chain
      const named = new Set(faults.map(({ eventId }) => eventId));
      if (ok || named.size !== 1 || !named.has(victim.event_id)) unnoticed.push(`${changed}: ${[...named]}`);
      await overwrite(victim.event_id, column, victim[column]);
    }
    expect(unnoticed).toEqual([]);
    expect(await portal.portal.verifyLog({})).toMatchObject({ ok: true, faults: [] });
    R18.did(CHANGES, 'bytes changed');
    R18.lost(unnoticed.length, 'changes not noticed');
  },
  sized(60_000, 300_000),
);

// Proves I8-R18
it("denies the application's role to change or delete an event", async () => {
  for (const sql of [
    "UPDATE es.events SET data = '{}'",
    'DELETE FROM es.events',
    'TRUNCATE es.events',
    'ALTER TABLE es.events DISABLE TRIGGER ALL',
  ]) {
    await expect(asRoleOfTheApplication(sql), sql).rejects.toMatchObject({ code: '42501' });
    R18.did(1, 'ways to change the log denied');
  }
});
