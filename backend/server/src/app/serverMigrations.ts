import { notes } from '../modules/notes/module.ts';
import { operations } from '../modules/operations/module.ts';
import { payments } from '../modules/payments/module.ts';
import { users } from '../modules/users/module.ts';
import { dataReleaseMigration } from '../platform/database/dataReleaseTable.ts';
import type { Migration } from '../platform/database/migrate.ts';
import { checkpointsMigration } from '../platform/followers/checkpoints.ts';
import { commandsMigration } from '../platform/http/idempotency.ts';
import { loginLimitsMigration } from '../platform/http/rateLimit.ts';
import { personalKeysMigration } from '../platform/keyRing/postgresKeyRing.ts';
import { outboxMigrations } from '../platform/mail/outboxTable.ts';

const migrations: readonly Migration[] = [
  personalKeysMigration,
  commandsMigration,
  loginLimitsMigration,
  checkpointsMigration,
  ...outboxMigrations,
  ...users.tableMigrations,
  ...payments.tableMigrations,
  ...operations.tableMigrations,
  ...notes.tableMigrations,
  dataReleaseMigration,
];

/** The server's own tables, in the order of their names. Append only. */
export const serverMigrations = [...migrations].sort((one, other) => (one.name < other.name ? -1 : 1));
