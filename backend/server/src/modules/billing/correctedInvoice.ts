import {
  type Charge,
  chargesOf,
  cutOffOf,
  type InvoiceEvent,
  type IssuedInvoice,
  invoiceStream,
  partsOfInvoiceId,
  type RecordedCorrection,
  wholeIssue,
} from '@portal/domain';
import { billingFactsOf } from '@portal/projections';
import type { PortalEnvelope, ReadStream } from '../../kernel/execute.ts';
import { type InvoiceCut, refuseParked } from './cut.ts';
import { BILLING_READS, type BillingPorts } from './ports.ts';

type Issued = Extract<InvoiceEvent, { type: 'InvoiceIssued' }>['data'];

/** The inputs of an invoice's charges, from its stream and those of the invoices it replaces. */
export interface CorrectedInvoice {
  /** The invoice whose cut applies: the first issue, or a reissue from before corrections were named. */
  readonly first: Issued;
  /** Later corrections, oldest first. */
  readonly corrections: readonly RecordedCorrection[];
  /** Streams read, with their last revision. */
  readonly streams: readonly { readonly stream: string; readonly revision: number }[];
}

/**
 * Inputs an invoice was issued with.
 * @throws Error if its stream or an earlier one lacks the issue
 */
export async function madeFrom(readStream: ReadStream, invoiceId: string): Promise<CorrectedInvoice> {
  return madeOf(readStream, await readInvoice(readStream, invoiceId));
}

const CORRECTING: ReadonlySet<string> = new Set([
  'InvoiceVoided',
  'InvoiceCorrected',
  'InvoiceReissueRequested',
]);

/** The same with later corrections of the invoice itself: the inputs of its reissue. */
export async function reissuedFrom(readStream: ReadStream, invoiceId: string): Promise<CorrectedInvoice> {
  const envelopes = await readInvoice(readStream, invoiceId);
  const last = envelopes.findLast(({ event }) => CORRECTING.has(event.type));
  return withOwn(await madeOf(readStream, envelopes), envelopes, Number(last?.revision ?? 0n));
}

/** What can be corrected on an invoice. */
export interface CorrectableInvoice {
  /** Charges of all sites at the cut, with the corrections of the issue. */
  readonly charges: readonly Charge[];
  readonly cut: InvoiceCut;
  /** False if the account was not open at the cut. */
  readonly isReissuable: boolean;
}

/**
 * Charges of an invoice, including those of unbilled sites.
 * @throws BusinessRefusal conflict if the account is parked; ReadModelsBehind
 */
export async function correctableInvoice(
  ports: BillingPorts,
  { invoiceId, accountId, period }: IssuedInvoice,
): Promise<CorrectableInvoice> {
  await ports.upToDate(BILLING_READS);
  const { first, corrections } = await madeFrom(ports.readStream, invoiceId);
  const cut = {
    seq: first.cutSeq,
    cutOff: cutOffFor(first, ports.timeZone),
    chainHash: first.chainHash,
  };
  await refuseParked(ports, cut, accountId);
  const [facts] = await billingFactsOf(ports.db, cut, [accountId]);
  if (facts === undefined) return { charges: [], cut, isReissuable: false };
  const account = facts.account.facts;
  const sites = facts.sites.map((site) => site.facts);
  return { charges: chargesOf({ period, account, sites, corrections }), cut, isReissuable: true };
}

/** Exclusive end of what counts; null for a reissue priced from the whole log at its time. */
export function cutOffFor(
  { invoiceId, period }: Pick<Issued, 'invoiceId' | 'period'>,
  timeZone: string,
): string | null {
  return partsOfInvoiceId(invoiceId)?.issue === 1 ? cutOffOf(period, timeZone) : null;
}

const readInvoice = (readStream: ReadStream, invoiceId: string) =>
  readStream(invoiceStream(invoiceId), { personal: false });

async function madeOf(
  readStream: ReadStream,
  envelopes: readonly PortalEnvelope[],
): Promise<CorrectedInvoice> {
  const issued = wholeIssue(envelopes.map(({ event }) => event));
  if (issued === null) throw new Error('The stream does not hold the issue');
  const { corrections, replaces, basis } = issued;
  if (corrections === undefined || replaces === null) {
    return { first: issued, corrections: [], streams: [] };
  }
  const before = await readInvoice(readStream, replaces);
  const end = basis.find(({ stream }) => stream === invoiceStream(replaces));
  return withOwn(await madeOf(readStream, before), before, end?.revision ?? -1);
}

function withOwn(
  { first, corrections, streams }: CorrectedInvoice,
  envelopes: readonly PortalEnvelope[],
  revision: number,
): CorrectedInvoice {
  const own = envelopes.flatMap(({ id: eventId, event, revision: at }): readonly RecordedCorrection[] => {
    if (event.type !== 'InvoiceCorrected' || at > BigInt(revision)) return [];
    const { name, change, reason } = event.data;
    return [{ eventId, name, change, reason }];
  });
  const stream = envelopes[0]?.stream ?? '';
  return { first, corrections: [...corrections, ...own], streams: [...streams, { stream, revision }] };
}
