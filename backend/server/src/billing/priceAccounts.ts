import {
  accountStream,
  type InvoiceProof,
  invoiceStream,
  NO_ADJUSTMENTS,
  type OpenAdjustments,
  openAdjustments,
  type Period,
  type PricedInvoice,
  priceInvoice,
  type SkippedInvoice,
  siteStream,
} from '@portal/domain';
import { type AccountFactsAt, leavingOver, streamEndsAt } from '@portal/projections';
import type { BillingPorts } from './billingPorts.ts';
import type { InvoiceCut } from './cut.ts';
import { inParallel } from './inParallel.ts';
import { invoicesAt } from './invoicesAt.ts';

/** Accounts that are priced side by side. */
const READS_AT_ONCE = 16;

/** What an account's invoice would be, with the proof of where that comes from. */
export interface PricedAccount {
  readonly accountId: string;
  readonly invoiceId: string;
  readonly priced: PricedInvoice | SkippedInvoice;
  readonly proof: InvoiceProof & { readonly pricedSeq: number };
}

/** An account's facts and the id its invoice has. */
export interface AccountToPrice {
  readonly facts: AccountFactsAt;
  readonly invoiceId: string;
}

/**
 * Prices the invoices of these accounts from their facts at the cut and from what their earlier invoices had left as of
 * the event `pricedSeq`, so that the same comes out whenever it is asked. Changes nothing. Freshness: `BILLING_READS`,
 * up to the cut and `pricedSeq`.
 */
export async function priceAccounts(
  ports: BillingPorts,
  period: Period,
  cut: InvoiceCut,
  accounts: readonly AccountToPrice[],
  pricedSeq: number,
): Promise<readonly PricedAccount[]> {
  const ids = accounts.map(({ facts }) => facts.accountId);
  const left = await leavingOver(ports.db, ids);
  return inParallel(accounts, READS_AT_ONCE, async ({ facts, invoiceId }) => {
    const { accountId, account, sites } = facts;
    const earlier = left.get(accountId) ?? [];
    const open = await openOf(ports, earlier, pricedSeq, invoiceId, account.facts.isDemo);
    const priced = priceInvoice({
      period,
      account: account.facts,
      sites: sites.map((site) => site.facts),
      open,
    });
    return { accountId, invoiceId, priced, proof: { ...proofOf(facts, cut), pricedSeq } };
  });
}

async function openOf(
  ports: BillingPorts,
  invoiceIds: readonly string[],
  pricedSeq: number,
  toInvoiceId: string,
  isDemo: boolean,
): Promise<OpenAdjustments> {
  if (invoiceIds.length === 0) return NO_ADJUSTMENTS;
  const ends = await streamEndsAt(ports.db, invoiceIds.map(invoiceStream), pricedSeq);
  return openAdjustments(await invoicesAt(ports, ends), toInvoiceId, isDemo);
}

/** The streams behind it, each up to the last event that had a part in the facts. */
function proofOf({ accountId, account, sites }: AccountFactsAt, cut: InvoiceCut): InvoiceProof {
  return {
    cutSeq: cut.seq,
    chainHash: cut.chainHash,
    basis: [
      { stream: accountStream(accountId), revision: account.revision },
      ...sites.map(({ facts, revision }) => ({ stream: siteStream(facts.siteId), revision })),
    ],
  };
}
