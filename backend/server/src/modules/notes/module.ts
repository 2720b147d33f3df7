import type { Notification } from '../../platform/notifications/notification.ts';
import { mailMentionedOnNote } from './mails.ts';
import { noteRoutes } from './routes.ts';

/** Internal notes of administrators about companies and their records. */
export const notes = {
  routes: noteRoutes,
  notifications: [mailMentionedOnNote] satisfies readonly Notification[],
};
