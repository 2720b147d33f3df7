import {
  type AccountBillingFacts,
  accountStream,
  firstDayOf,
  invoiceStream,
  type Period,
  promotionalEndDate,
  type RecordedCorrection,
  rateFor,
  rateInForce,
  type SiteBillingFacts,
  siteStream,
} from '@portal/domain';
import { type Day, formatDay } from '@portal/domain/values';
import type { AccountFactsAt } from '@portal/projections';
import type { PortalEnvelope } from '../../kernel/execute.ts';
import type { Charges, Difference } from './differences.ts';

/** An invoice or an estimate with what it was priced from. */
export interface Priced extends Charges {
  readonly accountId: string;
  readonly period: Period;
  readonly totalCents: number;
  /** At its cut; undefined for an account that was not open. */
  readonly account: AccountBillingFacts | undefined;
  /** By id. */
  readonly sites: ReadonlyMap<string, SiteBillingFacts>;
  readonly corrections: readonly RecordedCorrection[];
  /** Streams of the corrections. */
  readonly corrected: readonly string[];
}

export const factsOf = (facts: AccountFactsAt | undefined): Pick<Priced, 'account' | 'sites'> => ({
  account: facts?.account.facts,
  sites: new Map(facts?.sites.map(({ facts: site }) => [site.siteId, site])),
});

/** Where the cause of a difference is found: events of streams, or a billing rule. */
export type Cause =
  | {
      readonly key: string;
      readonly streams: readonly string[];
      readonly pick: (envelopes: readonly PortalEnvelope[]) => readonly PortalEnvelope[];
    }
  | { readonly key: string; readonly rule: string; readonly on: Day };

const event = (streams: readonly string[], ...ids: readonly string[]): Cause => ({
  key: ids.join(' '),
  streams,
  pick: (envelopes) => envelopes.filter(({ id }) => ids.includes(id)),
});

/** The causes of a difference, in the order in which they apply. */
export function causesOf(difference: Difference, before: Priced, after: Priced): readonly Cause[] {
  switch (difference.kind) {
    case 'line':
      // a one-off charge is of the account, a correction of the invoice
      return [
        event(
          [accountStream(after.accountId), ...before.corrected, ...after.corrected],
          ...difference.because,
        ),
      ];
    case 'adjustment': {
      const { kind, invoiceId, invoiceNumber, creditId } = difference.adjustment;
      if (kind === 'carried') {
        const rule = `${invoiceNumber} was too small to be paid by card`;
        return [{ key: rule, rule, on: firstDayOf(after.period) }];
      }
      const pick = (envelopes: readonly PortalEnvelope[]) =>
        envelopes.filter(
          ({ event: { type, data } }) => type === 'InvoiceCredited' && data.creditId === creditId,
        );
      return [{ key: `credit ${creditId}`, streams: [invoiceStream(invoiceId)], pick }];
    }
    case 'rate':
      return [...causesOfRate(difference.siteId, before, after), ...correctionsOf(difference, before, after)];
    case 'readers':
      return [
        ...causesOfReaders(difference.siteId, before, after),
        ...correctionsOf(difference, before, after),
      ];
    case 'billed':
    case 'unbilled': {
      const corrections = correctionsOf(difference, before, after);
      return corrections.length > 0 ? corrections : [causeOfStatus(difference.siteId, before, after)];
    }
  }
}

/** Corrections of one of the two invoices that change this about the site. */
function correctionsOf(
  { kind, siteId }: Extract<Difference, { siteId: string }>,
  before: Priced,
  after: Priced,
): readonly Cause[] {
  const corrected = kind === 'unbilled' ? 'billed' : kind;
  const ids = [...before.corrections, ...after.corrections].flatMap(({ change, eventId }) =>
    change.kind === corrected && change.siteId === siteId ? [eventId] : [],
  );
  return ids.length === 0 ? [] : [event([...before.corrected, ...after.corrected], ...ids)];
}

/** Ordering, approval, activation, deactivation, deletion, or another company. */
function causeOfStatus(siteId: string, before: Priced, after: Priced): Cause {
  const [was, is] = [before.sites.get(siteId), after.sites.get(siteId)];
  const streams = [siteStream(siteId)];
  if (is !== undefined) {
    const { account, status } = is.because;
    const known = was === undefined ? [] : [was.because.account, was.because.status];
    const ids = [account, status].filter((id) => !known.includes(id));
    return event(streams, ...(ids.length === 0 ? [status] : ids));
  }
  return {
    key: `left ${siteId}`,
    streams,
    pick(envelopes) {
      const known = Object.values(was?.because ?? {});
      const last = envelopes.findLastIndex(({ id }) => known.includes(id));
      const left = envelopes.slice(last + 1).find(({ event: { type, data } }) => {
        const isMoved = type === 'SiteAssignedToCompany' && data.fromAccountId === after.accountId;
        return type === 'SiteDeleted' || isMoved;
      });
      return left === undefined ? [] : [left];
    },
  };
}

/** All changes of the reader count since the earlier cut, with the requests that they answer. */
function causesOfReaders(siteId: string, before: Priced, after: Priced): readonly Cause[] {
  const [was, is] = [before, after].map(({ sites }) => sites.get(siteId)?.because.readers);
  if (is === undefined || is === was) return [];
  const pick = (envelopes: readonly PortalEnvelope[]) => {
    const [from, to] = [was, is].map((id) => envelopes.findIndex((envelope) => envelope.id === id));
    return envelopes
      .slice((from ?? -1) + 1, (to ?? -1) + 1)
      .filter(({ event: { type } }, index, all) =>
        type === 'ReaderChangeRequested' ? isGranted(all.slice(index + 1)) : type === 'ReaderCountChanged',
      );
  };
  return [{ key: is, streams: [siteStream(siteId)], pick }];
}

const ANSWERS = ['ReaderCountChanged', 'ReaderChangeDeclined', 'ReaderChangeRequested'];

/** Whether a request is answered by a change; a later request replaces it. */
const isGranted = (later: readonly PortalEnvelope[]): boolean =>
  later.find(({ event: { type } }) => ANSWERS.includes(type))?.event.type === 'ReaderCountChanged';

/** What decides a site's rate on the day of the invoice: its rate, and the events in force; null where unknown. */
function termsOf({ account, sites, period }: Priced, siteId: string) {
  const site = sites.get(siteId);
  if (site === undefined || account === undefined) return null;
  const day = firstDayOf(period);
  const { promotion, defaultRates } = account.rates;
  return {
    rate: rateFor(site.rates, account.rates, day),
    custom: rateInForce(site.rates.customRates, day)?.because,
    promotion: promotion?.because,
    promotionEnd: promotionalEndDate(promotion, site.rates.firstActivation?.day ?? null),
    standard: rateInForce(defaultRates, day)?.because,
  };
}

/** Which of the site's own rate, the promotion and the default rate changed, as far as they decide (rule B3). */
function causesOfRate(siteId: string, before: Priced, after: Priced): readonly Cause[] {
  const [was, is] = [termsOf(before, siteId), termsOf(after, siteId)];
  if (was === null || is === null || was.rate.cents === is.rate.cents) return [];
  const sources = [was.rate.source, is.rate.source];
  const changeOf = (term: 'custom' | 'promotion' | 'standard', stream: string) => {
    const id = is[term];
    return id === undefined || id === was[term] ? [] : [event([stream], id)];
  };
  const ofAccount = accountStream(after.accountId);
  const isOver = was.rate.source === 'promotional' && is.promotion === was.promotion;
  return [
    ...(sources.includes('custom') ? changeOf('custom', siteStream(siteId)) : []),
    ...(sources.includes('promotional') ? changeOf('promotion', ofAccount) : []),
    ...(isOver && is.rate.source !== 'custom'
      ? endOfPromotion(is.promotionEnd, is.promotion, ofAccount)
      : []),
    ...(['account', 'system'].includes(is.rate.source) ? changeOf('standard', ofAccount) : []),
  ];
}

function endOfPromotion(end: Day | null, promotion: string | undefined, stream: string): readonly Cause[] {
  if (end === null || promotion === undefined) return [];
  const rule = `Promotional rate ended on ${formatDay(end)}`;
  return [{ key: rule, rule, on: end }, event([stream], promotion)];
}
