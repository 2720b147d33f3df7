import { messageOf } from '../../kernel/messageOf.ts';
import { createLogger } from '../../platform/http/logger.ts';
import { composePortal, type Portal } from '../compose.ts';
import { readSettings } from '../settings.ts';
import { abortedBySignals } from '../startup/signals.ts';

/**
 * Runs a command line's work on the portal's own parts, beside a portal that runs or without one: no page is served
 * and no job runs. Ends the process: 0 where `work` answers true, 1 where it answers false or rejects, with its message.
 */
export async function onPortal(
  work: (portal: Portal, signal: AbortSignal) => Promise<boolean>,
): Promise<never> {
  let stop = async () => {};
  let well = false;
  try {
    const settings = await readSettings({ LOG_LEVEL: 'error', ...process.env });
    const composed = composePortal(
      { ...settings, host: '127.0.0.1', port: 0, roles: ['projections'] },
      { log: createLogger(settings.logLevel, process.stderr), sharesDatabase: true },
    );
    const signal = abortedBySignals();
    stop = composed.stop;
    well = await work(await composed.start(), signal);
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
  }
  await stop();
  process.exit(well ? 0 : 1);
}
