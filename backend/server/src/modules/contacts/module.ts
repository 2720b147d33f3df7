import type { Notification } from '../../platform/notifications/notification.ts';
import { mailAdministratorsOnContactMessage } from './mails.ts';
import { contactRoutes } from './routes.ts';

/** Messages of the contact form. */
export const contacts = {
  routes: contactRoutes,
  notifications: [mailAdministratorsOnContactMessage] satisfies readonly Notification[],
};
