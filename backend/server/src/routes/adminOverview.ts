import { type Overview, paths } from '@portal/contract';
import { dollarsFromCents, firstOfNextMonth } from '@portal/domain/values';
import {
  type PortfolioRow,
  parkedCount,
  portalProjections,
  portfolioByMode,
  waitingCounts,
} from '@portal/projections';
import { type Route, route } from '../edge/route.ts';
import type { RoutePorts } from './routePorts.ts';

const READS = ['users', 'accounts', 'dealerSites', 'projectedInvoices', 'contacts'];

/** What needs a decision now and how the business stands: the administrators' home. */
export function adminOverviewRoutes({ db, today }: Pick<RoutePorts, 'db' | 'today'>): Route[] {
  return [
    route({
      method: 'GET',
      path: paths.admin.overview,
      access: 'admin',
      reads: READS,
      handler: async () => {
        const billingDate = firstOfNextMonth(today());
        const [waiting, parked, modes] = await Promise.all([
          waitingCounts(db),
          parkedCount(db, portalProjections),
          portfolioByMode(db, billingDate),
        ]);
        const body: Overview = {
          waiting: {
            ...waiting,
            migrations: 0,
            failed_payments: 0,
            disputes: 0,
            unclaimed_payments: 0,
            overdue_invoices: 0,
            parked,
          },
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
