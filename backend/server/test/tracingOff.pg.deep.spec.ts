import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStage, type Stage } from './support/stage.ts';

/** Loaded before the portal: prints at its end how many modules of OpenTelemetry's SDK it has loaded. */
const COUNT_AT_EXIT = `data:text/javascript,${encodeURIComponent(`
  import { createRequire } from 'node:module';
  const { cache } = createRequire(process.cwd() + '/');
  const ofSdk = /@opentelemetry.(sdk-trace|exporter-trace|core|resources)/;
  process.once('exit', () => console.log('loaded ' + Object.keys(cache).filter((file) => ofSdk.test(file)).length));
`)}`;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

async function modulesLoaded(environment: Readonly<Record<string, string>>): Promise<number> {
  const portal = await stage.startPortal({ NODE_OPTIONS: `--import ${COUNT_AT_EXIT}`, ...environment });
  portal.signal('SIGTERM');
  expect(await portal.ended).toBe(0);
  return Number(/^loaded (\d+)$/m.exec(portal.lines.join('\n'))?.[1]);
}

// Proves I8-otel-2
it('loads OpenTelemetry only with a receiver', async () => {
  expect(await modulesLoaded({})).toBe(0);
  // port 9: nobody takes them, and nobody waits for it
  expect(await modulesLoaded({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })).toBeGreaterThan(0);
});
