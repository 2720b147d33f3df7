import { composePortal } from '@portal/server';
import { readSettings } from '@portal/server/app/settings.ts';
import { createLogger } from '@portal/server/platform/http/logger.ts';
import pg from 'pg';
import type { Detail } from './bench.ts';
import { closeConnections, HttpCaller } from './httpCaller.ts';
import { ADMIN } from './portalProcess.ts';

interface Sent {
  readonly text: string;
  readonly values: unknown[];
}

/**
 * Query plans, by EXPLAIN (ANALYZE, BUFFERS), of the statements on read models that an administrator's GET of these
 * addresses sends. The portal runs in this process, to record its statements.
 */
export async function explained(
  environment: Readonly<Record<string, string>>,
  addresses: readonly { readonly name: string; readonly address: string }[],
): Promise<readonly Detail[]> {
  const settings = await readSettings({ ...process.env, ...environment });
  const portal = composePortal(settings, { bcryptCost: 4, log: createLogger('warn', process.stderr) });
  await portal.start();
  try {
    const admin = new HttpCaller(portal.url);
    await admin.expect(200, 'POST', '/api/login', ADMIN);
    const details: Detail[] = [];
    for (const { name, address } of addresses) {
      // warms up
      await admin.expect(200, 'GET', address);
      const sent = await statementsDuring(() => admin.expect(200, 'GET', address));
      const plans = sent
        .filter(readsLists)
        .map(({ text, values }) => planOf(portal.database.pool, text, values));
      details.push({ summary: `EXPLAIN of ${name}`, text: (await Promise.all(plans)).join('\n\n') });
    }
    return details;
  } finally {
    closeConnections();
    await portal.stop();
  }
}

/** Whether it reads rows of a view or counts them; the caller's rights are read by key. */
const readsLists = ({ text }: Sent) => /\b\w+_v\d+\b/.test(text) && /\b(LIMIT|count)\b/i.test(text);

async function planOf(pool: pg.Pool, text: string, values: unknown[]): Promise<string> {
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, BUFFERS) ${text}`, values);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  // without versions of read models, as in 'dealer_sites_v3_g1'
  return `${text.trim().replaceAll(/\s+/g, ' ')}\n${plan}`.replaceAll(/_v\d+(_g\d+)?(?=\b|_)/g, '');
}

/** The statements that pg sends in this process during `work`. */
async function statementsDuring(work: () => Promise<unknown>): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  const client = pg.Client.prototype as { query: (...parameters: unknown[]) => unknown };
  const original = client.query;
  client.query = function query(...parameters) {
    const [first, second] = parameters;
    if (typeof first === 'string') sent.push({ text: first, values: Array.isArray(second) ? second : [] });
    else if (typeof first === 'object' && first !== null && 'text' in first) {
      const { text, values } = first as { readonly text: unknown; readonly values?: unknown };
      const given = Array.isArray(values) ? values : Array.isArray(second) ? second : [];
      if (typeof text === 'string') sent.push({ text, values: given });
    }
    return original.apply(this, parameters);
  };
  try {
    await work();
  } finally {
    client.query = original;
  }
  return sent;
}
