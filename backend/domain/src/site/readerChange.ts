import { BusinessRefusal } from '../kernel/decider.ts';
import { refuseBadReaders } from '../kernel/refusals.ts';
import { MIN_READERS } from '../values/limits.ts';
import type { SiteCommand } from './commands.ts';
import type { SiteEvent } from './events.ts';
import type { PresentSite } from './state.ts';

const refuse = (message: string, path?: string) => new BusinessRefusal('unprocessable', message, path);

/** A dealer asks for another reader count; only an administrator changes it (S2-6). */
export function requestReaderChange(
  site: PresentSite,
  { userId, readers, note }: Extract<SiteCommand, { type: 'RequestReaderChange' }>,
): readonly SiteEvent[] {
  refuseBadReaders(readers, MIN_READERS);
  if (site.readerChange?.readers === readers) return [];
  if (site.readers === readers) {
    throw refuse(`This site has ${readers} readers already.`, 'number_of_readers');
  }
  const { siteId, accountId } = site;
  return [{ type: 'ReaderChangeRequested', data: { siteId, accountId, userId, readers, note } }];
}

/** An administrator grants what was asked for: the count that was looked at, not one asked for since. */
export function approveReaderChange(site: PresentSite, readers: number): readonly SiteEvent[] {
  if (site.readerChange === null) {
    if (site.readers === readers) return [];
    throw refuse('There is no open reader change request for this site.');
  }
  if (site.readerChange.readers !== readers) {
    throw new BusinessRefusal(
      'conflict',
      `The dealer asks for ${site.readerChange.readers} readers now.`,
      'number_of_readers',
    );
  }
  const { siteId, accountId } = site;
  return [{ type: 'ReaderCountChanged', data: { siteId, accountId, readers } }];
}

/** An administrator says no; nobody asking is no fault. */
export function declineReaderChange({ siteId, accountId, readerChange }: PresentSite): readonly SiteEvent[] {
  if (readerChange === null) return [];
  return [{ type: 'ReaderChangeDeclined', data: { siteId, accountId, readers: readerChange.readers } }];
}
