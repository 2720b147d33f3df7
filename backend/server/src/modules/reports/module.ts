import type { Route } from '../../platform/http/route.ts';
import { companyDataRoutes } from './companyData.ts';
import { companyOverviewRoutes } from './companyOverview.ts';
import { moneyReportRoutes } from './moneyRoutes.ts';
import { adminOverviewRoutes } from './overviewRoutes.ts';
import type { ReportPorts } from './ports.ts';
import { revenueRoutes } from './revenueRoutes.ts';
import { reportRoutes } from './routes.ts';

/** Reports and the figures of the start page. */
export const reports = {
  routes: (ports: ReportPorts & { readonly table: () => readonly Route[] }): readonly Route[] => [
    ...reportRoutes(ports),
    ...moneyReportRoutes(ports),
    ...revenueRoutes(ports),
    ...adminOverviewRoutes(ports),
    ...companyOverviewRoutes(ports),
    ...companyDataRoutes(ports),
  ],
};
