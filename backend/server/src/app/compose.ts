import { createIdempotency } from '../platform/http/idempotency.ts';
import { composeFollowers, composeJobs, runJobs, startFollowing, startWatch } from './compose/background.ts';
import { openCore } from './compose/core.ts';
import { composeEdge, composeRoutes, serve } from './compose/http.ts';
import { beginNotifications } from './compose/mail.ts';
import { ensureFirstAdministrator, openServices } from './compose/services.ts';
import { createStartup, type Startup } from './compose/startup.ts';
import { loadResources } from './loadResources.ts';
import type { PortalOverrides } from './portal.ts';
import type { Settings } from './settings.ts';
import { untilReachable } from './startup/untilReachable.ts';

export { type Installation, openInstallation } from './compose/databases.ts';
export type { PortalOverrides, StartupProgress } from './portal.ts';

/** A portal that has started: its parts, for command lines, the demo, benches and tests. */
export type Portal = Awaited<ReturnType<typeof startAll>>;

export type ComposedPortal = ReturnType<typeof composePortal>;

/** Builds the portal from its settings. Adapters are opened only here and in `compose/`. */
export function composePortal(settings: Settings, overrides: PortalOverrides = {}) {
  const startup = createStartup(settings, overrides);
  let stopping: Promise<void> | null = null;
  const stop = () => {
    stopping ??= startup.stopAll();
    return stopping;
  };
  return {
    /** Starts everything. Rejects with an error of one line. */
    start: (): Promise<Portal> =>
      untilReachable(() => startAll(startup, stop), {
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
      }),
    /** Drains within 10 s: requests first, PostgreSQL last. Idempotent. */
    stop,
  };
}

/**
 * `open…` connects, `start…` runs something, `compose…` only puts together. Each gets all parts before it. Parts register
 * with `onStop`; a stop runs in the opposite order: jobs, mails and requests first, PostgreSQL last.
 */
async function startAll(startup: Startup, stop: () => Promise<void>) {
  const roles = new Set(startup.settings.roles);
  const resources = await loadResources(startup.settings);
  const core = await openCore(startup);
  const services = await openServices(core);
  const followers = composeFollowers(services);
  const watch = startWatch(services, followers);
  const { routes, feed } = composeRoutes({ ...services, ...watch, resources });
  const idempotency = createIdempotency(core.pool, core.keys.commands);
  const edge = await composeEdge(services, idempotency, routes);
  const generatedPassword = roles.has('api') ? await ensureFirstAdministrator(services) : null;
  await beginNotifications(core);
  await serve(services, edge, feed);
  if (roles.has('reactions')) startFollowing(services, followers);
  const jobs = composeJobs(services, watch.alerts);
  if (roles.has('jobs')) await runJobs(services, idempotency, jobs);
  return {
    ...services,
    /** e.g. `http://127.0.0.1:3000` */
    url: services.ownUrl(),
    /** The first administrator's password if it was generated; shown once. */
    generatedPassword,
    /** The route table, for tests that go through all of it. */
    routes,
    /** The embedded Stripe simulator; null if another portal runs it, or none. */
    get simulator() {
      return services.cards.simulator;
    },
    /** Runs every job now, with any role, for tests and the demo. */
    tick: () => jobs.tickAll(),
    stop,
  };
}
