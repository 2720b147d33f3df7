import { dayOfInstant } from '@portal/domain/values';
import { csvDownloads } from '../../platform/csv/csv.ts';
import { createLogger } from '../../platform/http/logger.ts';
import { watchUntrustedProxy } from '../../platform/http/untrustedProxy.ts';
import { createPrinter } from '../../platform/pdf/printer.ts';
import type { PortalOverrides, StartupProgress } from '../portal.ts';
import { renderInThread } from '../renderInThread.ts';
import type { Settings } from '../settings.ts';

export type Startup = ReturnType<typeof createStartup>;

const NO_PROGRESS: StartupProgress = { step: () => {}, replaying: () => {} };

/** What needs no connection. Each part that starts something registers how it stops. */
export function createStartup(settings: Settings, overrides: PortalOverrides) {
  const now = overrides.now ?? (() => new Date());
  const log = overrides.log ?? createLogger(settings.logLevel);
  const billingDay = (instant: string) => dayOfInstant(instant, settings.billingTimeZone);
  const stops: (() => Promise<unknown>)[] = [];
  let ownUrl = settings.publicUrl ?? '';
  const publicUrl = () => settings.publicUrl ?? ownUrl;
  return {
    settings,
    overrides,
    /** The clock of events and billing days. */
    now,
    /** The billing day it is. */
    today: () => billingDay(now().toISOString()),
    billingDay,
    timeZone: settings.billingTimeZone,
    log,
    /** Makes PDFs, one at a time, in a thread of their own. */
    print: createPrinter(settings.company, renderInThread),
    /** Writes CSV files, in turns of the users. */
    writeCsv: csvDownloads(),
    progress: overrides.progress ?? NO_PROGRESS,
    untrustedProxy: watchUntrustedProxy(log),
    /** Where this portal listens; before that PUBLIC_URL or ''. */
    ownUrl: () => ownUrl,
    /** PUBLIC_URL, or where the portal listens; without a slash at the end. */
    publicUrl,
    page: (path: string) => `${publicUrl()}${path}`,
    listensAt(url: string) {
      ownUrl = url;
    },
    onStop: (stop: () => Promise<unknown>) => void stops.push(stop),
    /** Stops everything, latest first; failures are logged. */
    async stopAll(): Promise<void> {
      for (const stop of stops.splice(0).reverse()) {
        await stop().catch((error: unknown) => log.error({ err: error }, 'stopping failed'));
      }
    },
  };
}
