import type { FieldsOf } from '../kernel/event.ts';
import type { Details } from '../kernel/shapes.ts';
import type { Day } from '../values/days.ts';
import type { MigrationEvent, migrationDetailsShape, migrationFormShape } from './events.ts';

/** The migration form (S1-3); counts are whole numbers. */
export type MigrationDetails = Details<typeof migrationFormShape>;
/** The details in the log: address and notes can't be read once the account's key is erased. */
export type StoredMigrationDetails = Details<typeof migrationDetailsShape>;

/** A dealer's request. `totalCents`: priced by the server. */
export interface RequestMigration
  extends FieldsOf<MigrationEvent, 'MigrationRequested', keyof MigrationDetails | 'includeShipping'> {
  readonly type: 'RequestMigration';
  readonly details: MigrationDetails;
}

export type MigrationCommand =
  | RequestMigration
  /** `siteId`: derived from the migration's id, so that approving twice makes one site. `activeFrom`: the billing day. */
  | { readonly type: 'ApproveMigration'; readonly siteId: string; readonly activeFrom: Day }
  | { readonly type: 'DeleteMigration'; readonly reason: string | null };
