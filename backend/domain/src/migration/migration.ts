import { type Decider, notFound, paymentRequired, unprocessable } from '../kernel/decider.ts';
import { refuseBadPanels, refuseBadReaders } from '../kernel/refusals.ts';
import type { Day } from '../values/days.ts';
import { MAX_PANELS, MIN_READERS } from '../values/limits.ts';
import { asCents } from '../values/money.ts';
import type {
  MigrationCommand,
  MigrationDetails,
  RequestMigration,
  StoredMigrationDetails,
} from './commands.ts';
import type { MigrationEvent } from './events.ts';

/** A migration that was requested and not deleted. */
export interface PresentMigration {
  readonly status: 'pending' | 'approved';
  readonly migrationId: string;
  readonly accountId: string;
  readonly userId: string;
  readonly details: StoredMigrationDetails;
  readonly totalCents: number;
  readonly orderId: string | null;
  /** The site it became, null while pending. */
  readonly siteId: string | null;
}

export type MigrationState =
  | { readonly status: 'none' }
  | PresentMigration
  | { readonly status: 'deleted'; readonly migrationId: string; readonly accountId: string };

function refuseBadDetails(details: MigrationDetails): void {
  const { siteName, system7SiteId, controllers, cards, panels, readers } = details;
  if (siteName.trim() === '') throw unprocessable('Site name is required', 'migrationSiteName');
  if (system7SiteId.trim() === '') throw unprocessable('System 7 site ID is required', 'system7SiteId');
  if (!Number.isSafeInteger(controllers) || controllers < 0 || controllers > MAX_PANELS) {
    throw unprocessable('Number of controllers must be a whole number from 0 to 1,000', 'numControllers');
  }
  if (!Number.isSafeInteger(cards) || cards < 0) {
    throw unprocessable('Number of cards must be a whole number of at least 0', 'numCards');
  }
  refuseBadPanels(panels);
  refuseBadReaders(readers, MIN_READERS);
}

function request(command: RequestMigration): readonly MigrationEvent[] {
  const { type: _type, details, ...order } = command;
  refuseBadDetails(details);
  if (asCents(order.totalCents) > 0 && order.orderId === null) {
    throw paymentRequired('Please pay for this migration before it is requested.');
  }
  const includeShipping = details.ca150Panel || details.netcom6p;
  return [{ type: 'MigrationRequested', data: { ...order, ...details, includeShipping } }];
}

function approve(migration: PresentMigration, siteId: string, activeFrom: Day): readonly MigrationEvent[] {
  if (migration.status === 'approved') return [];
  const { migrationId, accountId } = migration;
  return [{ type: 'MigrationApproved', data: { migrationId, accountId, siteId, activeFrom } }];
}

function remove(migration: PresentMigration, reason: string | null): readonly MigrationEvent[] {
  if (migration.status === 'approved') {
    throw unprocessable(
      'This migration was approved and converted to a site. Delete the site instead.',
      'status',
    );
  }
  const { migrationId, accountId, orderId } = migration;
  const data = { migrationId, accountId, orderId, reason: reason?.trim() || null };
  return [{ type: 'MigrationDeleted', data }];
}

function decide(command: MigrationCommand, state: MigrationState): readonly MigrationEvent[] {
  if (command.type === 'RequestMigration') return state.status === 'none' ? request(command) : [];
  if (state.status === 'deleted' && command.type === 'DeleteMigration') return [];
  if (state.status === 'none' || state.status === 'deleted') {
    throw notFound('Migration not found');
  }
  switch (command.type) {
    case 'ApproveMigration':
      return approve(state, command.siteId, command.activeFrom);
    case 'DeleteMigration':
      return remove(state, command.reason);
  }
}

function begin({ data }: Extract<MigrationEvent, { type: 'MigrationRequested' }>): PresentMigration {
  const { migrationId, accountId, userId, includeShipping: _derived, totalCents, orderId, ...details } = data;
  return { status: 'pending', migrationId, accountId, userId, details, totalCents, orderId, siteId: null };
}

function evolve(state: MigrationState, event: MigrationEvent): MigrationState {
  if (event.type === 'MigrationRequested') return begin(event);
  if (state.status === 'none' || state.status === 'deleted') return state;
  switch (event.type) {
    case 'MigrationApproved':
      return { ...state, status: 'approved', siteId: event.data.siteId };
    case 'MigrationDeleted':
      return { status: 'deleted', migrationId: state.migrationId, accountId: state.accountId };
  }
}

/** A request to move a legacy site, until it becomes a site or is deleted (S2-4). */
export const migrationDecider: Decider<MigrationState, MigrationCommand, MigrationEvent> = {
  initialState: { status: 'none' },
  evolve,
  decide,
};
