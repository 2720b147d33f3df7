import { paths, type Resources, resourcesSchema } from '@portal/contract';
import { announceChange } from '@portal/projections';
import { approvals } from '../../modules/approvals/module.ts';
import { audit, createInitiators } from '../../modules/audit/module.ts';
import { billing } from '../../modules/billing/module.ts';
import { books } from '../../modules/books/module.ts';
import { companies } from '../../modules/companies/module.ts';
import { contacts } from '../../modules/contacts/module.ts';
import { disputes } from '../../modules/disputes/module.ts';
import { erasure } from '../../modules/erasure/module.ts';
import { invoices } from '../../modules/invoices/module.ts';
import { migrations } from '../../modules/migrations/module.ts';
import { notes } from '../../modules/notes/module.ts';
import { operations } from '../../modules/operations/module.ts';
import { orders } from '../../modules/orders/module.ts';
import { payments, toPaymentMethod } from '../../modules/payments/module.ts';
import { reports } from '../../modules/reports/module.ts';
import { sites } from '../../modules/sites/module.ts';
import { users } from '../../modules/users/module.ts';
import { type Check, healthRoutes } from '../../platform/health/healthRoutes.ts';
import type { ChangeFeed } from '../../platform/http/changeFeed.ts';
import { FRESHNESS_MS } from '../../platform/http/freshness.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { apiDocsRoutes } from '../apiDocs/routes.ts';
import type { Watch } from './background.ts';
import type { Services } from './services.ts';

/** What routes are made from. */
export interface RouteParts extends Services, Watch {
  readonly resources: Resources;
}

export type RoutePorts = ReturnType<typeof routePorts>;

export function routePorts(parts: RouteParts, feed: ChangeFeed, checks: readonly Check[]) {
  const { pool, projections } = parts;
  return {
    ...parts,
    feed,
    checks,
    initiators: createInitiators({
      ...parts,
      indexReaches: (position) =>
        projections.waitForProjections(['logIndex'], position, { timeoutMs: FRESHNESS_MS }),
    }),
    usersReach: (position: string) =>
      projections.waitForProjections(['users'], position, { timeoutMs: 2_000 }),
    eraseUser: parts.erasure.eraseUser,
    paymentMethodOf: async (accountId: string) => toPaymentMethod(await parts.savedCards.of(accountId)),
    lookAgain: parts.alerts.lookAgain,
    announce: (name: string) => announceChange(pool, name),
    adminSecondFactor: parts.settings.adminSecondFactor,
  };
}

export function portalRoutes(ports: RoutePorts): readonly Route[] {
  const table: readonly Route[] = [
    ...users.routes(ports),
    ...companies.routes(ports),
    ...sites.routes(ports),
    ...orders.routes(ports),
    ...migrations.routes(ports),
    ...payments.routes(ports),
    ...invoices.routes(ports),
    ...billing.routes(ports),
    ...books.routes(ports),
    ...disputes.routes(ports),
    ...notes.routes(ports),
    ...approvals.routes({ ...ports, table: () => table }),
    ...contacts.routes(ports),
    ...audit.routes(ports),
    ...reports.routes({ ...ports, table: () => table }),
    ...erasure.routes(ports),
    ...operations.routes(ports),
    // not public, because the panels' key is part of it
    route('GET', paths.resources, 'approved', {
      summary: 'Installation steps, panel settings and downloads',
      answers: { 200: resourcesSchema },
      handler: async () => ({ body: ports.resources }),
    }),
    ...apiDocsRoutes(() => table),
    ...healthRoutes(ports.checks, ports.metrics),
  ];
  return table;
}
