import { conflict, unprocessable } from '../kernel/decider.ts';
import { refuseBadReaders } from '../kernel/refusals.ts';
import { MIN_READERS } from '../values/limits.ts';
import type { SiteCommand } from './commands.ts';
import type { SiteEvent } from './events.ts';
import type { PresentSite } from './state.ts';

/** A dealer requests another reader count; only an administrator changes it (S2-6). */
export function requestReaderChange(
  site: PresentSite,
  { userId, readers, note }: Extract<SiteCommand, { type: 'RequestReaderChange' }>,
): readonly SiteEvent[] {
  refuseBadReaders(readers, MIN_READERS);
  if (site.readerChange?.readers === readers) return [];
  if (site.readers === readers) {
    throw unprocessable(`This site has ${readers} readers already.`, 'numberOfReaders');
  }
  const { siteId, accountId } = site;
  return [{ type: 'ReaderChangeRequested', data: { siteId, accountId, userId, readers, note } }];
}

/** An administrator approves the count that the page showed, not one requested since. */
export function approveReaderChange(site: PresentSite, readers: number): readonly SiteEvent[] {
  if (site.readerChange === null) {
    if (site.readers === readers) return [];
    throw unprocessable('There is no open reader change request for this site.');
  }
  if (site.readerChange.readers !== readers) {
    throw conflict(`The dealer asks for ${site.readerChange.readers} readers now.`, 'numberOfReaders');
  }
  const { siteId, accountId } = site;
  return [{ type: 'ReaderCountChanged', data: { siteId, accountId, readers } }];
}

export function declineReaderChange({ siteId, accountId, readerChange }: PresentSite): readonly SiteEvent[] {
  if (readerChange === null) return [];
  return [{ type: 'ReaderChangeDeclined', data: { siteId, accountId, readers: readerChange.readers } }];
}
