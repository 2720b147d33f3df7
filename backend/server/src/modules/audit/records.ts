import type { AuditKind } from '@portal/contract';
import {
  accountDecider,
  type Decider,
  invoiceDecider,
  migrationDecider,
  orderDecider,
  type PortalEvent,
  paymentDecider,
  siteDecider,
  userDecider,
} from '@portal/domain';
import type { RecordKind } from '../../platform/history/readHistory.ts';
import { companyRecord } from '../companies/module.ts';
import { invoiceRecord } from '../invoices/module.ts';
import { migrationRecord } from '../migrations/module.ts';
import { orderRecord } from '../orders/module.ts';
import { paymentRecord } from '../payments/module.ts';
import { siteRecord } from '../sites/module.ts';
import { userRecord } from '../users/module.ts';

/** One kind of record that can be audited: its stream, its words, and its state after some of its events. */
export interface AuditedRecord extends RecordKind {
  /** The state after these events, oldest first; what the decider holds, so nothing is told that it doesn't know. */
  readonly fold: (events: readonly PortalEvent[]) => unknown;
}

/** Folds with a decider; events of other streams would be a fault of the caller. */
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

/** The kind and id of a stream's record; null for streams that hold no record, like reservations. */
export function recordOfStream(stream: string): { readonly kind: AuditKind; readonly id: string } | null {
  const dash = stream.indexOf('-');
  const [kind, id] = [stream.slice(0, dash), stream.slice(dash + 1)];
  return Object.hasOwn(AUDITED, kind) ? { kind: kind as AuditKind, id } : null;
}
