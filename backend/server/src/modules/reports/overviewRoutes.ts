import { type Overview, overviewSchema, paths } from '@portal/contract';
import { addDays, dollarsFromCents, firstOfNextMonth, startOfDay } from '@portal/domain/values';
import {
  type PortfolioRow,
  parkedCount,
  portalProjections,
  portfolioByMode,
  waitingCounts,
} from '@portal/projections';
import { type Route, route } from '../../platform/http/route.ts';
import type { ReportPorts } from './ports.ts';

const READS = [
  ...['users', 'accounts', 'dealerSites', 'projectedInvoices', 'contacts'],
  ...['migrations', 'payments', 'disputes', 'invoices'],
];
/** Failed payments are shown for this many days. */
const DAYS_OF_FAILED_PAYMENTS = 7;

/** The administrators' home: pending decisions and key figures. */
export function adminOverviewRoutes(ports: Pick<ReportPorts, 'db' | 'today' | 'timeZone'>): Route[] {
  return [
    route('GET', paths.admin.overview, 'admin', {
      summary: 'Pending decisions and key figures',
      answers: { 200: overviewSchema },
      reads: READS,
      handler: async () => {
        const { db, timeZone } = ports;
        const today = ports.today();
        const billingDate = firstOfNextMonth(today);
        const since = startOfDay(addDays(today, -DAYS_OF_FAILED_PAYMENTS), timeZone);
        const [waiting, parked, modes] = await Promise.all([
          waitingCounts(db, { since, today }),
          parkedCount(db, portalProjections),
          portfolioByMode(db, billingDate),
        ]);
        const body: Overview = {
          waiting: { ...waiting, parked },
          live: toPortfolio(modes.find(({ is_demo }) => !is_demo)),
          demo: toPortfolio(modes.find(({ is_demo }) => is_demo)),
          next_billing_date: billingDate,
        };
        return { body };
      },
    }),
  ];
}

function toPortfolio(row: PortfolioRow | undefined): Overview['live'] {
  return {
    companies: row?.companies ?? 0,
    active_sites: row?.active_sites ?? 0,
    active_readers: row?.active_readers ?? 0,
    projected_monthly: dollarsFromCents(row?.projected_monthly_cents ?? 0),
  };
}
