import type { Details } from '../kernel/shapes.ts';
import type { Day } from '../values/days.ts';
import type { migrationDetailsShape, migrationFormShape } from './events.ts';

/** The migration form (S1-3); counts are whole numbers. */
export type MigrationDetails = Details<typeof migrationFormShape>;
/** The details in the log: address and notes can't be read once the account's key is erased. */
export type StoredMigrationDetails = Details<typeof migrationDetailsShape>;

/** A dealer's request. `totalCents`: priced by the server; `orderId`: the paid order, null where it is free. */
export interface RequestMigration {
  readonly type: 'RequestMigration';
  readonly migrationId: string;
  readonly accountId: string;
  readonly userId: string;
  readonly details: MigrationDetails;
  readonly totalCents: number;
  readonly orderId: string | null;
}

export type MigrationCommand =
  | RequestMigration
  /** `siteId`: derived from the migration's id, so that approving twice makes one site. `activeFrom`: the billing day. */
  | { readonly type: 'ApproveMigration'; readonly siteId: string; readonly activeFrom: Day }
  | { readonly type: 'DeleteMigration'; readonly reason: string | null };
