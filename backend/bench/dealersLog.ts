import { accountStream, type PortalEvent, siteStream, userStream } from '@portal/domain';
import { dealerIdOfNumber } from '@portal/domain/values';
import { inParallel } from '@portal/server/kernel/inParallel.ts';
import { v7 } from 'uuid';
import type { OpenLog } from './openLog.ts';
import { accountOpened, siteAdded } from './sampleEvents.ts';

/** Dealers written at once. */
const AT_ONCE = 64;
const PLACES = [
  'Harbor',
  'Maple',
  'Cedar',
  'Lakeside',
  'Union',
  'Orchard',
  'Station',
  'Canal',
  'Willow',
  'Summit',
];
const KINDS = ['Clinic', 'Storage', 'Library', 'Hotel', 'School', 'Office', 'Brewery', 'Tower'];
const CITIES = [
  'Albany',
  'Troy',
  'Lancaster',
  'Richmond',
  'Durham',
  'Athens',
  'Tampa',
  'Austin',
  'Denver',
  'Tacoma',
];

/** Writes approved dealers with companies and sites, every twelfth inactive. @returns the number of events */
export async function writeDealers(log: OpenLog, dealers: number, sitesEach: number): Promise<number> {
  let events = 0;
  const write = async (stream: string, account: string, ...list: readonly PortalEvent[]) => {
    await log.append(stream, list, 'no_stream', account);
    events += list.length;
  };
  const writeDealer = async (index: number) => {
    const [userId, accountId] = [v7(), v7()];
    const dealerId = dealerIdOfNumber(index + 1);
    const approval: PortalEvent[] =
      dealerId === null ? [] : [{ type: 'UserApproved', data: { userId, accountId, dealerId } }];
    await write(userStream(userId), accountId, registered(index, userId, accountId), ...approval);
    await write(accountStream(accountId), accountId, accountOpened(accountId, `Doe Security ${index}`));
    await Promise.all(
      Array.from({ length: sitesEach }, (_, number) => {
        const siteId = v7();
        const mixed = index * sitesEach + number;
        const added = siteAdded(siteId, accountId, {
          siteName: `${PLACES[mixed % PLACES.length]} ${KINDS[mixed % KINDS.length]} ${mixed}`,
          siteCity: CITIES[(mixed * 7 + index) % CITIES.length] ?? '',
          readers: 1 + ((mixed * 31) % 97),
        });
        const ended: PortalEvent[] =
          mixed % 12 === 0 ? [{ type: 'SiteDeactivated', data: { siteId, accountId } }] : [];
        return write(siteStream(siteId), accountId, added, ...ended);
      }),
    );
  };
  await inParallel([...Array(dealers).keys()], AT_ONCE, writeDealer);
  return events;
}

function registered(index: number, userId: string, accountId: string): PortalEvent {
  return {
    type: 'DealerRegistered',
    data: {
      userId,
      accountId,
      username: `dealer-${index}`,
      name: `Ann Doe ${index}`,
      email: `ann${index}@example.com`,
      company: `Doe Security ${index}`,
      phone: '(518) 555-0100',
      address: '1 Main St',
      city: CITIES[index % CITIES.length] ?? '',
      state: 'NY',
      zip: '12207',
      experience: null,
      agreement: { version: '1', acceptedAt: '2026-01-05T10:00:00.000Z' },
    },
  };
}
