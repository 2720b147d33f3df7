import {
  accountStream,
  type InvoiceProof,
  invoiceDecider,
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
import { MIN_CARD_CHARGE_CENTS } from '@portal/domain/values';
import { type AccountFactsAt, leavingOver } from '@portal/projections';
import type { BillingPorts } from './billingPorts.ts';
import type { InvoiceCut } from './cut.ts';
import { inParallel } from './inParallel.ts';

/** Invoices of one account are read side by side. */
const READS_AT_ONCE = 16;

/** What an account's invoice would be, with the proof of where that comes from. */
export interface PricedAccount {
  readonly accountId: string;
  readonly invoiceId: string;
  readonly priced: PricedInvoice | SkippedInvoice;
  readonly proof: InvoiceProof;
}

/** An account's facts and the id its invoice has. */
export interface AccountToPrice {
  readonly facts: AccountFactsAt;
  readonly invoiceId: string;
}

/**
 * Prices the invoices of these accounts from their facts at the cut and from what their earlier invoices left over.
 * Changes nothing. Freshness: {@link BILLING_READS}.
 */
export async function priceAccounts(
  ports: BillingPorts,
  period: Period,
  cut: InvoiceCut,
  accounts: readonly AccountToPrice[],
): Promise<readonly PricedAccount[]> {
  const ids = accounts.map(({ facts }) => facts.accountId);
  const left = await leavingOver(ports.db, ids, { period, lessThan: MIN_CARD_CHARGE_CENTS });
  return inParallel(accounts, READS_AT_ONCE, async ({ facts, invoiceId }) => {
    const { accountId, account, sites } = facts;
    const open = await openOf(ports, left.get(accountId) ?? [], invoiceId, account.facts.isDemo);
    const priced = priceInvoice({
      period,
      account: account.facts,
      sites: sites.map((site) => site.facts),
      open,
    });
    return { accountId, invoiceId, priced, proof: proofOf(facts, cut) };
  });
}

async function openOf(
  { commands }: BillingPorts,
  invoiceIds: readonly string[],
  toInvoiceId: string,
  isDemo: boolean,
): Promise<OpenAdjustments> {
  if (invoiceIds.length === 0) return NO_ADJUSTMENTS;
  const invoices = await inParallel(invoiceIds, READS_AT_ONCE, (id) =>
    commands.load(invoiceStream(id), invoiceDecider),
  );
  return openAdjustments(invoices, toInvoiceId, isDemo);
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
