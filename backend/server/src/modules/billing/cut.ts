import { BILLING_POLICY_VERSION, type BillingCut, conflict, cutOffOf, type Period } from '@portal/domain';
import {
  type AccountFactsAt,
  billingFactsAt,
  type FactsCut,
  logEndBefore,
  parkedAt,
} from '@portal/projections';
import { BILLING_READS, type BillingPorts } from './ports.ts';

/** The state of the log that an invoice is priced from. */
export interface InvoiceCut extends FactsCut {
  /** Hash of the log index at `seq`. */
  readonly chainHash: string;
}

/** The cut of a period: the last event recorded before the 1st (rule B20). */
export async function cutOfPeriod({ db, timeZone }: BillingPorts, period: Period): Promise<BillingCut> {
  const cutOff = cutOffOf(period, timeZone);
  const { seq, hash } = await logEndBefore(db, cutOff);
  return { cutOff, cutSeq: seq, chainHash: hash, policyVersion: BILLING_POLICY_VERSION };
}

export const factsCutOf = ({ cutSeq, cutOff, chainHash }: BillingCut): InvoiceCut => ({
  seq: cutSeq,
  cutOff,
  chainHash,
});

/** The log's end. */
export async function cutNow({ db }: Pick<BillingPorts, 'db'>): Promise<InvoiceCut> {
  const { seq, hash } = await logEndBefore(db, null);
  return { seq, cutOff: null, chainHash: hash };
}

/**
 * Number of the event as of which an invoice priced now takes over credits and remainders: the log's end, once the read
 * models have passed it. @throws ReadModelsBehind
 */
export async function pricedNow(ports: BillingPorts): Promise<number> {
  await ports.upToDate(BILLING_READS);
  const { seq } = await cutNow(ports);
  await ports.upToDate(['invoices']);
  return seq;
}

/** Accounts whose facts are in memory at one time. */
const PAGE = 250;

/** Accounts that were open at the cut, page by page. */
export async function* accountPages(
  { db }: Pick<BillingPorts, 'db'>,
  cut: InvoiceCut,
): AsyncGenerator<readonly AccountFactsAt[]> {
  for (let after = ''; ; ) {
    const page = await billingFactsAt(db, cut, { after, limit: PAGE });
    yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = last.accountId;
  }
}

/** @throws BusinessRefusal conflict if an event of the account up to the cut can't be applied */
export async function refuseParked(
  { db }: Pick<BillingPorts, 'db'>,
  cut: InvoiceCut,
  accountId: string,
): Promise<void> {
  if (!(await parkedAt(db, cut)).includes(accountId)) return;
  throw conflict(
    'The data of this company could not be read because of a faulty event. It is not billed until that is fixed.',
  );
}
