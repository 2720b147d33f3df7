import { accountStream, type PortalEvent, siteStream, userStream } from '@portal/domain';
import { dealerIdOfNumber } from '@portal/domain/values';
import { inParallel } from '@portal/server/kernel/inParallel.ts';
import { v7 } from 'uuid';
import type { OpenLog } from './openLog.ts';
import { accountOpened, dealerRegistered, siteAdded } from './sampleEvents.ts';

const DEALERS_AT_ONCE = 64;
const SITES_AT_ONCE = 256;
const PLACES = 'Harbor Maple Cedar Lakeside Union Orchard Station Canal Willow Summit'.split(' ');
const KINDS = 'Clinic Storage Library Hotel School Office Brewery Tower'.split(' ');
const CITIES = 'Albany Troy Lancaster Richmond Durham Athens Tampa Austin Denver Tacoma'.split(' ');

interface WrittenDealers {
  readonly events: number;
  /** Monthly total of the active sites. */
  readonly monthlyCents: number;
}

/**
 * Writes approved dealers with companies and sites, every seventh with a rate of its own.
 * @param allActive false: every twelfth site is inactive
 */
export async function writeDealers(
  log: OpenLog,
  dealers: number,
  sitesEach: number,
  allActive = false,
): Promise<WrittenDealers> {
  let events = 0;
  let monthlyCents = 0;
  const write = async (stream: string, account: string, ...list: readonly PortalEvent[]) => {
    await log.append(stream, list, 'no_stream', account);
    events += list.length;
  };
  const writeDealer = async (index: number) => {
    const [userId, accountId] = [v7(), v7()];
    const dealerId = dealerIdOfNumber(index + 1);
    const approval: PortalEvent[] =
      dealerId === null ? [] : [{ type: 'UserApproved', data: { userId, accountId, dealerId } }];
    const registered = dealerRegistered(index, userId, accountId, CITIES[index % CITIES.length] ?? '');
    await write(userStream(userId), accountId, registered, ...approval);
    await write(accountStream(accountId), accountId, accountOpened(accountId, `Doe Security ${index}`));
    await inParallel([...Array(sitesEach).keys()], sitesEach, async (number) => {
      const siteId = v7();
      const mixed = index * sitesEach + number;
      const readers = 1 + ((mixed * 31) % 97);
      const customRateCents = mixed % 7 === 0 ? 401 + (mixed % 200) : null;
      const added = siteAdded(siteId, accountId, {
        siteName: `${PLACES[mixed % PLACES.length]} ${KINDS[mixed % KINDS.length]} ${mixed}`,
        siteCity: CITIES[(mixed * 7 + index) % CITIES.length] ?? '',
        readers,
        customRateCents,
      });
      const isActive = allActive || mixed % 12 !== 0;
      if (isActive) monthlyCents += readers * (customRateCents ?? 650);
      const ended: PortalEvent[] = isActive ? [] : [{ type: 'SiteDeactivated', data: { siteId, accountId } }];
      await write(siteStream(siteId), accountId, added, ...ended);
    });
  };
  await inParallel([...Array(dealers).keys()], DEALERS_AT_ONCE, writeDealer);
  return { events, monthlyCents };
}

/**
 * Writes sites with many changes of their reader counts, ten sites an account.
 * @param arrangement `clustered`: a site's events are adjacent; `spread`: as far apart as possible
 * @returns the number of events
 */
export async function writeSites(
  log: OpenLog,
  sites: number,
  eventsEach: number,
  arrangement: 'spread' | 'clustered',
): Promise<number> {
  let accountId = '';
  const written = Array.from({ length: sites }, (_, number) => {
    if (number % 10 === 0) accountId = v7();
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
    await inParallel(written, SITES_AT_ONCE, (site) => {
      const events = Array.from({ length: step }, (_, offset) => eventOf(site, place + offset));
      const before = place === 0 ? 'no_stream' : BigInt(place - 1);
      return log.append(siteStream(site.siteId), events, before, site.accountId);
    });
  }
  return sites * eventsEach;
}
