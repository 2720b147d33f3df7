import type { AuditKind } from '@portal/contract';
import {
  accountDecider,
  accountStream,
  type Decider,
  invoiceDecider,
  invoiceStream,
  migrationDecider,
  migrationStream,
  orderDecider,
  orderStream,
  type PortalEvent,
  paymentDecider,
  paymentStream,
  siteDecider,
  siteStream,
  userDecider,
  userStream,
} from '@portal/domain';
import type { Describe } from '../../platform/history/describe.ts';
import { describeAccount } from '../companies/history.ts';
import { describeInvoice } from '../invoices/history.ts';
import { describeMoney } from '../orders/history.ts';
import { describeSite } from '../sites/history.ts';
import { describeUser } from '../users/history.ts';

/** One kind of record that can be audited: its stream, its words, and its state after some of its events. */
export interface AuditedRecord {
  /** As people call it, for 'Site not found'. */
  readonly name: string;
  readonly streamOf: (id: string) => string;
  readonly describe: () => Describe;
  /** The state after these events, oldest first; what the decider holds, so nothing is told that it doesn't know. */
  readonly fold: (events: readonly PortalEvent[]) => unknown;
}

/** Folds with a decider; events of other streams would be a fault of the caller. */
const folding =
  <State, Command, Event extends PortalEvent>({ initialState, evolve }: Decider<State, Command, Event>) =>
  (events: readonly PortalEvent[]): State =>
    events.reduce((state, event) => evolve(state, event as Event), initialState);

export const AUDITED: Readonly<Record<AuditKind, AuditedRecord>> = {
  user: { name: 'User', streamOf: userStream, describe: describeUser, fold: folding(userDecider) },
  account: {
    name: 'Company',
    streamOf: accountStream,
    describe: describeAccount,
    fold: folding(accountDecider),
  },
  site: { name: 'Site', streamOf: siteStream, describe: describeSite, fold: folding(siteDecider) },
  migration: {
    name: 'Migration',
    streamOf: migrationStream,
    describe: describeMoney,
    fold: folding(migrationDecider),
  },
  invoice: {
    name: 'Invoice',
    streamOf: invoiceStream,
    describe: describeInvoice,
    fold: folding(invoiceDecider),
  },
  order: { name: 'Order', streamOf: orderStream, describe: describeMoney, fold: folding(orderDecider) },
  payment: {
    name: 'Payment',
    streamOf: paymentStream,
    describe: describeMoney,
    fold: folding(paymentDecider),
  },
};

/** The kind and id of a stream's record; null for streams that hold no record, like reservations. */
export function recordOfStream(stream: string): { readonly kind: AuditKind; readonly id: string } | null {
  const dash = stream.indexOf('-');
  const [kind, id] = [stream.slice(0, dash), stream.slice(dash + 1)];
  return Object.hasOwn(AUDITED, kind) ? { kind: kind as AuditKind, id } : null;
}
