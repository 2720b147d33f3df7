import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { startTestPortal } from './support/testPortal.ts';

const loadedSdk = () =>
  Object.keys(createRequire(import.meta.url).cache).filter((file) =>
    /@opentelemetry\/(sdk-trace|exporter-trace|core|resources)/.test(file),
  );

// Proves I8-otel-2
it('loads nothing of OpenTelemetry where no receiver is named, and does where one is', async () => {
  const off = await startTestPortal();
  await off.dealer('untraced');
  await off.stop();
  expect(loadedSdk()).toEqual([]);
  // port 9: nobody takes them, and nobody waits for it
  const on = await startTestPortal(
    {},
    { environment: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' } },
  );
  await on.dealer('traced');
  const stopping = performance.now();
  await on.stop();
  expect(performance.now() - stopping).toBeLessThan(9_000);
  expect(loadedSdk().length).toBeGreaterThan(0);
}, 60_000);
