export * from './accounts/query.ts';
export * from './billingFacts/query.ts';
export * from './billingSummary/query.ts';
export * from './contacts/query.ts';
export * from './dealerIds/query.ts';
export * from './dealerSites/query.ts';
export * from './disputes/query.ts';
export * from './erasure/query.ts';
export * from './invoiceLines/query.ts';
export * from './invoices/ledger.ts';
export * from './invoices/query.ts';
export * from './invoices/revenue.ts';
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
export * from './orders/query.ts';
export {
  type PortfolioRow,
  parkedCount,
  portfolioByMode,
  type Waiting,
  waitingCounts,
} from './overview/query.ts';
export * from './payments/query.ts';
export { portalProjections } from './portalProjections.ts';
export {
  InvalidListQuery,
  type ListDefinition,
  type ListPage,
  type ListQuery,
  readList,
} from './query/list.ts';
export { searchText } from './query/searching.ts';
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
