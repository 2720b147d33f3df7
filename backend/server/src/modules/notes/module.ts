import type { Notification } from '../../platform/notifications/notification.ts';
import { noteFilesMigration } from './files.ts';
import { mailMentionedOnNote } from './mails.ts';
import { noteRoutes } from './routes.ts';

export { dropFilesOfCompanies } from './files.ts';

/** Internal notes of administrators about companies and their records. */
export const notes = {
  routes: noteRoutes,
  tableMigrations: [noteFilesMigration],
  notifications: [mailMentionedOnNote] satisfies readonly Notification[],
};
