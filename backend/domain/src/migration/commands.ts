import type { Personal } from '../kernel/event.ts';
import type { Day } from '../values/days.ts';

/** The migration form (S1-3) as a command carries it; counts are whole numbers. */
export interface MigrationDetails {
  readonly siteName: string;
  readonly siteAddress: string;
  readonly siteCity: string;
  readonly siteState: string;
  readonly siteZip: string;
  readonly system7SiteId: string;
  readonly currentSystem: string | null;
  readonly otherSystem: string | null;
  readonly controllers: number;
  readonly cards: number;
  readonly databaseRequired: boolean;
  readonly requestedDate: Day | null;
  readonly notes: string | null;
  readonly readers: number;
  readonly panels: number;
  readonly hardware: readonly string[];
  readonly softwareVersion: string | null;
  readonly auroraLicense: boolean;
  readonly reverseNetworkIp: boolean;
  readonly ca150Panel: boolean;
  readonly netcom6p: boolean;
}

type PersonalDetail = 'siteAddress' | 'siteCity' | 'siteState' | 'siteZip';

/** The details as the log holds them: address and notes are unreadable once the account's key is erased. */
export type StoredMigrationDetails = Omit<MigrationDetails, PersonalDetail | 'notes'> & {
  readonly [K in PersonalDetail]: Personal<string>;
} & { readonly notes: Personal<string> | null };

/** A dealer's request. `totalCents`: what the server priced; `orderId`: the paid order behind it, null where it is free. */
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
