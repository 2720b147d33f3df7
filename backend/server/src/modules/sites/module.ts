import type { Route } from '../../platform/http/route.ts';
import { adminSiteRoutes } from './adminRoutes.ts';
import { siteMails } from './mails.ts';
import type { SitePorts } from './ports.ts';
import { siteRoutes } from './routes.ts';

export { presentSite } from './changeSite.ts';
export { siteRecord } from './history.ts';

/** Sites: created, changed, shared, imported; readers that dealers ask to change. */
export const sites = {
  routes: (ports: SitePorts): readonly Route[] => [...siteRoutes(ports), ...adminSiteRoutes(ports)],
  notifications: siteMails,
};
