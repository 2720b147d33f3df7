import {
  BILLING_POLICY_VERSION,
  type BillingCut,
  BusinessRefusal,
  cutOffOf,
  type Period,
} from '@portal/domain';
import { type FactsCut, logEndBefore, parkedAt } from '@portal/projections';
import { BILLING_READS, type BillingPorts } from './ports.ts';

/** From what state an invoice is made. */
export interface InvoiceCut extends FactsCut {
  /** The log index's hash at `seq`. */
  readonly chainHash: string;
}

/** The cut-off of a period: the last event recorded before the 1st (rule B20). */
export async function cutOfPeriod({ db, timeZone }: BillingPorts, period: Period): Promise<BillingCut> {
  const cutOff = cutOffOf(period, timeZone);
  const { seq, hash } = await logEndBefore(db, cutOff);
  return { cutOff, cutSeq: seq, chainHash: hash, policyVersion: BILLING_POLICY_VERSION };
}

/** A run's cut as queries take it. */
export const factsCutOf = ({ cutSeq, cutOff, chainHash }: BillingCut): InvoiceCut => ({
  seq: cutSeq,
  cutOff,
  chainHash,
});

/** Everything that is in the log by now. */
export async function cutNow({ db }: Pick<BillingPorts, 'db'>): Promise<InvoiceCut> {
  const { seq, hash } = await logEndBefore(db, null);
  return { seq, cutOff: null, chainHash: hash };
}

/**
 * The event as of which an invoice that is priced now takes over what earlier ones left: the log's end. The read models
 * have passed it by then. @throws ReadModelsBehind
 */
export async function pricedNow(ports: BillingPorts): Promise<number> {
  await ports.upToDate(BILLING_READS);
  const { seq } = await cutNow(ports);
  await ports.upToDate(['invoices']);
  return seq;
}

/** @throws BusinessRefusal conflict where an event of the account up to the cut can't be applied */
export async function refuseParked(
  { db }: Pick<BillingPorts, 'db'>,
  cut: InvoiceCut,
  accountId: string,
): Promise<void> {
  if (!(await parkedAt(db, cut)).includes(accountId)) return;
  throw new BusinessRefusal(
    'conflict',
    'The data of this company could not be read because of a faulty event. It is not billed until that is fixed.',
  );
}
