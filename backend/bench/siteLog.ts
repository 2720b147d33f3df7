import { type PortalEvent, siteStream } from '@portal/domain';
import { inParallel } from '@portal/server/kernel/inParallel.ts';
import { v7 } from 'uuid';
import type { OpenLog } from './openLog.ts';
import { siteAdded } from './sampleEvents.ts';

const AT_ONCE = 256;

export interface SiteLog {
  readonly sites: number;
  readonly eventsEach: number;
  /** `clustered`: a site's events are adjacent. `spread`: as far apart as possible. */
  readonly arrangement: 'spread' | 'clustered';
  readonly sitesOfAccount?: number;
  /** Streams written at once. */
  readonly atOnce?: number;
}

/** Writes sites with many changes of their reader counts. @returns the number of events */
export async function writeSites(log: Pick<OpenLog, 'append'>, options: SiteLog): Promise<number> {
  const { sites, eventsEach, arrangement, sitesOfAccount = 10, atOnce = AT_ONCE } = options;
  let accountId = '';
  const written = Array.from({ length: sites }, (_, number) => {
    if (number % sitesOfAccount === 0) accountId = v7();
    return { siteId: v7(), accountId, number };
  });
  const eventOf = ({ siteId, accountId, number }: (typeof written)[number], place: number): PortalEvent => {
    const readers = 1 + ((number * 31 + place * 17) % 97);
    return place === 0
      ? siteAdded(siteId, accountId, { siteName: `Harbor Gate ${number}`, readers })
      : { type: 'ReaderCountChanged', data: { siteId, accountId, readers } };
  };
  const step = arrangement === 'clustered' ? eventsEach : 1;
  for (let place = 0; place < eventsEach; place += step) {
    await inParallel(written, atOnce, (site) => {
      const events = Array.from({ length: step }, (_, offset) => eventOf(site, place + offset));
      const before = place === 0 ? 'no_stream' : BigInt(place - 1);
      return log.append(siteStream(site.siteId), events, before, site.accountId);
    });
  }
  return sites * eventsEach;
}
