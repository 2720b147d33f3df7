import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createLogger } from '../../src/platform/http/logger.ts';
import { eventually } from '../support/eventually.ts';
import { siteOrder } from '../support/testPortal.ts';
import { DEMO_KEY, LIVE_KEY, type Paying, startPayingElsewhere, WEBHOOK_SECRETS } from './support.ts';

const ADAPTER = path.join(import.meta.dirname, '../../src/modules/payments/stripe');

/** Every row of every table as text, ours and the log's. */
async function everythingStored({ portal }: Paying): Promise<readonly string[]> {
  const { pool } = portal.database;
  const tables = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const rows: string[] = [];
  for (const { name } of tables.rows) {
    const found = await pool.query<{ row: string }>(`SELECT '${name} ' || t::text AS row FROM ${name} t`);
    rows.push(...found.rows.map(({ row }) => row));
  }
  return rows;
}

// Proves S4-payments-17
it('only brand, last four digits and expiry of a card are stored or logged, and no key or secret', async () => {
  const logged: string[] = [];
  const paying = await startPayingElsewhere({
    cardTimeoutMs: 3_000,
    log: createLogger('trace', { write: (line) => void logged.push(line) }),
  });
  try {
    const { client: ann } = await paying.dealer('ann');
    const secrets: string[] = [];
    const order = async (key: string, saved: boolean) => {
      const answered = await ann.post(
        '/api/create-payment-intent',
        {
          amount: 68_000,
          use_existing_payment_method: saved,
          order: { kind: 'site', site: siteOrder({ ca150_panel: true }) },
        },
        { 'Idempotency-Key': key },
      );
      if (answered.json?.clientSecret) secrets.push(answered.json.clientSecret);
      return answered;
    };
    const form = await order('form', false);
    expect(form.status).toBe(200);
    const intentId = String(form.json.paymentIntentId);
    await paying.stripe.paymentIntents
      .confirm(intentId, { payment_method: 'pm_card_visa_chargeDeclined' })
      .catch(() => {});
    await paying.stripe.paymentIntents.confirm(intentId, { payment_method: 'pm_card_visa' });
    expect((await ann.get(`/api/payments/${intentId}`)).json.status).toBe('succeeded');
    paying.simulator.dispute(DEMO_KEY, intentId);

    const setUp = await ann.post('/api/setup-payment-method', undefined, { 'Idempotency-Key': 'setup' });
    secrets.push(setUp.json.clientSecret);
    await paying.keepCard(ann, 'pm_card_chargeCustomerFail');
    expect((await order('declined', true)).json).toMatchObject({ success: false });
    await paying.keepCard(ann);
    for (const action of ['drop', 'error500', 'hang'] as const) {
      // background calls may use some up
      paying.simulator.faults.add({ request: /POST \/v1\/.*/, action, times: 20 });
      const failed = await order(action, true);
      expect([failed.status, failed.json.error]).toEqual([503, 'Failed to create payment intent']);
      paying.simulator.faults.clear();
    }
    expect((await order('paid', true)).json).toMatchObject({ success: true });
    await paying.simulator.webhooks.settled();
    await eventually(async () => {
      const { rows } = await paying.portal.database.pool.query(
        'SELECT 1 FROM provider_events WHERE applied_at IS NULL',
      );
      return rows.length === 0;
    });

    expect(secrets.length).toBeGreaterThanOrEqual(3);
    const fingerprints = (await paying.charges()).flatMap(
      ({ payment_method_details: details }) => details?.card?.fingerprint ?? [],
    );
    expect(fingerprints.length).toBeGreaterThan(0);
    const never = [
      ...secrets,
      ...fingerprints,
      ...Object.values(WEBHOOK_SECRETS),
      DEMO_KEY,
      LIVE_KEY,
      '_secret_',
      '4242424242424242',
      'fingerprint',
      'billing_details',
      'funding',
      // as a name: encrypted fields and ids are random letters, three of which can be 'cvc'
      '"cvc',
      'cvc]',
      'cvc_check',
    ];
    const stored = await everythingStored(paying);
    expect(stored.some((row) => row.includes('4242'))).toBe(true);
    expect(logged.some((line) => line.includes('the answer to') || line.includes('Failed to create'))).toBe(
      true,
    );
    const texts = [...stored, ...logged];
    for (const word of never) {
      const told = texts.filter((text) => text.includes(word));
      expect(told, `${word} in what is stored or logged`).toEqual([]);
    }
  } finally {
    await paying.stop();
  }
});

// Proves S4-payments-18
it("requests to the provider are typed by its package, without casts or 'any'", () => {
  const files = readdirSync(ADAPTER).filter((name) => name.endsWith('.ts'));
  expect(files).toContain('stripeCards.ts');
  for (const name of files) {
    const code = readFileSync(path.join(ADAPTER, name), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
    const loose = code.match(/\bas (?!const\b)[A-Za-z{(]|\bany\b|@ts-|<unknown>/g) ?? [];
    expect(loose, name).toEqual([]);
  }
});
