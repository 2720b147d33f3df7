import type { InvoiceReplay, OwnReplay } from '@portal/contract';
import {
  type AccountBillingFacts,
  type AccountEvent,
  type Adjustment,
  accountEvents,
  accountStream,
  evolveAccountBillingFacts,
  evolveSiteBillingFacts,
  firstDayOf,
  type InvoiceEvent,
  type InvoiceFacts,
  type InvoiceLine,
  type InvoiceState,
  invoiceStream,
  notFound,
  type OpenAdjustments,
  openAdjustments,
  type PortalEvent,
  priceInvoice,
  type SiteBillingFacts,
  type SiteEvent,
  siteEvents,
  untaken,
  wholeIssue,
} from '@portal/domain';
import { dayOfInstant, dollarsFromCents, sumCents } from '@portal/domain/values';
import { type InvoiceRow, indexedEvents, streamEndsAt, streamsOfAccountAt } from '@portal/projections';
import type { PortalEnvelope } from '../../kernel/execute.ts';
import {
  type InvoiceInputs,
  inputsOf,
  invoicesAt,
  isOfAccount,
  ReadModelsBehind,
  taxRatesAt,
} from '../billing/module.ts';
import { type AuditPorts, nameOfStream, whyOf } from './timeline.ts';

/** Changes the events of a stream for a what-if. */
type Rewrite = (
  envelopes: readonly PortalEnvelope[],
  counts: (envelope: PortalEnvelope) => boolean,
) => readonly PortalEnvelope[];

const AS_RECORDED: Rewrite = (envelopes, counts) => envelopes.filter(counts);
const isSiteEvent = (event: PortalEvent): event is SiteEvent => Object.hasOwn(siteEvents, event.type);

const isAccountEvent = (event: PortalEvent): event is AccountEvent =>
  Object.hasOwn(accountEvents, event.type);

/**
 * Folds an account and its sites at the cut from their streams. The only read model used is the log index, for the list of
 * streams. Erased companies fold the same, because names are not needed. `events`: by id, for the reasons of a line.
 */
async function foldFacts(
  ports: AuditPorts,
  accountId: string,
  { cut: { seq, cutOff, basis }, streams: corrected }: InvoiceInputs,
  rewrite: Rewrite = AS_RECORDED,
) {
  const named = new Map(basis.map(({ stream, revision }) => [stream, revision]));
  const [account, found] = await Promise.all([
    streamEndsAt(ports.db, [accountStream(accountId)], seq),
    streamsOfAccountAt(ports.db, { accountId, category: 'site', seq }),
  ]);
  const ends = new Map([...account, ...found].map(({ stream, revision }) => [stream, revision]));
  const streams = [accountStream(accountId), ...[...found, ...corrected].map(({ stream }) => stream)];
  const [ofAccount = [], ...others] = await ports.readStreams(streams, { personal: false });
  const ofSites = others.slice(0, found.length);
  const events = new Map([ofAccount, ...others].flat().map((envelope) => [envelope.id, envelope]));
  const counted = (envelopes: readonly PortalEnvelope[]) => {
    const stream = envelopes[0]?.stream ?? '';
    const last = named.get(stream);
    const end = BigInt(last ?? ends.get(stream) ?? -1);
    const isBounded = last === undefined && cutOff !== null;
    // clocks of portals differ, so the order of the log is not the order of times
    const isBefore = ({ metadata }: PortalEnvelope) =>
      !isBounded || Date.parse(metadata.recordedAt) < Date.parse(cutOff);
    return rewrite(envelopes, (envelope) => envelope.revision <= end && isBefore(envelope));
  };

  let accountFacts: AccountBillingFacts | null = null;
  for (const { event, id } of counted(ofAccount)) {
    if (isAccountEvent(event)) accountFacts = evolveAccountBillingFacts(accountFacts, event, id);
  }
  const sites = ofSites.map((envelopes) => {
    let facts: SiteBillingFacts | null = null;
    for (const { event, id } of counted(envelopes)) {
      if (isSiteEvent(event)) facts = evolveSiteBillingFacts(facts, event, id);
    }
    return facts;
  });
  return {
    account: accountFacts,
    sites: sites.flatMap((site) => (site !== null && site.accountId === accountId ? [site] : [])),
    events,
  };
}

/** A what-if: without an event, or with it on another day. */
export type WhatIf =
  | { readonly without: string; readonly moved?: undefined }
  | { readonly moved: string; readonly to: string; readonly without?: undefined };

/**
 * The log as if. A moved event is placed before the events of its new day in its stream, and counts if that day is before the
 * invoice's.
 * @param invoiceDay the invoice's 1st, a day in BILLING_TZ
 */
function rewriting(what: WhatIf, invoiceDay: string, timeZone: string): Rewrite {
  if (what.without !== undefined) {
    return (envelopes, counts) =>
      envelopes.filter((envelope) => envelope.id !== what.without && counts(envelope));
  }
  const { moved, to } = what;
  return (envelopes, counts) => {
    const target = envelopes.find(({ id }) => id === moved);
    const rest = envelopes.filter((envelope) => envelope.id !== moved && counts(envelope));
    if (target === undefined || to >= invoiceDay) return rest;
    const dayOf = ({ metadata }: PortalEnvelope) => dayOfInstant(metadata.recordedAt, timeZone);
    const later = rest.findIndex((envelope, index) => index > 0 && dayOf(envelope) >= to);
    const place = later === -1 ? rest.length : later;
    return rest.toSpliced(place, 0, { ...target, event: onDay(target.event, to) });
  };
}

/** The event with its effective day moved too. */
function onDay(event: PortalEvent, day: string): PortalEvent {
  switch (event.type) {
    case 'SiteApproved':
      return { type: event.type, data: { ...event.data, activeFrom: day } };
    case 'SiteReactivated':
      return event.data.activeFrom === undefined
        ? event
        : { type: event.type, data: { ...event.data, activeFrom: day } };
    case 'PromotionalPricingChanged':
      return event.data.startDate === null
        ? event
        : { type: event.type, data: { ...event.data, startDate: day } };
    default:
      return event;
  }
}

type Issued = Extract<InvoiceEvent, { type: 'InvoiceIssued' }>['data'];
type Figures = InvoiceReplay['issued'];

/**
 * Replays an invoice: folds the log at its cut-off and prices it with the code that issued it. A reissue uses the
 * cut-off of the first invoice and the corrections in the streams of the invoices before it. With `what` it is
 * hypothetical.
 * @param isShown which events are given as reasons
 * @throws BusinessRefusal not_found for an unknown invoice or an unrelated event
 * @throws ReadModelsBehind while the log index does not hold the invoice yet
 */
export async function replayInvoice(
  ports: AuditPorts,
  invoiceId: string,
  what: WhatIf | null = null,
  isShown: (envelope: PortalEnvelope) => boolean = () => true,
): Promise<InvoiceReplay> {
  const stream = nameOfStream(invoiceStream, invoiceId, 'Invoice');
  const envelopes = await ports.readStream(stream, { personal: false });
  const issue = envelopes.find(({ event }) => event.type === 'InvoiceIssued');
  const issued = wholeIssue(envelopes.map(({ event }) => event));
  if (issue === undefined || issued === null) throw notFound('Invoice not found');
  const rewrite = what === null ? undefined : rewriting(what, firstDayOf(issued.period), ports.timeZone);
  const inputs = await inputsOf(ports, invoiceId);
  const { cut, corrections } = inputs;
  const { accountId, period, policyVersion } = issued;
  const [facts, before] = await Promise.all([
    foldFacts(ports, accountId, inputs, rewrite),
    invoicesBefore(ports, issued, issue.id),
  ]);
  const isFact = (event: PortalEvent | undefined) =>
    event !== undefined && (isSiteEvent(event) || isAccountEvent(event));
  const isKnown = (id: string) =>
    isFact(facts.events.get(id)?.event) || corrections.some(({ eventId }) => eventId === id);
  if (what !== null && !isKnown(what.without ?? what.moved)) throw notFound('Event not found');

  const isDemo = facts.account?.isDemo ?? issued.isDemo;
  const open = openAdjustments(before, invoiceId, isDemo, policyVersion);
  const { account, sites } = facts;
  const rates = await taxRatesAt(ports, cut);
  for (const envelope of rates?.events ?? []) facts.events.set(envelope.id, envelope);
  // the states are those that the invoice holds, like its Bill To block
  const tax = rates === null ? undefined : { rates: rates.rates, ...inputs.taxStates };
  const priced = priceTaking(
    {
      period,
      account,
      sites,
      tax,
      corrections: corrections.filter(({ eventId }) => eventId !== what?.without),
    },
    what === null ? open : untaken(open),
  );
  const was = figuresOf(issued.lines, issued.adjustments, issued.totalCents);
  const is =
    priced.outcome === 'priced'
      ? figuresOf(priced.lines, priced.adjustments, priced.totalCents)
      : { total_cents: 0, lines: [] };
  return {
    invoiceId,
    cutSeq: cut.seq,
    issued: was,
    replayed: is,
    equal: JSON.stringify(was) === JSON.stringify(is),
    lines: await reasonsOf(ports, is, facts.events, isShown),
    hypothetical: what !== null,
  };
}

/** Most lines of a dealer's replay. */
const MAX_LINES = 200;

/**
 * The replay of an invoice as its dealer may read it, without what happened to a site before it joined the company.
 * Amounts in dollars.
 */
export async function ownReplay(
  ports: AuditPorts,
  { id, account_id: accountId }: Pick<InvoiceRow, 'id' | 'account_id'>,
): Promise<OwnReplay> {
  const { issued, replayed, equal, lines } = await replayInvoice(
    ports,
    id,
    null,
    (envelope) => envelope.event.type === 'TaxRateSet' || isOfAccount(envelope, accountId),
  );
  return {
    issued: dollarsFromCents(issued.total_cents),
    replayed: dollarsFromCents(replayed.total_cents),
    equal,
    lines: replayed.lines
      .slice(0, MAX_LINES)
      .map(({ name, readers, rate_cents, amount_cents, source }, index) => ({
        name,
        readers: isByReaders(source) ? readers : 0,
        rate: dollarsFromCents(rate_cents),
        amount: dollarsFromCents(amount_cents),
        why: lines[index]?.why.map(({ text }) => text) ?? [],
      })),
    more: Math.max(0, replayed.lines.length - MAX_LINES),
  };
}

/** Prices with the credits that the invoice took, or fewer if the log gives less to pay. */
function priceTaking(facts: InvoiceFacts, open: OpenAdjustments) {
  const unpaid = priceInvoice({ ...facts, open: { carried: open.carried, credits: [] } });
  const taken = sumCents(open.credits.map(({ takenCents }) => takenCents ?? 0));
  const tooMuch = unpaid.outcome === 'priced' && taken > unpaid.totalCents;
  return priceInvoice({ ...facts, open: tooMuch ? untaken(open) : open });
}

/**
 * The account's other invoices as of the event the invoice was priced at; for older invoices, as of its issue.
 */
async function invoicesBefore(
  ports: AuditPorts,
  { accountId, pricedSeq }: Issued,
  issuedEventId: string,
): Promise<readonly InvoiceState[]> {
  const [issuedAt] = await indexedEvents(ports.db, [issuedEventId]);
  if (issuedAt === undefined) throw new ReadModelsBehind();
  const streams = await streamsOfAccountAt(ports.db, {
    accountId,
    category: 'invoice',
    seq: pricedSeq ?? issuedAt.seq - 1,
  });
  return invoicesAt(ports, streams);
}

/** Whether a replayed line's amount is its readers times a rate. */
export const isByReaders = (source: string): boolean =>
  !['line', 'tax', 'carried', 'credit'].includes(source);

/** Lines and adjustments in one form for comparison. */
function figuresOf(
  lines: readonly InvoiceLine[],
  adjustments: readonly Adjustment[],
  totalCents: number,
): Figures {
  return {
    total_cents: totalCents,
    lines: [
      ...lines.map(({ siteId, name, readers, rateCents, amountCents, source, tax, because }) => ({
        site_id: siteId,
        name,
        readers,
        rate_cents: rateCents,
        amount_cents: amountCents,
        source: tax === undefined ? source : 'tax',
        because: [...because],
      })),
      ...adjustments.map(({ kind, invoiceNumber, amountCents }) => ({
        site_id: null,
        name: kind === 'credit' ? `Credit of ${invoiceNumber}` : `Carried from ${invoiceNumber}`,
        readers: 0,
        rate_cents: 0,
        amount_cents: amountCents,
        source: kind,
        because: [],
      })),
    ],
  };
}

async function reasonsOf(
  ports: AuditPorts,
  { lines }: Figures,
  events: ReadonlyMap<string, PortalEnvelope>,
  isShown: (envelope: PortalEnvelope) => boolean,
): Promise<InvoiceReplay['lines']> {
  const ids = [...new Set(lines.flatMap(({ because }) => because))];
  const seqOf = new Map((await indexedEvents(ports.db, ids)).map(({ event_id, seq }) => [event_id, seq]));
  return lines.map(({ amount_cents: _, ...line }) => ({
    ...line,
    why: line.because.flatMap((id) => {
      const envelope = events.get(id);
      if (envelope !== undefined && !isShown(envelope)) return [];
      const text =
        envelope === undefined ? 'An event that the log does not hold' : whyOf(envelope, ports.timeZone);
      return [{ event_id: id, seq: seqOf.get(id) ?? null, text }];
    }),
  }));
}
