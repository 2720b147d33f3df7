import { createAlertsTable, dropAlertsTable } from '../modules/operations/alertsTable.ts';
import { portalSettingsMigration } from '../modules/operations/portalSettings.ts';
import { upkeepTasksMigration } from '../modules/operations/tasksTable.ts';
import { createSimulatorTable, dropSimulatorTable } from '../modules/payments/simulatorSeat.ts';
import {
  createProviderEventsTable,
  dropProviderEventsTable,
} from '../modules/payments/webhooks/providerEventsTable.ts';
import { createSavedViewsTable, dropSavedViewsTable } from '../modules/users/savedViewsTable.ts';
import { credentialsMigration } from '../modules/users/signIn/credentialsTable.ts';
import {
  allowOneLink,
  allowSeveralLinks,
  createPasswordResetTables,
  dropPasswordResetTables,
} from '../modules/users/signIn/passwordResetTables.ts';
import {
  createSecondFactorTables,
  dropSecondFactorTables,
} from '../modules/users/signIn/secondFactorTables.ts';
import { sessionsMigration } from '../modules/users/signIn/sessionsTable.ts';
import type { Migration } from '../platform/database/migrate.ts';
import { createProcessCheckpoints, dropProcessCheckpoints } from '../platform/followers/processTables.ts';
import { createCommandsTable, dropCommandsTable } from '../platform/http/commandsTable.ts';
import { createLoginLimitsTable, dropLoginLimitsTable } from '../platform/http/rateLimitTable.ts';
import { personalKeysMigration } from '../platform/keyRing/personalKeysTable.ts';
import {
  addAttachments,
  addSealedBodies,
  addTraceparent,
  createOutboxTable,
  dropAttachments,
  dropOutboxTable,
  dropSealedBodies,
  dropTraceparent,
} from '../platform/mail/outboxTable.ts';

/** The server's own tables; each migration stands beside its noun. Append only. */
export const serverMigrations: readonly Migration[] = [
  personalKeysMigration,
  credentialsMigration,
  sessionsMigration,
  { name: '0004_commands', up: createCommandsTable, down: dropCommandsTable },
  { name: '0005_login_limits', up: createLoginLimitsTable, down: dropLoginLimitsTable },
  { name: '0006_process_checkpoints', up: createProcessCheckpoints, down: dropProcessCheckpoints },
  { name: '0007_mail_outbox', up: createOutboxTable, down: dropOutboxTable },
  { name: '0008_password_reset', up: createPasswordResetTables, down: dropPasswordResetTables },
  { name: '0009_second_factors', up: createSecondFactorTables, down: dropSecondFactorTables },
  { name: '0010_saved_views', up: createSavedViewsTable, down: dropSavedViewsTable },
  { name: '0011_mail_attachments', up: addAttachments, down: dropAttachments },
  { name: '0012_stripe_simulator', up: createSimulatorTable, down: dropSimulatorTable },
  portalSettingsMigration,
  { name: '0014_provider_events', up: createProviderEventsTable, down: dropProviderEventsTable },
  upkeepTasksMigration,
  { name: '0016_alerts', up: createAlertsTable, down: dropAlertsTable },
  { name: '0017_mail_traceparent', up: addTraceparent, down: dropTraceparent },
  { name: '0018_mail_sealed', up: addSealedBodies, down: dropSealedBodies },
  { name: '0018_password_reset_links', up: allowSeveralLinks, down: allowOneLink },
];
