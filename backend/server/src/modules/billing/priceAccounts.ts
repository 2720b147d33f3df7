import {
  accountStream,
  afterAllocations,
  asVoided,
  type InvoiceEvent,
  type InvoiceProof,
  type InvoiceState,
  invoiceDecider,
  invoiceStream,
  NO_ADJUSTMENTS,
  type OpenAdjustments,
  openAdjustments,
  type Period,
  type PricedInvoice,
  priceInvoice,
  type SiteRateFacts,
  type SiteTerms,
  type SkippedInvoice,
  siteStream,
  TAX_STREAM,
} from '@portal/domain';
import {
  type AccountFactsAt,
  billingFactsOf,
  invoicesToSettle,
  invoicesWithCarryOver,
  logEndBefore,
  type Queryable,
  streamEndsAt,
} from '@portal/projections';
import { inParallel } from '../../kernel/inParallel.ts';
import type { InvoiceCut } from './cut.ts';
import type { InvoiceInputs } from './invoiceInputs.ts';
import type { BillingPorts } from './ports.ts';
import { type RatesAt, taxInputsOf, taxRatesAt } from './tax.ts';

export const SITE_TERMS_READS = ['logIndex', 'billingFacts'] as const;

/** Price terms of all sites of an account, with their readers. Freshness: {@link SITE_TERMS_READS}. */
export async function siteTermsOf(
  db: Queryable,
  accountId: string,
): Promise<readonly (SiteTerms & { readonly readers: number })[]> {
  const { seq } = await logEndBefore(db, null);
  const [account] = await billingFactsOf(db, { seq, cutOff: null }, [accountId]);
  return (account?.sites ?? []).map(({ facts }) => ({
    ...toSiteTerms(facts),
    readers: facts.readers,
  }));
}

export function toSiteTerms({ rates }: { readonly rates: SiteRateFacts }): SiteTerms {
  return { customRates: rates.customRates, firstActivatedOn: rates.firstActivation?.day ?? null };
}

/** Nearly all of a long invoice; what it leaves to others does not depend on them. */
export const LINES = ['lines', 'basis'];

/** States of invoices at a revision of their streams, without lines, for what they leave to another one. */
export async function invoicesAt(
  { readStreams }: Pick<BillingPorts, 'readStreams'>,
  ends: readonly { readonly stream: string; readonly revision: number }[],
): Promise<readonly InvoiceState[]> {
  const streams = await readStreams(
    ends.map(({ stream }) => stream),
    { personal: false, without: LINES },
  );
  return ends.map(({ revision }, place) =>
    (streams[place] ?? [])
      .filter((envelope) => envelope.revision <= BigInt(revision))
      .reduce(
        (state, { event }) => invoiceDecider.evolve(state, withoutParts(event as InvoiceEvent)),
        invoiceDecider.initialState,
      ),
  );
}

/** An issue that needs no lines of other events (docs/adr/0023). */
const withoutParts = (event: InvoiceEvent): InvoiceEvent =>
  event.type === 'InvoiceIssued'
    ? { type: event.type, data: { ...event.data, continued: undefined } }
    : event;

const READS_AT_ONCE = 16;

/** A priced invoice with the streams it is based on. */
export interface PricedAccount {
  readonly accountId: string;
  readonly invoiceId: string;
  readonly priced: PricedInvoice | SkippedInvoice;
  readonly proof: InvoiceProof & { readonly pricedSeq: number };
  /** To price it again as of another event. */
  readonly source: AccountToPrice;
}

/** An account's facts and the id its invoice has. */
export interface AccountToPrice {
  readonly facts: AccountFactsAt;
  readonly invoiceId: string;
  /** Corrections of the invoices that a reissue replaces. */
  readonly corrected?: Pick<InvoiceInputs, 'corrections' | 'streams' | 'taxStates'> | undefined;
  /** Prices as if this invoice were voided already. */
  readonly voided?: string | undefined;
}

/**
 * Prices invoices from facts at the cut and from what earlier invoices had left as of event `pricedSeq`, so the result is
 * always the same. Changes nothing. Freshness: `BILLING_READS`, up to the cut and `pricedSeq`.
 */
export async function priceAccounts(
  ports: BillingPorts,
  period: Period,
  cut: InvoiceCut,
  accounts: readonly AccountToPrice[],
  pricedSeq: number,
): Promise<readonly PricedAccount[]> {
  const ids = accounts.map(({ facts }) => facts.accountId);
  const left = await invoicesWithCarryOver(ports.db, ids);
  const rates = await taxRatesAt(ports, cut);
  const taxOf =
    rates === null
      ? null
      : await taxInputsOf(
          ports,
          rates,
          accounts.map(({ facts }) => facts),
        );
  return inParallel(accounts, READS_AT_ONCE, async (source) => {
    const { facts, invoiceId, corrected, voided } = source;
    const { accountId, account, sites } = facts;
    const earlier = left.get(accountId) ?? [];
    const open = await openOf(
      ports,
      accountId,
      earlier,
      { pricedSeq, voided },
      invoiceId,
      account.facts.isDemo,
    );
    const priced = priceInvoice({
      period,
      account: account.facts,
      sites: sites.map((site) => site.facts),
      open,
      tax: taxOf?.(accountId, corrected?.taxStates),
      ...(corrected === undefined ? {} : { corrections: corrected.corrections }),
    });
    return {
      accountId,
      invoiceId,
      priced,
      proof: { ...proofOf(facts, cut, corrected, rates), pricedSeq },
      source,
    };
  });
}

async function openOf(
  ports: BillingPorts,
  accountId: string,
  invoiceIds: readonly string[],
  { pricedSeq, voided }: { readonly pricedSeq: number; readonly voided: string | undefined },
  toInvoiceId: string,
  isDemo: boolean,
): Promise<OpenAdjustments> {
  // what a void gives back pays other open invoices first (rule B41)
  const others = voided === undefined ? [] : [voided, ...(await invoicesToSettle(ports.db, accountId))];
  const ids = [...new Set([...invoiceIds, ...others])];
  if (ids.length === 0) return NO_ADJUSTMENTS;
  const ends = await streamEndsAt(ports.db, ids.map(invoiceStream), pricedSeq);
  const invoices = await invoicesAt(ports, ends);
  const after =
    voided === undefined ? invoices : afterAllocations(invoices.map((invoice) => asVoided(invoice, voided)));
  return openAdjustments(after, toInvoiceId, isDemo);
}

/** The streams it is priced from, each with its last relevant revision. */
function proofOf(
  { accountId, account, sites }: AccountFactsAt,
  cut: InvoiceCut,
  corrected: AccountToPrice['corrected'],
  rates: RatesAt | null,
): InvoiceProof {
  return {
    cutSeq: cut.seq,
    chainHash: cut.chainHash,
    ...(corrected === undefined ? {} : { corrections: corrected.corrections }),
    basis: [
      { stream: accountStream(accountId), revision: account.revision },
      ...sites.map(({ facts, revision }) => ({ stream: siteStream(facts.siteId), revision })),
      ...(corrected?.streams ?? []),
      ...(rates === null ? [] : [{ stream: TAX_STREAM, revision: rates.revision }]),
    ],
  };
}
