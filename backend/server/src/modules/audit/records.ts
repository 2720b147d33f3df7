import type { AuditKind } from '@portal/contract';
import {
  accountDecider,
  booksStreams,
  creditNoteNumberStreams,
  type Decider,
  invoiceDecider,
  lookStream,
  migrationDecider,
  orderDecider,
  type PortalEvent,
  paymentDecider,
  payoutStream,
  receiptStream,
  siteDecider,
  taxStreams,
  userDecider,
} from '@portal/domain';
import type { Describe } from '../../platform/history/describe.ts';
import type { RecordKind } from '../../platform/history/readHistory.ts';
import { describeTax } from '../billing/module.ts';
import { describeBooks } from '../books/module.ts';
import { companyRecord, describeLooks } from '../companies/module.ts';
import { describeCreditNote, describePayout, describeReceipt, invoiceRecord } from '../invoices/module.ts';
import { migrationRecord } from '../migrations/module.ts';
import { orderRecord } from '../orders/module.ts';
import { paymentRecord } from '../payments/module.ts';
import { siteRecord } from '../sites/module.ts';
import { userRecord } from '../users/module.ts';

/** A kind of record with timeline and state. */
export interface AuditedRecord extends RecordKind {
  /** The state after these events, oldest first. */
  readonly fold: (events: readonly PortalEvent[]) => unknown;
}

const folding =
  <State, Command, Event extends PortalEvent>({ initialState, evolve }: Decider<State, Command, Event>) =>
  (events: readonly PortalEvent[]): State =>
    events.reduce((state, event) => evolve(state, event as Event), initialState);

export const AUDITED: Readonly<Record<AuditKind, AuditedRecord>> = {
  user: { ...userRecord, fold: folding(userDecider) },
  account: { ...companyRecord, fold: folding(accountDecider) },
  site: { ...siteRecord, fold: folding(siteDecider) },
  migration: { ...migrationRecord, fold: folding(migrationDecider) },
  invoice: { ...invoiceRecord, fold: folding(invoiceDecider) },
  order: { ...orderRecord, fold: folding(orderDecider) },
  payment: { ...paymentRecord, fold: folding(paymentDecider) },
};

/** Describes the events of a stream; null for streams without words of their own. */
export function describerOf(stream: string): Describe | null {
  if (receiptStream.idOf(stream) !== null) return describeReceipt();
  if (payoutStream.idOf(stream) !== null) return describePayout();
  if (creditNoteNumberStreams.idOf(stream) !== null) return describeCreditNote();
  if (booksStreams.idOf(stream) !== null) return describeBooks();
  if (taxStreams.idOf(stream) !== null) return describeTax();
  if (lookStream.idOf(stream) !== null) return describeLooks();
  const record = recordOfStream(stream);
  return record === null ? null : AUDITED[record.kind].describe();
}

/** The record of a stream; null for streams without one, e.g. reservations. */
export function recordOfStream(stream: string): { readonly kind: AuditKind; readonly id: string } | null {
  const dash = stream.indexOf('-');
  const [kind, id] = [stream.slice(0, dash), stream.slice(dash + 1)];
  return Object.hasOwn(AUDITED, kind) ? { kind: kind as AuditKind, id } : null;
}
