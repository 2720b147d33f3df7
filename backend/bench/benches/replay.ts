import { randomBytes } from 'node:crypto';
import { type InvoiceReplay, paths } from '@portal/contract';
import { invoiceIdFor, periodOfInstant } from '@portal/domain';
import { withPostgres } from '@portal/tools/scratch.ts';
import { callersFor, figure, quantile } from '@portal/tools/statistics.ts';
import { v7 } from 'uuid';
import { atMost, type Bench, sized } from '../bench.ts';
import { closeConnections, HttpCaller } from '../httpCaller.ts';
import { ADMIN, portalEnvironment, startProgram } from '../portalProcess.ts';
import { proveLog } from '../proof.ts';

const SITES = 200;
const MONTHS = 60;
const OTHER_EVENTS = 20_000;
const ZONE = 'America/New_York';
const MAX_MS = 60;
const START_WITHIN_MS = 600_000;

export const replay: Bench = {
  name: 'replay',
  title: `Replaying one invoice of ${SITES} sites with five years of history`,
  run: (options) =>
    withPostgres(async ({ connectionString }, folder) => {
      const { quick, say } = options;
      const key = randomBytes(32);
      const accountId = v7();
      const [sites, months] = quick ? [20, 6] : [SITES, MONTHS];
      const others = sized(options, OTHER_EVENTS, 500);
      say(`writing ${sites} sites, ${months} months and their invoices, and ${figure(others)} other events`);
      const portal = await startProgram(
        'replay.ts',
        portalEnvironment(connectionString, folder, {
          KEY_ENCRYPTION_KEY: key.toString('base64'),
          BILLING_TZ: ZONE,
          PORTAL_ROLES: 'api,projections',
          SITES: String(sites),
          MONTHS: String(months),
          OTHER_EVENTS: String(others),
          ACCOUNT_ID: accountId,
        }),
        START_WITHIN_MS,
      );
      let latencies: readonly number[] = [];
      let rows = 0;
      try {
        const admin = new HttpCaller(portal.url);
        await admin.expect(200, 'POST', '/api/login', ADMIN);
        const period = periodOfInstant(new Date().toISOString(), ZONE);
        const address = paths.admin.invoiceReplay(invoiceIdFor({ accountId, period, issue: 1 }));
        const ask = async () => {
          const { text } = await admin.expect(200, 'GET', address);
          const answer = JSON.parse(text) as InvoiceReplay;
          const explained = answer.lines.filter(({ why }) => why.length > 0).length;
          if (!answer.equal || explained !== sites) throw new Error(`The replay is not the invoice: ${text}`);
          rows = answer.lines.length;
        };
        say('replaying');
        for (let warmUp = 0; warmUp < 5; warmUp += 1) await ask();
        ({ latencies } = await callersFor(1, quick ? 0.5 : 5, ask));
      } finally {
        closeConnections();
        await portal.stop();
      }
      say('proving the log and the read models');
      const { note } = await proveLog(connectionString, key);
      const [p50, p95] = [quantile(latencies, 0.5), quantile(latencies, 0.95)];
      return {
        tables: [
          {
            columns: ['lines', 'replays', 'p50 ms', 'p95 ms'],
            rows: [[String(rows), String(latencies.length), figure(p50), figure(p95)]],
          },
        ],
        goals: [atMost('replay of one invoice', MAX_MS, p50, ' ms', 'p50')],
        notes: [
          `One administrator over HTTP; ${months} months, every second of which changed a site's readers, with an invoice each, and ${figure(others)} events of others in the log. Each answer says that the invoice equals what the log gives, and tells the reason of every line.`,
          note,
        ],
      };
    }),
};
