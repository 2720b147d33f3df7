import { resolve } from 'node:path';
import { composePortal } from '@portal/server';
import { understood } from '@portal/server/app/cli/commandLine.ts';
import { readSettings, type Settings } from '@portal/server/app/settings.ts';
import { type StartupPrinter, startupPrinter } from '@portal/server/app/startup/progress.ts';
import { stopOnSignals } from '@portal/server/app/startup/signals.ts';
import { createTerminalLog } from '@portal/server/app/startup/terminalLog.ts';
import { messageOf } from '@portal/server/kernel/messageOf.ts';
import { FIRST_ADMINISTRATOR_ID } from '@portal/server/modules/users/makeFirstAdministrator.ts';
import { createCredentials } from '@portal/server/modules/users/signIn/credentials.ts';
import { demoClock } from './clock.ts';
import { SHOWN_DEALER } from './dealers.ts';
import { fillPortal } from './fill.ts';
import { type DemoMarker, finishDemoFolder, openDemoFolder } from './folder.ts';
import { parseDemoOptions } from './options.ts';
import { planDemo, USUAL_PORTFOLIO } from './plan.ts';

const DATA_DIR = './.data-demo';
/** Cheap: sample dealers share one generated password. */
const SAMPLE_BCRYPT_COST = 4;
const DAY_MS = 86_400_000;

/** `npm run demo`: runs a portal with 18 months of sample data until SIGTERM or Ctrl+C. */
async function main(): Promise<void> {
  const options = understood((parameters) => parseDemoOptions(parameters, new Date()));
  const printer = startupPrinter();
  try {
    const dataDir = resolve(process.env.DATA_DIR || DATA_DIR);
    refuseSharedStores();
    const marker = await openDemoFolder(dataDir, options);
    const settings = await demoSettings(dataDir, marker);
    if (!marker.finished) {
      await makeDemo(settings, marker, printer);
      await finishDemoFolder(dataDir, marker);
    }
    const portal = composePortal(settings, { log: createTerminalLog(settings.logLevel), progress: printer });
    stopOnSignals(portal);
    const { url } = await portal.start();
    printer.ready({ url: settings.publicUrl ?? url });
    process.stdout.write(
      [
        `  administrator: ${settings.admin.username}`,
        `  a dealer:      ${SHOWN_DEALER}`,
        `  password:      ${marker.password} (of everyone in this demo)\n`,
      ].join('\n'),
    );
  } catch (error) {
    printer.abandon();
    process.stderr.write(`${messageOf(error)}\n`);
    process.exit(1);
  }
}

/** A demo must not write into another database. */
function refuseSharedStores(): void {
  const set = ['DATABASE_URL', 'EVENTSTORE_URL'].filter((name) => (process.env[name] ?? '') !== '');
  if (set.length > 0) throw new Error(`The demo uses its own PostgreSQL: unset ${set.join(' and ')}.`);
}

/** The environment's settings without SMTP: mails to sample dealers stay in the outbox. */
async function demoSettings(dataDir: string, marker: DemoMarker): Promise<Settings> {
  return readSettings({
    LOG_LEVEL: 'warn',
    ...process.env,
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: marker.password,
    SMTP_URL: undefined,
  });
}

/** Fills the folder with a portal on the demo's clock, without the notifications of 18 months. */
async function makeDemo(settings: Settings, marker: DemoMarker, printer: StartupPrinter): Promise<void> {
  const steps = planDemo({ ...USUAL_PORTFOLIO, until: new Date(marker.until) });
  const first = steps[0]?.at ?? new Date(marker.until);
  const clock = demoClock(new Date(first.getTime() - DAY_MS));
  const composed = composePortal(
    { ...settings, host: '127.0.0.1', port: 0, publicUrl: null, roles: ['api', 'projections'] },
    {
      now: clock.now,
      bcryptCost: SAMPLE_BCRYPT_COST,
      log: createTerminalLog(settings.logLevel),
      progress: printer,
    },
  );
  const abandon = () => void composed.stop().then(() => process.exit(1));
  process.once('SIGTERM', abandon);
  process.once('SIGINT', abandon);
  try {
    const portal = await composed.start();
    printer.step('filling the demo');
    const onProgress = printer.filling;
    const { seed } = USUAL_PORTFOLIO;
    await fillPortal({ portal, clock, seed, steps, password: marker.password, onProgress });
    const credentials = createCredentials({ pool: portal.database.pool, now: clock.now });
    await credentials.set(FIRST_ADMINISTRATOR_ID, marker.password);
  } finally {
    await composed.stop();
    process.off('SIGTERM', abandon);
    process.off('SIGINT', abandon);
  }
}

await main();
