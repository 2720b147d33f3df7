import { createPortalSettings } from '../modules/operations/module.ts';
import { createIdempotency } from '../platform/http/idempotency.ts';
import { composeCommands, ensureFirstAdministrator } from './compose/commands.ts';
import { openCore } from './compose/core.ts';
import { composeEdge, composeRoutes, serve } from './compose/http.ts';
import { beginNotifications, composeMail } from './compose/mail.ts';
import { openMoney } from './compose/money.ts';
import { composeJobs, runJobs, startWatch } from './compose/operations.ts';
import { composeErasure, composeFollowers, startFollowing } from './compose/reactions.ts';
import { composeSignIn } from './compose/signIn.ts';
import { createStartup, type Startup } from './compose/startup.ts';
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
  let running: Running | null = null;
  const started = (): Running => {
    if (running === null) throw new Error('The portal has not started.');
    return running;
  };
  return {
    async start() {
      running = await untilReachable(() => startAll(startup), {
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
    },
    stop() {
      stopping ??= startup.stopAll();
      return stopping;
    },
    get url() {
      return started().url;
    },
    get generatedPassword() {
      return started().generatedPassword;
    },
    get routes() {
      return started().routes;
    },
    get commands() {
      return started().commands;
    },
    get projections() {
      return started().projections;
    },
    get database() {
      return started().database;
    },
    get payments() {
      return started().payments;
    },
    get refunds() {
      return started().refunds;
    },
    get erasure() {
      return started().erasure;
    },
    get simulator() {
      return started().simulator;
    },
    get billing() {
      return started().billing;
    },
    verifyLog: (options) => started().verifyLog(options),
    tick: () => started().tick(),
  };
}

type Running = Omit<Portal, 'start' | 'stop'>;

/**
 * `open…` connects, `start…` runs something, `compose…` only puts together. Parts register with `onStop`; a stop runs in
 * the opposite order: jobs, mails and requests first, PostgreSQL last.
 */
async function startAll(startup: Startup): Promise<Running> {
  const roles = new Set(startup.settings.roles);
  const resources = await loadResources(startup.settings);
  const core = await openCore(startup);
  const { database } = core.databases;
  const portalSettings = createPortalSettings(database.pool);
  const mail = composeMail(startup, core);
  const { commands, processFollowers } = composeCommands(startup, core, mail);
  const money = await openMoney(startup, core, commands);
  const signIn = composeSignIn(startup, core, portalSettings);
  const erasure = composeErasure(startup, core, commands, signIn);
  const services = { ...core, commands, money, mail, portalSettings, signIn, erasure };
  const followers = composeFollowers(startup, services, processFollowers);
  const watch = startWatch(startup, services, followers);

  const parts = { ...services, resources, watch };
  const { routes, feed } = composeRoutes(startup, parts);
  const idempotency = createIdempotency(database.pool, core.eventLog.keys.commands);
  const edge = await composeEdge(startup, parts, idempotency, routes);
  const generatedPassword = roles.has('api') ? await ensureFirstAdministrator(startup, core, commands) : null;
  await beginNotifications(core);
  await serve(startup, money, edge, feed);

  if (roles.has('reactions')) startFollowing(startup, services, followers);
  const jobs = composeJobs(startup, services, watch.alerts);
  if (roles.has('jobs')) await runJobs(startup, services, idempotency, jobs);

  return {
    url: startup.ownUrl(),
    generatedPassword,
    routes,
    commands,
    projections: core.readModels.projections,
    verifyLog: core.readModels.verifyLog,
    database,
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
