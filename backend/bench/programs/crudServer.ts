import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { dealerSitePatchSchema, siteSchema } from '@portal/contract';
import { inTransaction } from '@portal/projections';
import Koa from 'koa';
import pg from 'pg';

// What the portal is compared with: Koa and pg, tables of today's values, one transaction for each change. It checks
// session and role, validates the body and the answer by the portal's schemas, locks the row, and writes audit and mails.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });

const COLUMNS = Object.keys(siteSchema.shape);
const NAMED = (alias: string) => COLUMNS.map((column) => `${alias}.${column}`).join(', ');

const SIGNED_IN = {
  name: 'session',
  text: `SELECT u.id, u.account_id, u.is_admin, u.is_approved FROM sessions s JOIN users u ON u.id = s.user_id
         WHERE s.token = $1 AND s.expires_at > now()`,
};
const LIST = {
  name: 'list',
  text: `SELECT ${NAMED('s')} FROM sites s WHERE s.account_id = $1 ORDER BY s.created_at DESC, s.id`,
};
const LOCKED = { name: 'lock', text: `SELECT ${NAMED('s')} FROM sites s WHERE s.id = $1 FOR UPDATE` };
const AUDIT = {
  name: 'audit',
  text: `INSERT INTO audit (site_id, user_id, action, before, after) VALUES ($1, $2, $3, $4, $5)`,
};
const MAILS = {
  name: 'mails',
  text: `INSERT INTO mails (recipient, kind, data) SELECT u.email, $2, $3 FROM users u WHERE u.account_id = $1 OR u.is_admin`,
};

interface SignedIn {
  readonly id: string;
  readonly account_id: string;
  readonly is_approved: boolean;
}

async function patch(client: pg.PoolClient, user: SignedIn, id: string, body: unknown): Promise<unknown> {
  const changes = dealerSitePatchSchema.parse(body);
  const { rows } = await client.query({ ...LOCKED, values: [id] });
  const before = rows[0];
  if (before === undefined || before.account_id !== user.account_id) return null;
  const changed = {
    ...changes,
    ...(changes.status === undefined ? {} : { is_active: changes.status !== 'inactive' }),
  };
  const names = Object.keys(changed);
  const update = {
    name: `update ${names.join()}`,
    text: `UPDATE sites s SET ${names.map((name, index) => `${name} = $${index + 2}`).join(', ')} WHERE id = $1 RETURNING ${NAMED('s')}`,
    values: [id, ...Object.values(changed)],
  };
  const after = (await client.query(update)).rows[0];
  const values = [id, user.id, names.join(), JSON.stringify(before), JSON.stringify(after)];
  await client.query({ ...AUDIT, values });
  if (changes.status !== undefined) {
    await client.query({ ...MAILS, values: [user.account_id, changes.status, JSON.stringify(after)] });
  }
  return siteSchema.parse(after);
}

const app = new Koa();
app.use(async (ctx) => {
  ctx.set('X-Request-Id', randomBytes(16).toString('hex'));
  const { rows } = await pool.query<SignedIn>({ ...SIGNED_IN, values: [ctx.cookies.get('session')] });
  const user = rows[0];
  if (user === undefined) return ctx.throw(401);
  if (!user.is_approved) return ctx.throw(403);
  if (ctx.method === 'GET') {
    const sites = (await pool.query({ ...LIST, values: [user.account_id] })).rows;
    ctx.body = sites.map((site) => siteSchema.parse(site));
    return;
  }
  const id = ctx.path.slice('/api/sites/'.length);
  const body = JSON.parse(await text(ctx.req));
  const site = await inTransaction(pool, (client) => patch(client, user, id, body));
  if (site === null) ctx.throw(404);
  ctx.body = site;
});
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It does not listen on a port.');
  process.stdout.write(`ready at http://127.0.0.1:${address.port}\n`);
});
process.once('SIGTERM', () => process.exit(0));
