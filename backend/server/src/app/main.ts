import type { Logger } from 'pino';
import { messageOf } from '../kernel/messageOf.ts';
import { startEmbeddedPostgres } from '../platform/embeddedPostgres/startEmbeddedPostgres.ts';
import type { UnsentMail } from '../platform/mail/outbox.ts';
import { readSettings, type Settings } from './settings.ts';
import { type StartupPrinter, startupPrinter } from './startup/progress.ts';
import { stopOnSignals } from './startup/signals.ts';
import { createTerminalLog } from './startup/terminalLog.ts';

/** `npm start`: runs the portal until SIGTERM or Ctrl+C. */
async function main(): Promise<void> {
  const printer = startupPrinter();
  try {
    const settings = await readSettings(process.env);
    const log = createTerminalLog(settings.logLevel);
    for (const warning of settings.warnings) log.warn(warning);
    const postgres = settings.databaseUrl === null ? beginPostgres(settings, log, printer) : null;
    let stop = async () => (await postgres?.starting.catch(() => null))?.stop();
    stopOnSignals({ stop: () => stop() });
    // loading leaves no time for what comes before PostgreSQL's process
    await postgres?.hasProcess;
    const { composePortal } = await import('./compose.ts');
    const startPostgres = postgres?.join;
    const portal = composePortal(settings, { log, progress: printer, printMail, startPostgres });
    stop = portal.stop;
    const { url, generatedPassword } = await portal.start();
    printer.ready({
      url: settings.publicUrl ?? url,
      administrator:
        generatedPassword === null
          ? undefined
          : { username: settings.admin.username, password: generatedPassword },
    });
  } catch (error) {
    printer.abandon();
    process.stderr.write(`${messageOf(error)}\n`);
    process.exit(1);
  }
}

/** PostgreSQL starts while most of the portal's code is loaded. A failure is reported by the portal's start. */
function beginPostgres({ dataDir }: Settings, log: Logger, printer: StartupPrinter) {
  let onProcess = () => {};
  const process = new Promise<void>((resolve) => {
    onProcess = resolve;
  });
  const onProgress = (step: string) => printer.step(step);
  const starting = startEmbeddedPostgres({ dataDir, log, onProgress, onProcess });
  let first: typeof starting | null = starting;
  // the portal's start gets this server; a second attempt starts another
  const join: typeof startEmbeddedPostgres = (options) => {
    const started = first ?? startEmbeddedPostgres(options);
    first = null;
    return started;
  };
  return { starting, hasProcess: Promise.race([process, starting.catch(() => {})]), join };
}

/** To the terminal, not to the log, which may be kept elsewhere. */
function printMail({ recipient, subject, text }: UnsentMail): void {
  process.stderr.write(
    `\nNo mail server is set up (SMTP_URL), so this email is only printed here.\nTo: ${recipient}\nSubject: ${subject}\n\n${text}\n`,
  );
}

await main();
