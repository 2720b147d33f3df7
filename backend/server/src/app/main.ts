import { messageOf } from '../kernel/messageOf.ts';
import type { UnsentMail } from '../platform/mail/outbox.ts';
import { composePortal } from './compose.ts';
import { readSettings } from './settings.ts';
import { startupPrinter } from './startup/progress.ts';
import { stopOnSignals } from './startup/signals.ts';
import { createTerminalLog } from './startup/terminalLog.ts';

/** `npm start`: runs the portal until SIGTERM or Ctrl+C. */
async function main(): Promise<void> {
  const printer = startupPrinter();
  try {
    const settings = await readSettings(process.env);
    const log = createTerminalLog(settings.logLevel);
    const portal = composePortal(settings, { log, progress: printer, printMail });
    stopOnSignals(portal);
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
    process.stderr.write(`${messageOf(error)}\n`);
    process.exit(1);
  }
}

/** To the terminal, not to the log, which may be kept elsewhere. */
function printMail({ recipient, subject, text }: UnsentMail): void {
  process.stderr.write(
    `\nNo mail server is set up (SMTP_URL), so this mail is only printed here.\nTo: ${recipient}\nSubject: ${subject}\n\n${text}\n`,
  );
}

await main();
