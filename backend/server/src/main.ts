import pretty from 'pino-pretty';
import { composePortal } from './compose.ts';
import { createLogger } from './edge/logger.ts';
import { readSettings } from './settings.ts';
import { startupPrinter } from './startup/progress.ts';

/** A stop that takes longer than this is cut short, so that a supervisor's 10 seconds are kept. */
const STOP_WITHIN_MS = 9_500;

/** `npm start`: the portal as the environment says, until SIGTERM or Ctrl+C. */
async function main(): Promise<void> {
  const printer = startupPrinter();
  try {
    const settings = await readSettings(process.env);
    const terminal = process.stdout.isTTY === true;
    const log = createLogger(settings.logLevel, terminal ? pretty({ singleLine: true }) : undefined);
    const portal = composePortal(settings, { log, progress: printer });
    let stopping = false;
    const stop = () => {
      // a second signal means now
      if (stopping) process.exit(1);
      stopping = true;
      setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
      void portal.stop().then(() => process.exit(0));
    };
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
    await portal.start();
    const { generatedPassword } = portal;
    printer.ready({
      url: settings.publicUrl ?? portal.url,
      administrator:
        generatedPassword === null
          ? undefined
          : { username: settings.admin.username, password: generatedPassword },
    });
  } catch (error) {
    printer.abandon();
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

await main();
