import { paths, type Resources, resourcesSchema } from '@portal/contract';
import { announceChange } from '@portal/projections';
import { audit, createInitiators } from '../../modules/audit/module.ts';
import { billing } from '../../modules/billing/module.ts';
import { companies } from '../../modules/companies/module.ts';
import { contacts } from '../../modules/contacts/module.ts';
import { disputes } from '../../modules/disputes/module.ts';
import { erasure } from '../../modules/erasure/module.ts';
import { invoices } from '../../modules/invoices/module.ts';
import { migrations } from '../../modules/migrations/module.ts';
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
import type { ReadPorts } from '../../platform/readPorts.ts';
import { apiDocsRoutes } from '../apiDocs/routes.ts';
import type { Watch } from './operations.ts';
import type { Services } from './reactions.ts';
import type { Startup } from './startup.ts';

/** What routes are made from. */
export interface RouteParts extends Services {
  readonly resources: Resources;
  readonly watch: Watch;
}

export function portalRoutes(
  {
    settings,
    now,
    today,
    page,
    print,
    writeCsv,
  }: Pick<Startup, 'settings' | 'now' | 'today' | 'page' | 'print' | 'writeCsv'>,
  {
    databases,
    commands,
    eventLog,
    readModels,
    money,
    mail,
    signIn,
    watch,
    resources,
    monitoring,
    portalSettings,
    erasure: eraser,
  }: RouteParts,
  feed: ChangeFeed,
  checks: readonly Check[],
): readonly Route[] {
  const { pool } = databases.database;
  const { projections } = readModels;
  const { alerts } = watch;
  const { payments: cardPayments, billing: billingPorts } = money;
  const reads: ReadPorts = {
    db: pool,
    readStream: eventLog.readStream,
    readStreams: eventLog.readStreams,
    initiators: createInitiators({
      db: pool,
      readStored: eventLog.readStored,
      indexReaches: (position) =>
        projections.waitForProjections(['logIndex'], position, { timeoutMs: FRESHNESS_MS }),
    }),
    now,
    today,
    timeZone: settings.billingTimeZone,
  };
  const table: readonly Route[] = [
    ...users.routes({
      ...reads,
      commands,
      feed,
      sessionStore: signIn.sessionStore,
      findCaller: signIn.findCaller,
      loginLimits: signIn.loginLimits,
      publicLimits: signIn.publicLimits,
      secondFactors: signIn.secondFactors,
      secondFactorPolicy: signIn.secondFactorPolicy,
      resetTokens: mail.passwordResets.tokens,
      usersReach: (position) => projections.waitForProjections(['users'], position, { timeoutMs: 2_000 }),
      eraseUser: eraser.eraseUser,
    }),
    ...companies.routes({
      ...reads,
      commands,
      paymentMethodOf: async (accountId) => toPaymentMethod(await money.savedCards.of(accountId)),
    }),
    ...sites.routes({ ...reads, commands, payments: cardPayments }),
    ...orders.routes({ ...reads, commands, payments: cardPayments, print }),
    ...migrations.routes({ ...reads, commands, payments: cardPayments }),
    ...payments.routes({
      ...reads,
      commands,
      payments: cardPayments,
      savedCards: money.savedCards,
      refundRetries: money.refundRetries,
      attemptEnds: money.attemptEnds,
      lookAgain: alerts.lookAgain,
    }),
    ...invoices.routes({
      ...reads,
      commands,
      payments: cardPayments,
      print,
      writeCsv,
      outbox: mail.outbox,
      page,
    }),
    ...billing.routes({ ...reads, commands, billing: billingPorts }),
    ...disputes.routes({ ...reads, commands, billing: billingPorts }),
    ...contacts.routes({ ...reads, commands, publicLimits: signIn.publicLimits }),
    ...audit.routes({ ...reads, print, readStored: eventLog.readStored }),
    ...reports.routes({ ...reads, pool, print, writeCsv }),
    ...erasure.routes({ erasure: eraser }),
    ...operations.routes({
      ...reads,
      pool,
      outbox: mail.outbox,
      portalSettings,
      announce: (name) => announceChange(pool, name),
      adminSecondFactor: settings.adminSecondFactor,
      alerts,
      maintenance: { tasks: watch.maintenanceTasks, projections, verify: readModels.verifyLog },
    }),
    ...resourceRoutes(resources),
    ...apiDocsRoutes(() => table),
    ...healthRoutes(checks, monitoring.metrics),
  ];
  return table;
}

/** Not public, because the panels' key is part of it. */
function resourceRoutes(resources: Resources): Route[] {
  return [
    route('GET', paths.resources, 'approved', {
      summary: 'Installation steps, panel settings and downloads',
      answers: { 200: resourcesSchema },
      handler: async () => ({ body: resources }),
    }),
  ];
}
