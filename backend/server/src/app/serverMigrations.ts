import { operations } from '../modules/operations/module.ts';
import { payments } from '../modules/payments/module.ts';
import { users } from '../modules/users/module.ts';
import type { Migration } from '../platform/database/migrate.ts';
import { createProcessCheckpoints, dropProcessCheckpoints } from '../platform/followers/checkpoints.ts';
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

const migrations: readonly Migration[] = [
  personalKeysMigration,
  { name: '0004_commands', up: createCommandsTable, down: dropCommandsTable },
  { name: '0005_login_limits', up: createLoginLimitsTable, down: dropLoginLimitsTable },
  { name: '0006_process_checkpoints', up: createProcessCheckpoints, down: dropProcessCheckpoints },
  { name: '0007_mail_outbox', up: createOutboxTable, down: dropOutboxTable },
  { name: '0011_mail_attachments', up: addAttachments, down: dropAttachments },
  { name: '0017_mail_traceparent', up: addTraceparent, down: dropTraceparent },
  { name: '0018_mail_sealed', up: addSealedBodies, down: dropSealedBodies },
  ...users.migrations,
  ...payments.migrations,
  ...operations.migrations,
];

/** The server's own tables, in the order of their names. Append only. */
export const serverMigrations = [...migrations].sort((one, other) => (one.name < other.name ? -1 : 1));
