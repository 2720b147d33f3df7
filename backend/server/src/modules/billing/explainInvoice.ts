import { type InvoiceDifferences, invoiceDifferencesSchema, paths } from '@portal/contract';
import { addPeriods, cutOffOf, type PortalEvent, periodOfDay } from '@portal/domain';
import {
  dayOfInstant,
  dollarsFromCents,
  firstOfNextMonth,
  formatDollars,
  sumCents,
} from '@portal/domain/values';
import { allFurtherLines, billingFactsOf, type InvoiceRow, invoiceBefore } from '@portal/projections';
import type { PortalEnvelope } from '../../kernel/execute.ts';
import { type Reader, whoOf } from '../../platform/history/people.ts';
import { type Caller, type Route, route } from '../../platform/http/route.ts';
import { companyRecord, companyRow } from '../companies/module.ts';
import { invoiceRecord, readableInvoice } from '../invoices/module.ts';
import { siteRecord } from '../sites/module.ts';
import { type Cause, causesOf, factsOf, type Priced } from './causes.ts';
import { type Difference, differencesBetween } from './differences.ts';
import { inputsOf } from './invoiceInputs.ts';
import { BILLING_READS, type BillingRoutePorts } from './ports.ts';
import { NOTHING, nextInvoice } from './preview.ts';
import { LINES } from './priceAccounts.ts';

interface Explained {
  readonly text: string;
  readonly cents: number;
  readonly causes: readonly Cause[];
}

/** Most differences; the others are added up. */
const MAX_DIFFERENCES = 100;

/** Who reads, and their user id: a dealer's own changes are by 'You'. */
type DifferencesReader = Reader & { readonly userId: string };

const readerOf = ({ id: userId, isAdmin }: Caller, accountId: string): DifferencesReader =>
  isAdmin ? { kind: 'admin', userId } : { kind: 'dealer', accountId, userId };

/**
 * Why an invoice differs from the company's last one of an earlier month that is not canceled, and why the estimate of the
 * next one does; without any, from nothing. Amounts are those issued, causes come from the facts at both cuts.
 */
export function differencesRoutes(ports: BillingRoutePorts): Route[] {
  /** Null where the estimate can't be priced. */
  async function ofEstimate(caller: Caller, ofAccount: string | null) {
    const { id: accountId } = await companyRow(ports, ofAccount);
    const invoiceDate = firstOfNextMonth(ports.today());
    const next = await nextInvoice(ports.billing, accountId, invoiceDate);
    if (next === null) return { body: null };
    const period = periodOfDay(invoiceDate);
    const estimate = { ...next, ...factsOf(next.facts), accountId, period, corrections: [], corrected: [] };
    return { body: await explain(ports, estimate, readerOf(caller, accountId)) };
  }
  return [
    route('GET', paths.invoiceDifferences, 'approved', {
      summary: 'Why an invoice differs from the one before: each difference with cause, day and person',
      answers: { 200: invoiceDifferencesSchema },
      reads: BILLING_READS,
      handler: async ({ caller, params }) => {
        const row = await readableInvoice(ports.db, caller, params.id);
        const reader = readerOf(caller, row.account_id);
        return { body: await explain(ports, await pricedOf(ports, row), reader) };
      },
    }),
    route('GET', `${paths.billingSummary}/differences`, 'approved', {
      summary:
        'Why the estimate of the next invoice differs from the last invoice; null where it cannot be priced',
      answers: { 200: invoiceDifferencesSchema.nullable() },
      reads: BILLING_READS,
      handler: ({ caller }) => ofEstimate(caller, caller.accountId),
    }),
    route('GET', (id) => `${paths.admin.billingSummary(id)}/differences`, 'staff', {
      summary: "Why the estimate of a company's next invoice differs from its last one",
      answers: { 200: invoiceDifferencesSchema.nullable() },
      reads: BILLING_READS,
      handler: ({ caller, params }) => ofEstimate(caller, params.id),
    }),
  ];
}

async function pricedOf({ billing }: BillingRoutePorts, row: InvoiceRow): Promise<Priced> {
  const { id: invoiceId, account_id: accountId, period, adjustments, total_cents: totalCents } = row;
  // only a reissue has corrections; others need not be read from the log
  const { cut, corrections, streams } =
    row.replaces === null
      ? {
          cut: { seq: Number(row.cut_seq), cutOff: cutOffOf(period, billing.timeZone) },
          corrections: [],
          streams: [],
        }
      : await inputsOf(billing, invoiceId);
  const [[facts], further] = await Promise.all([
    billingFactsOf(billing.db, cut, [accountId]),
    allFurtherLines(billing.db, [invoiceId]),
  ]);
  const lines = [...row.lines, ...(further.get(invoiceId) ?? [])];
  const corrected = streams.map(({ stream }) => stream);
  return { ...factsOf(facts), accountId, period, lines, adjustments, totalCents, corrections, corrected };
}

async function explain(
  ports: BillingRoutePorts,
  after: Priced,
  reader: DifferencesReader,
): Promise<InvoiceDifferences> {
  const { accountId, period, totalCents } = after;
  const row = await invoiceBefore(ports.db, accountId, period);
  const before = row === null ? nothingBefore(after) : await pricedOf(ports, row);
  const differences = largest(ofRatesTogether(differencesBetween(before, after), before, after));
  const causes = differences.flatMap((difference) => difference.causes);
  const tell = await telling(ports, causes, accountId, reader);
  return {
    period,
    total: dollarsFromCents(totalCents),
    before: row && {
      id: row.id,
      invoice_number: row.invoice_number,
      period: row.period,
      total: dollarsFromCents(row.total_cents),
    },
    difference: dollarsFromCents(totalCents - before.totalCents),
    differences: differences.map(({ text, cents, causes }) => ({
      text,
      amount: dollarsFromCents(cents),
      causes: tell(causes),
    })),
  };
}

const nothingBefore = ({ accountId, period }: Priced): Priced => ({
  ...NOTHING,
  ...factsOf(undefined),
  accountId,
  period: addPeriods(period, -1),
  totalCents: 0,
  corrections: [],
  corrected: [],
});

/** Largest first; those beyond {@link MAX_DIFFERENCES} as one. */
function largest(differences: readonly Explained[]): readonly Explained[] {
  const all = differences.toSorted((a, b) => Math.abs(b.cents) - Math.abs(a.cents));
  const others = all.splice(MAX_DIFFERENCES);
  if (others.length === 0) return all;
  const text = `${others.length.toLocaleString('en-US')} more differences`;
  return [...all, { text, cents: sumCents(others.map(({ cents }) => cents)), causes: [] }];
}

/** The differences with their causes; a rate that changed at several sites for the same cause is one difference. */
function ofRatesTogether(
  differences: readonly Difference[],
  before: Priced,
  after: Priced,
): readonly Explained[] {
  const explained: Explained[] = [];
  const rates = new Map<string, { causes: readonly Cause[]; sites: Rate[] }>();
  for (const difference of differences) {
    const causes = causesOf(difference, before, after);
    if (difference.kind !== 'rate') {
      explained.push({ ...difference, causes });
      continue;
    }
    const key = [difference.change, ...causes.map((cause) => cause.key)].join(' ');
    const rate = rates.get(key) ?? { causes, sites: [] };
    rate.sites.push(difference);
    rates.set(key, rate);
  }
  const ofRates = [...rates.values()].map(({ causes, sites }) => ({ ...rateAt(sites), causes }));
  return [...explained, ...ofRates];
}

function rateAt(sites: readonly Rate[]): Omit<Explained, 'causes'> {
  const [first] = sites as readonly [Rate, ...Rate[]];
  if (sites.length === 1) return first;
  const count = (number: number) => number.toLocaleString('en-US');
  const readers = sites.reduce((sum, site) => sum + site.readers, 0);
  return {
    text: `${first.change} at ${count(sites.length)} sites with ${count(readers)} readers`,
    cents: sumCents(sites.map((site) => site.cents)),
  };
}

type Rate = Extract<Difference, { kind: 'rate' }>;

/** Reads the events of causes; the returned function describes them as this reader may see them. */
async function telling(
  ports: BillingRoutePorts,
  causes: readonly Cause[],
  accountId: string,
  reader: DifferencesReader,
): Promise<(causes: readonly Cause[]) => InvoiceDifferences['differences'][number]['causes']> {
  const names = [...new Set(causes.flatMap((cause) => ('rule' in cause ? [] : cause.streams)))];
  const read = await ports.readStreams(names, { without: LINES });
  const streamOf = new Map(names.map((name, index) => [name, read[index] ?? []]));
  const textOf = new Map(read.flatMap((envelopes) => described(envelopes, accountId)));
  const pickedOf = new Map(
    causes.map((cause) => [
      cause,
      'rule' in cause
        ? []
        : cause.streams.flatMap((name) => {
            const envelopes = streamOf.get(name) ?? [];
            const found = cause.pick(envelopes);
            return reader.kind === 'admin' ? found : ownOf(found, envelopes, accountId);
          }),
    ]),
  );
  const who = await whoOf(ports, [...pickedOf.values()].flat(), reader);
  const entryOf = (envelope: PortalEnvelope) => {
    const { recordedAt, reason } = envelope.metadata;
    const { id, name } = who(envelope);
    return {
      text: textOf.get(envelope.id) ?? '',
      on: dayOfInstant(recordedAt, ports.timeZone),
      by: reader.kind === 'dealer' && id === reader.userId ? 'You' : name,
      reason: reader.kind === 'admin' ? (reason ?? null) : null,
    };
  };
  return (some) =>
    some.flatMap((cause) =>
      'rule' in cause
        ? [{ text: cause.rule, on: cause.on, by: 'Billing rule', reason: null }]
        : [...new Set(pickedOf.get(cause))].map(entryOf),
    );
}

const RECORDS = [companyRecord, siteRecord, invoiceRecord];

function described(
  envelopes: readonly PortalEnvelope[],
  accountId: string,
): readonly (readonly [id: string, text: string])[] {
  const category = envelopes[0]?.stream.split('-')[0];
  const record = RECORDS.find(({ streamOf }) => streamOf('id').split('-')[0] === category);
  const describe = record?.describe();
  return envelopes.map(({ id, event: of }) => {
    // described in any case, because later texts depend on it
    const text = describe?.(of).text ?? '';
    return [id, shortText(of, accountId) ?? text];
  });
}

/** In place of the history's texts, which name a company by its absence and a promotion by its changed fields. */
function shortText({ type, data }: PortalEvent, accountId: string): string | null {
  if (type === 'SiteAssignedToCompany' && data.accountId === accountId)
    return 'Site assigned to this company';
  if (type !== 'PromotionalPricingChanged') return null;
  const { active, rateCents, months } = data;
  if (!active || rateCents === null) return 'Promotion removed';
  return `Promotional rate of ${formatDollars(rateCents)} for ${months} ${months === 1 ? 'month' : 'months'}`;
}

/** Events that the company may read; in place of another company's, the assignment that brought the site. */
function ownOf(
  picked: readonly PortalEnvelope[],
  envelopes: readonly PortalEnvelope[],
  accountId: string,
): readonly PortalEnvelope[] {
  return picked.flatMap((envelope) => {
    if (isOfAccount(envelope, accountId)) return [envelope];
    const later = envelopes.slice(envelopes.indexOf(envelope));
    const joined = later.find(
      ({ event: { type, data } }) => type === 'SiteAssignedToCompany' && data.accountId === accountId,
    );
    return joined === undefined ? [] : [joined];
  });
}

/** False for what happened to a site while it belonged to another company. */
export function isOfAccount({ event: { data } }: PortalEnvelope, accountId: string): boolean {
  const owner = 'accountId' in data ? data.accountId : null;
  return owner === accountId || ('fromAccountId' in data && data.fromAccountId === accountId);
}
