import { dayOfInstant } from '@portal/domain/values';
import type { Logger } from 'pino';
import { type CsvDownload, csvDownloads } from '../../platform/csv/csvDownloads.ts';
import { createLogger } from '../../platform/http/logger.ts';
import { type UntrustedProxy, watchUntrustedProxy } from '../../platform/http/untrustedProxy.ts';
import { createPrinter, type Print } from '../../platform/pdf/printer.ts';
import type { PortalOverrides, StartupProgress } from '../portal.ts';
import { renderInThread } from '../renderInThread.ts';
import type { Settings } from '../settings.ts';

/** Stops what was started, in the opposite order. */
export interface Started {
  onStop(stop: () => Promise<unknown>): void;
  /** Stops everything, latest first; failures are logged. */
  stopAll(): Promise<void>;
}

export function createStarted(log: Logger): Started {
  const stops: (() => Promise<unknown>)[] = [];
  return {
    onStop: (stop) => void stops.push(stop),
    async stopAll() {
      for (const stop of stops.splice(0).reverse()) {
        await stop().catch((error: unknown) => log.error({ err: error }, 'stopping failed'));
      }
    },
  };
}

export interface Startup extends Started {
  readonly settings: Settings;
  readonly overrides: PortalOverrides;
  /** The clock of events and billing days. */
  readonly now: () => Date;
  /** The billing day it is. */
  readonly today: () => string;
  /** The billing day at an ISO instant. */
  readonly billingDay: (instant: string) => string;
  readonly log: Logger;
  /** Makes PDFs, one at a time, in a thread of their own. */
  readonly print: Print;
  /** Writes CSV files, in turns of the users. */
  readonly writeCsv: CsvDownload;
  readonly progress: StartupProgress;
  /** Where this portal listens; before that PUBLIC_URL or ''. */
  readonly ownUrl: () => string;
  /** PUBLIC_URL, or where the portal listens; without a slash at the end. */
  readonly publicUrl: () => string;
  /** The address of a page, e.g. `/login`. */
  readonly page: (path: string) => string;
  /** Proxies that TRUST_PROXY lacks. */
  readonly untrustedProxy: UntrustedProxy;
  /** Called once the portal listens. */
  listensAt(url: string): void;
}

export function createStartup(settings: Settings, overrides: PortalOverrides): Startup {
  const now = overrides.now ?? (() => new Date());
  const log = overrides.log ?? createLogger(settings.logLevel);
  const billingDay = (instant: string) => dayOfInstant(instant, settings.billingTimeZone);
  let ownUrl = settings.publicUrl ?? '';
  const publicUrl = () => settings.publicUrl ?? ownUrl;
  return {
    settings,
    overrides,
    now,
    today: () => billingDay(now().toISOString()),
    billingDay,
    log,
    print: createPrinter(settings.company, renderInThread),
    writeCsv: csvDownloads(),
    progress: overrides.progress ?? { step: () => {}, replaying: () => {} },
    untrustedProxy: watchUntrustedProxy(log),
    ownUrl: () => ownUrl,
    publicUrl,
    page: (path) => `${publicUrl()}${path}`,
    listensAt(url) {
      ownUrl = url;
    },
    ...createStarted(log),
  };
}
