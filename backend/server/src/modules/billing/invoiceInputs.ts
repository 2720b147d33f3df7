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
import { statesIn, type TaxStates, taxInputsOf, taxRatesAt } from './tax.ts';

type Issued = Extract<InvoiceEvent, { type: 'InvoiceIssued' }>['data'];

/** What an invoice was made from, by its stream and those of the invoices it replaces. */
export interface InvoiceInputs {
  /**
   * Of the first issue, or of a reissue from before corrections were named. In streams of `basis`, events up to that
   * revision count; in others, events up to `seq` recorded before `cutOff`.
   */
  readonly cut: InvoiceCut & Pick<Issued, 'basis'>;
  /** Later corrections, oldest first. */
  readonly corrections: readonly RecordedCorrection[];
  /** Streams read, with their last revision. */
  readonly streams: readonly { readonly stream: string; readonly revision: number }[];
  /** States by which it was taxed. */
  readonly taxStates: TaxStates;
}

type InputPorts = Pick<BillingPorts, 'timeZone'> & { readonly readStream: ReadStream };

/**
 * Inputs an invoice was issued with.
 * @throws Error if its stream or an earlier one lacks the issue
 */
export async function inputsOf(ports: InputPorts, invoiceId: string): Promise<InvoiceInputs> {
  return inputsIn(ports, await readInvoice(ports, invoiceId));
}

const CORRECTING: ReadonlySet<string> = new Set([
  'InvoiceVoided',
  'InvoiceCorrected',
  'InvoiceReissueRequested',
]);

/** The same with later corrections of the invoice itself: the inputs of its reissue. */
export async function inputsOfReissue(ports: InputPorts, invoiceId: string): Promise<InvoiceInputs> {
  const envelopes = await readInvoice(ports, invoiceId);
  const last = envelopes.findLast(({ event }) => CORRECTING.has(event.type));
  return withOwn(await inputsIn(ports, envelopes), envelopes, Number(last?.revision ?? 0n));
}

/**
 * What can be corrected on an invoice: the charges of all sites at the cut, with the corrections of the issue.
 * `isReissuable`: false if the account was not open at the cut.
 * @throws BusinessRefusal conflict if the account is parked; ReadModelsBehind
 */
export async function correctableInvoice(
  ports: BillingPorts,
  { invoiceId, accountId, period }: IssuedInvoice,
) {
  await ports.upToDate(BILLING_READS);
  const { cut, corrections, taxStates } = await inputsOf(ports, invoiceId);
  await refuseParked(ports, cut, accountId);
  const [facts] = await billingFactsOf(ports.db, cut, [accountId]);
  if (facts === undefined) return { charges: [] as readonly Charge[], cut, isReissuable: false };
  const account = facts.account.facts;
  const sites = facts.sites.map((site) => site.facts);
  const rates = await taxRatesAt(ports, cut);
  const tax = rates === null ? undefined : (await taxInputsOf(ports, rates, [facts]))(accountId, taxStates);
  return { charges: chargesOf({ period, account, sites, corrections, tax }), cut, isReissuable: true };
}

const readInvoice = ({ readStream }: InputPorts, invoiceId: string) =>
  readStream(invoiceStream(invoiceId), { personal: false });

async function inputsIn(ports: InputPorts, envelopes: readonly PortalEnvelope[]): Promise<InvoiceInputs> {
  const issued = wholeIssue(envelopes.map(({ event }) => event));
  if (issued === null) throw new Error('The stream does not hold the issue');
  const { invoiceId, period, cutSeq: seq, chainHash, corrections, replaces, basis, lines } = issued;
  const taxStates = statesIn(lines);
  if (corrections === undefined || replaces === null) {
    // an older reissue was priced from the whole log at its time
    const isFirst = partsOfInvoiceId(invoiceId)?.issue === 1;
    const cutOff = isFirst ? cutOffOf(period, ports.timeZone) : null;
    return { cut: { seq, cutOff, chainHash, basis }, corrections: [], streams: [], taxStates };
  }
  const before = await readInvoice(ports, replaces);
  const end = basis.find(({ stream }) => stream === invoiceStream(replaces));
  return { ...withOwn(await inputsIn(ports, before), before, end?.revision ?? -1), taxStates };
}

function withOwn(
  { cut, corrections, streams, taxStates }: InvoiceInputs,
  envelopes: readonly PortalEnvelope[],
  revision: number,
): InvoiceInputs {
  const own = envelopes.flatMap(({ id: eventId, event, revision: at }): readonly RecordedCorrection[] => {
    if (event.type !== 'InvoiceCorrected' || at > BigInt(revision)) return [];
    const { name, change, reason } = event.data;
    return [{ eventId, name, change, reason }];
  });
  const stream = envelopes[0]?.stream ?? '';
  return {
    cut,
    corrections: [...corrections, ...own],
    streams: [...streams, { stream, revision }],
    taxStates,
  };
}
