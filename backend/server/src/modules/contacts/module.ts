import type { Route } from '../../platform/http/route.ts';
import type { Notification } from '../../platform/notifications/notification.ts';
import { mailAdministratorsOnContactMessage } from './mails.ts';
import type { ContactPorts } from './ports.ts';
import { adminContactRoutes, contactRoutes } from './routes.ts';

/** Messages of the contact form. */
export const contacts = {
  routes: (ports: ContactPorts): readonly Route[] => [...contactRoutes(ports), ...adminContactRoutes(ports)],
  notifications: [mailAdministratorsOnContactMessage] satisfies readonly Notification[],
};
