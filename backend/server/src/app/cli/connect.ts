import type { Logger } from 'pino';
import { createLogger } from '../../platform/http/logger.ts';
import { composePortal, type Installation, openInstallation, type Portal } from '../compose.ts';
import { readSettings, type Settings } from '../settings.ts';
import { abortedBySignals } from '../startup/signals.ts';

/** The environment; the log level defaults to errors. */
export const commandLineEnvironment = () => ({ LOG_LEVEL: 'error', ...process.env });

/**
 * Runs a command line's work on the portal's own parts, beside a portal that runs or without one: no page is served
 * and no job runs.
 */
export async function onPortal<Result>(
  work: (portal: Portal, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const settings = await readSettings(commandLineEnvironment());
  const portal = composePortal(
    { ...settings, host: '127.0.0.1', port: 0, roles: ['projections'] },
    { log: createLogger(settings.logLevel, process.stderr), sharesDatabase: true },
  );
  const signal = abortedBySignals();
  try {
    return await work(await portal.start(), signal);
  } finally {
    await portal.stop();
  }
}

export interface OnInstallation {
  readonly settings: Settings;
  readonly installation: Installation;
  readonly log: Logger;
  /** Aborts at SIGTERM and SIGINT. */
  readonly signal: AbortSignal;
}

/**
 * Runs a command line's work on database and event store, without a portal.
 * @param settingsOf instead of reading them from the environment
 */
export async function onInstallation(
  work: (on: OnInstallation) => Promise<void>,
  settingsOf: (signal: AbortSignal) => Promise<Settings> = () => readSettings(commandLineEnvironment()),
): Promise<void> {
  let installation: Installation | null = null;
  const signal = abortedBySignals();
  try {
    const settings = await settingsOf(signal);
    const log = createLogger(settings.logLevel, process.stderr);
    installation = await openInstallation(settings, log);
    await work({ settings, installation, log, signal });
  } catch (error) {
    const stopped = signal.aborted && error === signal.reason;
    throw stopped ? new Error('Stopped. Run the same command again to go on.') : error;
  } finally {
    await installation?.close();
  }
}
