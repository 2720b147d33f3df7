import {
  accountStream,
  addPeriods,
  firstDayOf,
  invoiceIdFor,
  invoiceStream,
  type Period,
  type PortalEvent,
  siteStream,
  userStream,
} from '@portal/domain';
import { type Day, dealerIdOfNumber, sumCents } from '@portal/domain/values';
import { inParallel } from '@portal/server/kernel/inParallel.ts';
import { v7 } from 'uuid';
import { invoiceIssued } from '../domain/test/invoiceEvents.ts';
import type { OpenLog } from './openLog.ts';
import { accountOpened, dealerRegistered, siteAdded } from './sampleEvents.ts';

const DEALERS_AT_ONCE = 64;
const SITES_AT_ONCE = 256;
const PLACES = 'Harbor Maple Cedar Lakeside Union Orchard Station Canal Willow Summit'.split(' ');
const KINDS = 'Clinic Storage Library Hotel School Office Brewery Tower'.split(' ');
const CITIES = 'Albany Troy Lancaster Richmond Durham Athens Tampa Austin Denver Tacoma'.split(' ');

interface WrittenCompany {
  readonly accountId: string;
  /** Active sites. */
  readonly sites: readonly {
    readonly siteId: string;
    readonly readers: number;
    readonly rateCents: number;
  }[];
}

interface WrittenDealers {
  readonly events: number;
  /** Monthly total of the active sites. */
  readonly monthlyCents: number;
  readonly companies: readonly WrittenCompany[];
}

/**
 * Writes approved dealers with companies and sites, every seventh with a rate of its own.
 * @param allActive false: every twelfth site is inactive
 * @param recordedAt of all events; default: now
 */
export async function writeDealers(
  log: OpenLog,
  dealers: number,
  sitesEach: number,
  allActive = false,
  recordedAt?: Date,
): Promise<WrittenDealers> {
  let events = 0;
  let monthlyCents = 0;
  const companies: WrittenCompany[] = [];
  const write = async (stream: string, account: string, ...list: readonly PortalEvent[]) => {
    await log.append(stream, list, 'no_stream', account, recordedAt);
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
    const sites: WrittenCompany['sites'][number][] = [];
    companies.push({ accountId, sites });
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
      const rateCents = customRateCents ?? 650;
      if (isActive) {
        monthlyCents += readers * rateCents;
        sites.push({ siteId, readers, rateCents });
      }
      const ended: PortalEvent[] = isActive ? [] : [{ type: 'SiteDeactivated', data: { siteId, accountId } }];
      await write(siteStream(siteId), accountId, added, ...ended);
    });
  };
  await inParallel([...Array(dealers).keys()], DEALERS_AT_ONCE, writeDealer);
  return { events, monthlyCents, companies };
}

/** Companies that pay nothing in the last months; the others leave the last month open. */
const LATE_EACH = 9;
const LATE_MONTHS = 4;
/** A site's readers change once, in one of the months. */
const CHANGED_READERS = 3;
const COMPANIES_AT_ONCE = 64;

/**
 * Writes an invoice for each company and month, with a line for each site, and its payment by check: every ninth company
 * owes the last four months, the others the last one. Every site changes its readers once.
 * @returns the number of events and the open cents of all invoices
 */
export async function writeInvoices(
  log: OpenLog,
  companies: readonly WrittenCompany[],
  { first, months }: { readonly first: Period; readonly months: number },
): Promise<{ readonly events: number; readonly openCents: number }> {
  let events = 0;
  let openCents = 0;
  const writeInvoice = async ({ accountId, sites }: WrittenCompany, company: number, month: number) => {
    const period = addPeriods(first, month);
    const recordedAt = new Date(`${firstDayOf(period)}T12:00:00.000Z`);
    const lines = sites.map(({ siteId, readers, rateCents }, site) => {
      const count = month > (company + site) % months ? readers + CHANGED_READERS : readers;
      return {
        siteId,
        name: `Harbor Gate ${site}`,
        readers: count,
        rateCents,
        amountCents: count * rateCents,
        source: 'system' as const,
        because: [],
      };
    });
    const totalCents = sumCents(lines.map(({ amountCents }) => amountCents));
    const ids = { invoiceId: invoiceIdFor({ accountId, period, issue: 1 }), accountId };
    const issued = invoiceIssued({
      ...ids,
      retentionId: `${accountId}_${period.slice(0, 4)}`,
      userId: null,
      invoiceNumber: `INV-${period.replace('-', '')}-${String(company + 1).padStart(4, '0')}`,
      period,
      invoiceDate: firstDayOf(period),
      dueDate: `${period}-16` as Day,
      lines,
      totalCents,
      isDemo: true,
      cutSeq: 0,
      chainHash: '',
    });
    const isOpen = month >= months - (company % LATE_EACH === 0 ? LATE_MONTHS : 1);
    if (isOpen) openCents += totalCents;
    const paid: PortalEvent = {
      type: 'InvoicePaid',
      data: {
        ...ids,
        method: 'check',
        amountCents: totalCents,
        paidOn: `${period}-10` as Day,
        reference: '1017',
        paymentId: null,
        livemode: null,
        reason: null,
        recordId: v7(),
        isDemo: true,
      },
    };
    const list = isOpen ? [issued] : [issued, paid];
    await log.append(invoiceStream(ids.invoiceId), list, 'no_stream', accountId, recordedAt);
    events += list.length;
    await inParallel(
      sites.filter((_, site) => (company + site) % months === month),
      SITES_AT_ONCE,
      async ({ siteId, readers }) => {
        const changed: PortalEvent = {
          type: 'ReaderCountChanged',
          data: { siteId, accountId, readers: readers + CHANGED_READERS },
        };
        await log.append(siteStream(siteId), changed, 0n, accountId, recordedAt);
        events += 1;
      },
    );
  };
  for (let month = 0; month < months; month += 1)
    await inParallel([...companies.entries()], COMPANIES_AT_ONCE, ([company, one]) =>
      writeInvoice(one, company, month),
    );
  return { events, openCents };
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
