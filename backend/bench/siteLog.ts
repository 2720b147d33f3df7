import { type PortalEvent, siteStream } from '@portal/domain';
import { v7 } from 'uuid';
import type { OpenLog } from './openLog.ts';
import { siteAdded } from './sampleEvents.ts';

const AT_ONCE = 256;

export interface SiteLog {
  readonly sites: number;
  readonly eventsEach: number;
  /** `clustered`: a site's events stand together. `spread`: as far apart as they can. */
  readonly arrangement: 'spread' | 'clustered';
  readonly sitesOfAccount?: number;
  /** Streams that are written at once. */
  readonly atOnce?: number;
}

/** Writes sites whose reader counts change again and again. @returns how many events that were */
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

/** Does the work for each, so many at a time. */
async function inParallel<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<unknown>,
) {
  let next = 0;
  const worker = async () => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
