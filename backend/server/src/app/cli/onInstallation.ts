import type { Logger } from 'pino';
import { messageOf } from '../../kernel/messageOf.ts';
import { createLogger } from '../../platform/http/logger.ts';
import { type Installation, openInstallation } from '../compose.ts';
import { readSettings, type Settings } from '../settings.ts';
import { abortedBySignals } from '../startup/signals.ts';

export interface OnInstallation {
  readonly settings: Settings;
  readonly installation: Installation;
  readonly log: Logger;
  /** Aborts at SIGTERM and SIGINT. */
  readonly signal: AbortSignal;
}

/**
 * Runs a command line's work on database and event store, without a portal. Ends the process: 0 where `work`
 * resolves, 1 where it rejects, with its message.
 * @param settingsOf instead of reading them from the environment
 */
export async function onInstallation(
  work: (on: OnInstallation) => Promise<void>,
  settingsOf: (signal: AbortSignal) => Promise<Settings> = () => readSettings(commandLineEnvironment()),
): Promise<never> {
  let installation: Installation | null = null;
  let well = false;
  const signal = abortedBySignals();
  try {
    const settings = await settingsOf(signal);
    const log = createLogger(settings.logLevel, process.stderr);
    installation = await openInstallation(settings, log);
    await work({ settings, installation, log, signal });
    well = true;
  } catch (error) {
    const stopped = signal.aborted && error === signal.reason;
    process.stderr.write(`${stopped ? 'Stopped. Run the same command again to go on.' : messageOf(error)}\n`);
  }
  await installation?.close();
  process.exit(well ? 0 : 1);
}

/** The environment; the log level defaults to errors. */
export const commandLineEnvironment = () => ({ LOG_LEVEL: 'error', ...process.env });
