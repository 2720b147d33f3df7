import { accounts } from './accounts/projector.ts';
import { approvals } from './approvals/projector.ts';
import { bankLines } from './bankLines/projector.ts';
import { billingFacts } from './billingFacts/projector.ts';
import { contacts } from './contacts/projector.ts';
import { creditNotes } from './creditNotes/projector.ts';
import { dealerIds } from './dealerIds/projector.ts';
import { dealerSites } from './dealerSites/projector.ts';
import { disputes } from './disputes/projector.ts';
import { invoiceLines } from './invoiceLines/projector.ts';
import { invoices } from './invoices/projector.ts';
import { journal } from './journal/projector.ts';
import { migrations } from './migrations/projector.ts';
import { notes } from './notes/projector.ts';
import { orders } from './orders/projector.ts';
import { payments } from './payments/projector.ts';
import { projectedInvoices } from './projectedInvoices/projector.ts';
import { receipts } from './receipts/projector.ts';
import type { Projection } from './runtime/definition.ts';
import { savedCards } from './savedCards/projector.ts';
import { siteActivity } from './siteActivity/projector.ts';
import { siteUsers } from './siteUsers/projector.ts';
import { usernames } from './usernames/projector.ts';
import { users } from './users/projector.ts';

export * from './accounts/query.ts';
export * from './approvals/query.ts';
export * from './bankLines/query.ts';
export * from './billingFacts/query.ts';
export * from './billingSummary/query.ts';
export {
  COLLECTION_READS,
  type CollectionRow,
  type CollectionTotals,
  collectionTotals,
  listCollections,
} from './collections/query.ts';
export * from './companies/query.ts';
export * from './contacts/query.ts';
export * from './creditNotes/query.ts';
export * from './dealerIds/query.ts';
export * from './dealerSites/query.ts';
export * from './disputes/query.ts';
export * from './erasure/query.ts';
export * from './invoiceLines/query.ts';
export * from './invoiceLines/salesTax.ts';
export * from './invoices/ledger.ts';
export * from './invoices/query.ts';
export * from './invoices/revenue.ts';
export * from './journal/query.ts';
export { carryPositions, LogIsElsewhere } from './logIndex/carryPositions.ts';
export { CHAIN_START, chain } from './logIndex/chain.ts';
export * from './logIndex/query.ts';
export {
  type LogFault,
  type Seal,
  type VerifiedLog,
  type VerifyOptions,
  verifyLog,
} from './logIndex/verify.ts';
export * from './migrations/query.ts';
export * from './notes/query.ts';
export * from './orders/query.ts';
export {
  type BilledRow,
  billedByMode,
  type PortfolioRow,
  parkedCount,
  portfolioByMode,
  type Waiting,
  waitingFor,
} from './overview/query.ts';
export * from './payments/query.ts';
export type { DaySpan } from './query/daySpan.ts';
export {
  InvalidListQuery,
  type ListDefinition,
  type ListPage,
  type ListQuery,
  readList,
} from './query/list.ts';
export { searchText } from './query/searching.ts';
export * from './receipts/query.ts';
export * from './receivables/query.ts';
export type { Columns, RowOf } from './runtime/columns.ts';
export * as column from './runtime/columns.ts';
export type { PortalCodec } from './runtime/decoding.ts';
export { defineProjection, type PortalEnvelope, type Projection } from './runtime/definition.ts';
export type { Freshness } from './runtime/freshness.ts';
export { inTransaction } from './runtime/inTransaction.ts';
export type { Log } from './runtime/log.ts';
export { EventsLost, type RebuildOptions, type RebuildProgress, RebuildRunning } from './runtime/rebuild.ts';
export { dropReadModels, dropReplaced } from './runtime/replaced.ts';
export { isIn, type Queryable } from './runtime/select.ts';
export { announceChange, type ProjectionChange } from './runtime/signals.ts';
export { defineTable } from './runtime/table.ts';
export type { Unparked } from './runtime/unpark.ts';
export * from './savedCards/query.ts';
export * from './siteActivity/query.ts';
export * from './siteUsers/query.ts';
export {
  type Projections,
  type ProjectionsOptions,
  startProjections,
  UnknownProjection,
  type WaitOptions,
} from './startProjections.ts';
export type { ParkedStatus, ProjectionStatus } from './status.ts';
export * from './usernames/query.ts';
export * from './users/query.ts';

/** All projections of the portal, for `startProjections`. */
export const portalProjections: readonly Projection[] = [
  users,
  usernames,
  dealerIds,
  accounts,
  dealerSites,
  projectedInvoices,
  billingFacts,
  contacts,
  siteUsers,
  siteActivity,
  disputes,
  notes,
  approvals,
  migrations,
  orders,
  invoices,
  invoiceLines,
  creditNotes,
  savedCards,
  payments,
  receipts,
  journal,
  bankLines,
];
