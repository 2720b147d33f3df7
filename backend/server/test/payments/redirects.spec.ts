import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { stripeCards } from '../../src/modules/payments/stripe/stripeCards.ts';

// Proves I35-22d
it('a call of the card provider follows no redirect, which could lead anywhere with the key', async () => {
  const asked: string[] = [];
  const provider = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(307, { Location: '/elsewhere', 'Content-Type': 'application/json' });
    response.end('{}');
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void provider.close());
  const cards = stripeCards({
    credentials: { secretKey: 'sk_test_x', publicKey: 'pk_test_x', webhookSecret: 'whsec_x' },
    livemode: false,
    simulated: false,
    installationId: 'spec',
    apiBase: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
  });
  await cards.retrieveIntent('pi_1').catch(() => undefined);
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter((url) => url.includes('elsewhere'))).toEqual([]);
});
