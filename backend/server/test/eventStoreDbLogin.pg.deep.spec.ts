import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { commandLine, environmentOf } from './support/commandLine.ts';
import { emptyEventStoreDb } from './support/emptyEventStoreDb.ts';
import { siteOrder, startTestPortal, type TestPortal } from './support/testPortal.ts';
import { testDatabase } from './testDatabase.ts';

const url = process.env.EVENTSTORE_TEST_URL ?? '';
const hasLogins = url !== '' && !/[?&]tls=false/i.test(url);
const server = hasLogins
  ? 'the server of EVENTSTORE_TEST_URL'
  : 'skipped: EVENTSTORE_TEST_URL names no server with TLS, which has logins';

describe.skipIf(!hasLogins)(`a login of EventStoreDB that only reads and appends (${server})`, () => {
  // Proves X-1b
  it('suffices for a portal: it moves there, runs, moves back; an administrator’s is named at the start', async () => {
    const eventStoreDb = await emptyEventStoreDb();
    onTestFinished(() => eventStoreDb.stop());
    const database = await testDatabase({ empty: true });
    onTestFinished(() => database.close());
    let portal: TestPortal | null = null;
    const stop = async () => {
      await portal?.stop();
      portal = null;
    };
    onTestFinished(stop);
    const start = async (eventStoreUrl: string) => {
      portal = await startTestPortal({}, { database, environment: { EVENTSTORE_URL: eventStoreUrl } });
      return portal;
    };
    const warnings = ({ logLines }: TestPortal) =>
      logLines.filter((line) => line.includes('the login of EVENTSTORE_URL could'));

    const before = await start('');
    const { client: dealer } = await before.dealer('northgate');
    const { id } = (await dealer.post('/api/sites', siteOrder())).json;
    await stop();

    const environment = environmentOf(before.settings);
    const events = async (eventStoreUrl: string, ...parameters: string[]) => {
      const running = commandLine('events', parameters, { ...environment, EVENTSTORE_URL: eventStoreUrl });
      const { code, out, err } = await running.ended;
      expect({ code, err }).toMatchObject({ code: 0 });
      return out;
    };
    const prepared = await events('', 'prepare', '--to', url, '--login', `portal-${randomUUID()}`);
    const [, address = ''] = /^EVENTSTORE_URL='(.*)'$/m.exec(prepared) ?? [];
    expect(await events('', 'copy', '--to', address)).toContain('they are the same');

    const running = await start(address);
    const again = await running.signedIn('northgate');
    expect((await again.patch(`/api/sites/${id}`, { site_name: 'Pier' })).status).toBe(200);
    const ordered = (await again.post('/api/sites', siteOrder())).json;
    await running.portal.projections.caughtUp();
    expect((await again.get(`/api/sites/${ordered.id}`)).status).toBe(200);
    expect((await running.portal.verifyLog({})).faults).toEqual([]);
    expect(warnings(running)).toEqual([]);
    await stop();

    expect(warnings(await start(url))).toEqual([
      expect.stringContaining('could administer the server, delete streams, set the metadata of streams;'),
    ]);
    await stop();
    expect(await events(address, 'copy', '--to', 'database')).toContain('they are the same');
  }, 180_000);
});
