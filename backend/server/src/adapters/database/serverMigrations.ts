import { createAlertsTable, dropAlertsTable } from '../../alerts/alertsTable.ts';
import { credentialsMigration } from '../../credentials/credentialsTable.ts';
import { createCommandsTable, dropCommandsTable } from '../../edge/commandsTable.ts';
import { createLoginLimitsTable, dropLoginLimitsTable } from '../../edge/loginLimitsTable.ts';
import {
  addAttachments,
  addSealedBodies,
  addTraceparent,
  createOutboxTable,
  dropAttachments,
  dropOutboxTable,
  dropSealedBodies,
  dropTraceparent,
} from '../../mail/outboxTable.ts';
import {
  allowOneLink,
  allowSeveralLinks,
  createPasswordResetTables,
  dropPasswordResetTables,
} from '../../passwordReset/passwordResetTables.ts';
import {
  createProviderEventsTable,
  dropProviderEventsTable,
} from '../../payments/webhooks/providerEventsTable.ts';
import { portalSettingsMigration } from '../../portalSettings/portalSettings.ts';
import { createProcessCheckpoints, dropProcessCheckpoints } from '../../processes/processTables.ts';
import { createSavedViewsTable, dropSavedViewsTable } from '../../savedViews/savedViewsTable.ts';
import { createSecondFactorTables, dropSecondFactorTables } from '../../secondFactor/secondFactorTables.ts';
import { sessionsMigration } from '../../sessions/sessionsTable.ts';
import { upkeepTasksMigration } from '../../upkeep/tasksTable.ts';
import { personalKeysMigration } from '../keyRing/personalKeysTable.ts';
import { createSimulatorTable, dropSimulatorTable } from '../stripe/simulatorSeat.ts';
import type { Migration } from './migrate.ts';

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
