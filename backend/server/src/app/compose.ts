import { createPortalSettings } from '../modules/operations/module.ts';
import { createIdempotency } from '../platform/http/idempotency.ts';
import { composeCommands, ensureFirstAdministrator } from './compose/commands.ts';
import { openDatabases } from './compose/databases.ts';
import { composeEdge, serve } from './compose/edge.ts';
import { composeErasure } from './compose/erasure.ts';
import { openEventLog } from './compose/eventLog.ts';
import { composeFollowers, startFollowing } from './compose/followers.ts';
import { composeJobs, runJobs } from './compose/jobs.ts';
import { composeMail } from './compose/mail.ts';
import { openMoney } from './compose/money.ts';
import { openMonitoring } from './compose/monitoring.ts';
import { beginNotifications } from './compose/notifications.ts';
import { startReadModels } from './compose/readModels.ts';
import { composeRoutes } from './compose/routes.ts';
import { composeSignIn } from './compose/signIn.ts';
import { createStartup, type Startup } from './compose/startup.ts';
import { startWatch } from './compose/watch.ts';
import { loadResources } from './loadResources.ts';
import type { Portal, PortalOverrides } from './portal.ts';
import type { Settings } from './settings.ts';
import { untilReachable } from './startup/untilReachable.ts';

export { type Installation, openInstallation } from './compose/installation.ts';
export type { Portal, PortalOverrides, StartupProgress } from './portal.ts';

/** Builds the portal from its settings. Adapters are opened only here and in `compose/`. */
export function composePortal(settings: Settings, overrides: PortalOverrides = {}): Portal {
  const startup = createStartup(settings, overrides);
  let stopping: Promise<void> | null = null;
  // the rest is added by `start`
  const portal = {
    async start() {
      const running = await untilReachable(() => startAll(startup), {
        undo: () => startup.stopAll(),
        isOver: () => stopping !== null,
        settings,
        log: startup.log,
        // a command line fails at once
        ...(overrides.sharesDatabase === true ? { forMs: 0 } : {}),
      }).catch(async (error: unknown) => {
        // stopping makes a start fail: the stop ends first
        await stopping;
        throw error;
      });
      Object.defineProperties(portal, Object.getOwnPropertyDescriptors(running));
    },
    stop() {
      stopping ??= startup.stopAll();
      return stopping;
    },
  } as Portal;
  return portal;
}

type Running = Omit<Portal, 'start' | 'stop'>;

/**
 * `open…` connects, `start…` runs something, `compose…` only puts together. Parts register with `onStop`; a stop runs in
 * the opposite order: jobs, mails and requests first, PostgreSQL last.
 */
async function startAll(startup: Startup): Promise<Running> {
  const { settings } = startup;
  const roles = new Set(settings.roles);
  const resources = await loadResources(settings);

  const databases = await openDatabases(startup);
  const monitoring = await openMonitoring(startup, { databases });
  const eventLog = await openEventLog(startup, { databases, monitoring });
  const readModels = await startReadModels(startup, { databases, monitoring, eventLog });
  const core = { databases, monitoring, eventLog, readModels };

  const mail = composeMail(startup, core);
  const { commands, processFollowers } = composeCommands(startup, { ...core, mail });
  const money = await openMoney(startup, { ...core, commands });
  const portalSettings = createPortalSettings(databases.database.pool);
  const signIn = composeSignIn(startup, { ...core, portalSettings });
  const erasure = composeErasure(startup, { ...core, commands, signIn });
  const followers = composeFollowers(startup, { ...core, processFollowers, money, mail, erasure });
  const watch = startWatch(startup, { ...core, money, mail, portalSettings, followers });
  const parts = { resources, ...core, commands, money, mail, portalSettings, signIn, erasure, watch };

  const { routes, feed } = composeRoutes(startup, parts);
  const idempotency = createIdempotency(databases.database.pool, eventLog.keys.commands);
  const edge = await composeEdge(startup, { ...parts, idempotency, routes });
  const generatedPassword = roles.has('api') ? await ensureFirstAdministrator(startup, parts) : null;
  await beginNotifications(core);
  await serve(startup, { edge, feed, money });

  if (roles.has('reactions')) startFollowing(startup, { ...parts, followers });
  const jobs = composeJobs(startup, parts);
  if (roles.has('jobs')) await runJobs(startup, { ...parts, idempotency, jobs });

  return {
    url: startup.ownUrl(),
    generatedPassword,
    routes,
    commands,
    projections: readModels.projections,
    verifyLog: readModels.verifyLog,
    database: databases.database,
    payments: money.payments,
    refunds: money.refunds,
    erasure,
    get simulator() {
      return money.cards.simulator;
    },
    billing: money.billing,
    tick: () => jobs.tickAll(),
  };
}
