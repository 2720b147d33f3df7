import os from 'node:os';
import path from 'node:path';
import { ALERT_KINDS } from '@portal/contract';
import {
  type Actor,
  billingRunStream,
  eventMetadataSchema,
  type PortalEvent,
  portalEvents,
} from '@portal/domain';
import { dayOfInstant } from '@portal/domain/values';
import {
  createCodec,
  createCommandHandler,
  type EventStore,
  KEEP_FOLDED_MS,
  type LogWriter,
} from '@portal/event-store';
import {
  administrators,
  announceChange,
  carryPositions,
  dropReplaced,
  hostsOfUsers,
  nextDealerId,
  openPayments,
  paymentsWithOpenRefunds,
  portalProjections,
  startProjections,
  userAccess,
  usersByEmail,
  verifyLog,
} from '@portal/projections';
import type { Logger } from 'pino';
import { aroundAppend } from './adapters/aroundAppend.ts';
import { gathered } from './adapters/database/gathered.ts';
import { migrate } from './adapters/database/migrate.ts';
import { type Database, openDatabase } from './adapters/database/openDatabase.ts';
import { showPresence } from './adapters/database/portalPresence.ts';
import { serverMigrations } from './adapters/database/serverMigrations.ts';
import { underLock, unlessLocked } from './adapters/database/underLock.ts';
import { startEmbeddedPostgres } from './adapters/embeddedPostgres/startEmbeddedPostgres.ts';
import { KEEP_KEYS_MS, keptKeys } from './adapters/keyRing/keptKeys.ts';
import { postgresKeyRing } from './adapters/keyRing/postgresKeyRing.ts';
import { openEventStore, openLogWriter } from './adapters/openEventStore.ts';
import { openCardProviders } from './adapters/stripe/cardProviders.ts';
import { countOpenAlerts } from './alerts/alertStore.ts';
import { createAlerts } from './alerts/alerts.ts';
import { diskSpaceOf } from './alerts/checks/lowDisk.ts';
import { followerStates } from './alerts/followerStates.ts';
import { alertChecks, machineChecks } from './alerts/index.ts';
import { billingDuty, periodsToBill } from './billing/billingDuty.ts';
import { type BillingPorts, ReadModelsBehind } from './billing/billingPorts.ts';
import { told } from './billing/runs.ts';
import { administratorsOneByOne } from './commands/administratorsOneByOne.ts';
import { createExecutor } from './commands/executor.ts';
import { makeFirstAdministrator } from './commands/makeFirstAdministrator.ts';
import type { CommandPorts } from './commands/portalCommands.ts';
import { createCredentials } from './credentials/credentials.ts';
import { dunningDuties } from './dunning/duties.ts';
import { createEdge } from './edge/app.ts';
import { createIdempotency } from './edge/idempotency.ts';
import { createLogger } from './edge/logger.ts';
import { createLoginLimits, purgeLoginLimits } from './edge/loginLimits.ts';
import { createMetrics } from './edge/metrics.ts';
import { staticPages } from './edge/pages.ts';
import { createPublicLimits } from './edge/publicLimits.ts';
import { callerReader, type FindCaller } from './edge/readCaller.ts';
import { replacedReadModelsDuty, retentionDuty } from './erasure/duties.ts';
import { createErasure } from './erasure/erasure.ts';
import { cardProviderErasureFollower, erasureFollower } from './erasure/followers.ts';
import type { LogPlace } from './eventLog/place.ts';
import { readStanding } from './figures/standing.ts';
import { timedDuty } from './figures/timedDuty.ts';
import { runFollowers } from './followers/runFollowers.ts';
import { installationKeys } from './installationKeys.ts';
import { createDuties, type Duty } from './jobs/duties.ts';
import { startJobs } from './jobs/startJobs.ts';
import { listen } from './listen.ts';
import { createMail } from './mail/createMail.ts';
import type { MailTransport } from './mail/sender.ts';
import { smtpTransport } from './mail/smtpTransport.ts';
import { createPayments } from './payments/createPayments.ts';
import { createAttemptEnds } from './payments/endAttempt.ts';
import { createKeptCards } from './payments/keptCards.ts';
import type { PaymentPorts } from './payments/paymentPorts.ts';
import { createReconciler, paymentsDuty } from './payments/reconciler.ts';
import { createRefunds, refundFollower } from './payments/refunds.ts';
import { createRefundRetries } from './payments/retryRefund.ts';
import { createProviderEvents } from './payments/webhooks/providerEvents.ts';
import { createPrinters } from './pdf/printers.ts';
import type { Portal, PortalOverrides, StartupProgress } from './portal.ts';
import { createPortalSettings } from './portalSettings/portalSettings.ts';
import { processes } from './processes/index.ts';
import { followInline } from './processes/inline.ts';
import { createLookUp } from './processes/lookUp.ts';
import { startProcessRunner } from './processes/runner.ts';
import { REACTIONS } from './reactions/follower.ts';
import { beginReactions, startReactions } from './reactions/startReactions.ts';
import { databaseCheck, projectionCheck } from './readiness.ts';
import { loadResources } from './resources/loadResources.ts';
import { createChangeFeed } from './routes/events.ts';
import { portalRoutes } from './routes/index.ts';
import type { RoutePorts } from './routes/routePorts.ts';
import { stripeWebhooks } from './routes/stripeWebhooks.ts';
import { secondFactorPolicy as policyOver } from './secondFactor/policy.ts';
import { createSecondFactors } from './secondFactor/secondFactors.ts';
import { postgresSessionStore } from './sessions/sessionStore.ts';
import { sessions, signedInOf } from './sessions/sessions.ts';
import type { Settings } from './settings.ts';
import { simulatorAssets } from './stripeSimulator/index.ts';
import { sealDuty } from './upkeep/sealDuty.ts';
import { createUpkeepTasks } from './upkeep/tasks.ts';

const FRONTEND = path.resolve(import.meta.dirname, '../../../frontend/dist');
/** Of the 10 s of a SIGTERM: requests get these to finish, the rest is for leases and PostgreSQL. */
const DRAIN_MS = 4_000;
const HOUSEKEEPING_MS = 10 * 60_000;
/** Billing waits so long for read models that are behind before it gives up until the next tick. */
const BILLING_WAIT_MS = 30_000;
/** Advisory lock under which the first administrator is made. */
const FIRST_ADMINISTRATOR_LOCK = 72_033;
/** Advisory lock under which administrators lose their role. */
const ADMINISTRATORS_LOCK = 72_034;
/** Advisory lock under which payments are reconciled. */
const RECONCILER_LOCK = 72_062;
/** Advisory lock under which alerts are looked after. */
const ALERTS_LOCK = 72_063;
/** Advisory lock under which dealers get their ids. */
const APPROVALS_LOCK = 72_035;

export type { Portal, PortalOverrides, StartupProgress } from './portal.ts';

/** Builds the portal from its settings: the one file that knows every adapter. */
export function composePortal(settings: Settings, overrides: PortalOverrides = {}): Portal {
  const now = overrides.now ?? (() => new Date());
  const log = overrides.log ?? createLogger(settings.logLevel);
  const progress = overrides.progress ?? { step: () => {}, replaying: () => {} };
  /** What was started, in order; stopped in the opposite one. */
  const started: (() => Promise<unknown>)[] = [];
  let running: Running | null = null;
  let stopping: Promise<void> | null = null;

  const up = (): Running => {
    if (running === null) throw new Error('The portal was not started.');
    return running;
  };

  async function stopAll(): Promise<void> {
    for (const stop of started.splice(0).reverse()) {
      await stop().catch((error: unknown) => log.error({ err: error }, 'stopping failed'));
    }
  }

  return {
    async start() {
      try {
        running = await startAll({ settings, overrides, now, log, progress, started });
      } catch (error) {
        await stopAll();
        throw error;
      }
    },
    stop() {
      stopping ??= stopAll();
      return stopping;
    },
    get url() {
      return up().url;
    },
    get generatedPassword() {
      return up().generatedPassword;
    },
    get routes() {
      return up().routes;
    },
    get commands() {
      return up().commands;
    },
    get projections() {
      return up().projections;
    },
    verifyLog: (options) => up().verifyLog(options),
    get database() {
      return up().database;
    },
    get payments() {
      return up().payments;
    },
    get erasure() {
      return up().erasure;
    },
    get simulator() {
      return up().simulator;
    },
    get billing() {
      return up().billing;
    },
    readStream: (stream) => up().readStream(stream),
    tick: () => up().tick(),
  };
}

type Running = Pick<
  Portal,
  | 'payments'
  | 'erasure'
  | 'simulator'
  | 'url'
  | 'generatedPassword'
  | 'routes'
  | 'commands'
  | 'projections'
  | 'verifyLog'
  | 'database'
  | 'billing'
  | 'readStream'
  | 'tick'
>;

interface Start {
  readonly settings: Settings;
  readonly overrides: PortalOverrides;
  readonly now: () => Date;
  readonly log: Logger;
  readonly progress: StartupProgress;
  readonly started: (() => Promise<unknown>)[];
}

async function startAll({ settings, overrides, now, log, progress, started }: Start): Promise<Running> {
  const resources = await loadResources(settings);
  const { databaseUrl, folders } = await openDatabaseUrl(settings, overrides, log, progress, started);
  const onConnectionError = (error: Error) => log.warn({ err: error }, 'database connection lost');
  const presence = await showPresence(databaseUrl, `${os.hostname()} ${process.pid}`, onConnectionError);
  started.push(() => presence.leave());
  const database = openDatabase(databaseUrl, { onConnectionError });
  started.push(() => database.close());
  const readModels = openDatabase(databaseUrl, {
    onConnectionError,
    maxConnections: 8,
    applicationName: 'portal projections',
  });
  started.push(() => readModels.close());
  await migrate(database.knex, serverMigrations);
  // loaded where somebody asked for it, and stopped after everything it tells of
  const tracing =
    settings.tracing === null
      ? null
      : (await import('./tracing/openTracing.ts')).openTracing(settings.tracing);
  if (tracing !== null) started.push(() => tracing.stop());

  const storedKeys = postgresKeyRing(database.pool, settings.keyEncryptionKey);
  await storedKeys.assertOpens();
  const keyRing = keptKeys(storedKeys, Date.now, () => handler.forget());
  const keys = await installationKeys(keyRing);
  const codec = createCodec({ definitions: portalEvents, metadataSchema: eventMetadataSchema, keyRing });
  const opened = await openEventStore({ eventStoreUrl: settings.eventStoreUrl, databaseUrl, log });
  started.push(() => opened.close());
  const metrics = createMetrics();
  metrics.pool('requests', database.pool);
  metrics.pool('projections', readModels.pool);
  const store = aroundAppend(opened, (stream, events, append) => {
    const measured = () => metrics.append(append);
    return tracing === null ? measured() : tracing.append(stream, events, measured);
  });
  await carryPositions(readModels.pool, store, {
    alsoIn: [{ table: 'process_checkpoints', column: 'position' }],
    onMoved: () => progress.step('comparing the log with its copy in another store'),
  });

  const handler = createCommandHandler<PortalEvent, Actor>({ store, codec, clock: { now } });
  const { execute: executed, load } = createExecutor(handler, (count) => metrics.appended(count));
  const execute = tracing === null ? executed : tracing.execute(executed);
  const followed = tracing === null ? processes : processes.map(tracing.process);
  const projections = await startProjections({
    store,
    codec,
    pool: readModels.pool,
    projections: portalProjections,
    log,
    owner: `${os.hostname()} ${process.pid}`,
    run: settings.roles.includes('projections'),
    onBatch: (projection, events, startedAt) => {
      metrics.batch(projection, events.length, (Date.now() - startedAt) / 1_000);
      tracing?.batch(projection, events, startedAt);
    },
  });
  started.push(() => projections.stop());
  if (settings.roles.includes('projections')) {
    progress.step('bringing read models up to date');
    await projections.caughtUp(({ done, total }) => progress.replaying(done, total));
  }

  const credentials = createCredentials({
    pool: database.pool,
    now,
    ...(overrides.bcryptCost === undefined ? {} : { cost: overrides.bcryptCost }),
  });
  const today = () => dayOfInstant(now().toISOString(), settings.billingTimeZone);
  const compare = (a: string, b: string) => store.comparePositions(a, b);
  const billingDay = (instant: string) => dayOfInstant(instant, settings.billingTimeZone);
  const lookUp = createLookUp(database.pool, projections, today, billingDay);
  const commands: CommandPorts = {
    execute,
    load,
    followUp: (appended) =>
      followInline(appended, { processes: followed, execute, load, lookUp, log, compare }),
    usernameHash: keys.usernameHash,
    credentials,
    billingDay,
    nextDealerId: () => nextDealerId(database.pool),
    approvalsOneByOne: (work) => underLock(database, APPROVALS_LOCK, work),
    administratorsOneByOne: administratorsOneByOne({
      exclusively: (work) => underLock(database, ADMINISTRATORS_LOCK, work),
      listed: async () => (await administrators(database.pool, today())).map(({ id }) => id),
      load,
    }),
  };
  const readStream: RoutePorts['readStream'] = async (stream, { personal = true } = {}) =>
    codec.decode(await store.read(stream), { personal });
  const billing: BillingPorts = {
    commands,
    payments: { withdraw: (...attempt) => payments.withdraw(...attempt) },
    readStream,
    db: database.pool,
    now,
    timeZone: settings.billingTimeZone,
    upToDate: async (names) => {
      const head = await store.head();
      if (head === null) return;
      const freshness = await projections.waitForProjections(names, head, { timeoutMs: BILLING_WAIT_MS });
      if (freshness !== 'fresh') throw new ReadModelsBehind();
    },
  };
  const runner = settings.roles.includes('reactions')
    ? startProcessRunner({
        processes: followed,
        store,
        codec,
        pool: database.pool,
        execute,
        load,
        lookUp,
        log,
      })
    : null;
  if (runner !== null) started.push(() => runner.stop());

  let url = settings.publicUrl ?? '';
  const publicUrl = () => settings.publicUrl ?? url;
  const { company } = settings;
  const cards = await openCardProviders({
    settings,
    databaseUrl,
    pool: database.pool,
    installationId: keys.derived('installation').slice(0, 32),
    simulatorSecret: keys.derived('stripe simulator'),
    simulateLive: overrides.simulateLive,
    timeoutMs: overrides.cardTimeoutMs,
    ownUrl: () => url,
    publicUrl,
    now,
    log,
  });
  started.push(() => cards.stop());
  const forPayments: PaymentPorts = {
    execute,
    load,
    eventsOf: async (stream) => codec.decode(await store.read(stream), { personal: true }),
    followUp: commands.followUp,
    compare,
    cardsFor: cards.cardsFor,
    billingDay: commands.billingDay,
    now,
    log,
  };
  const payments = createPayments(forPayments);
  const keptCards = createKeptCards(forPayments);
  const refunds = createRefunds(forPayments);
  const providerEvents = createProviderEvents({
    ...forPayments,
    payments,
    keptCards,
    refunds,
    pool: database.pool,
  });
  started.push(() => providerEvents.drained());
  const reconcile = createReconciler({
    now,
    log,
    payments,
    refunds,
    providerEvents,
    openAttempts: (before) => openPayments(database.pool, before),
    openRefunds: () => paymentsWithOpenRefunds(database.pool),
    unlessElsewhere: (work) => unlessLocked(database, RECONCILER_LOCK, work),
  });
  const transport = mailTransport(settings, overrides);
  const mail = createMail({
    pool: database.pool,
    now,
    log,
    sender: {
      companyName: company.name,
      companyAddress: company.address,
      companyPhone: company.phone,
      companyEmail: company.email,
    },
    transport: transport === null || tracing === null ? transport : tracing.mailTransport(transport),
    traceparent: tracing?.traceparent,
    publicUrl,
    usersByEmail: (email) => usersByEmail(database.pool, email, today()),
    printers: createPrinters({ db: database.pool, letterhead: company, today }),
  });
  const portalSettings = createPortalSettings(database.pool);
  const secondFactorPolicy = policyOver(settings.adminSecondFactor, portalSettings.read);

  const secondFactors = createSecondFactors({
    pool: database.pool,
    now,
    key: keys.secondFactors,
    issuer: company.name,
  });
  const sessionStore = postgresSessionStore(database.pool, now);
  const idempotency = createIdempotency(database.pool, keys.commands);
  const dropOldTables = () => dropReplaced(readModels.pool, portalProjections);
  const erasure = createErasure({
    commands,
    pool: database.pool,
    keyRing,
    secret: keys.commands,
    usernameHash: keys.usernameHash,
    sessions: sessionStore,
    credentials,
    readStream,
    upToDate: billing.upToDate,
    resetTokens: mail.resetTokens,
    keysKeptMs: overrides.keysKeptMs ?? KEEP_KEYS_MS + KEEP_FOLDED_MS,
    dropReplaced: dropOldTables,
    compare,
    today,
    log,
  });
  if (settings.roles.includes('jobs')) {
    const housekeeping = setInterval(() => {
      Promise.all([
        sessionStore.purge(),
        idempotency.purge(),
        purgeLoginLimits(database.pool, now()),
        mail.purge(),
        secondFactors.purge(),
      ]).catch((error: unknown) => log.warn({ err: error }, 'housekeeping failed'));
    }, HOUSEKEEPING_MS);
    housekeeping.unref();
    started.push(async () => clearInterval(housekeeping));
  }

  const accessOf = gathered((ids) => userAccess(database.pool, ids));
  const findCaller: FindCaller = async (userId) => {
    const user = (await accessOf([userId])).get(userId);
    if (user === undefined) return null;
    const { id, username, is_admin: isAdmin, is_approved: isApproved, account_id: accountId } = user;
    return {
      id,
      username,
      isAdmin,
      isApproved,
      accountId,
      needsSecondFactor: await secondFactorPolicy.isDueFrom(user),
    };
  };
  const feed = createChangeFeed((userIds) => hostsOfUsers(database.pool, userIds));
  started.push(async () => feed.close());
  const endFeed = projections.onChange((change) => feed.publish(change));
  started.push(async () => endFeed());

  const api = settings.roles.includes('api');
  const pages = staticPages(overrides.pagesDir ?? FRONTEND, () => ({
    COMPANY_NAME: settings.company.name,
    COMPANY_ADDRESS: settings.company.address,
    COMPANY_PHONE: settings.company.phone,
    COMPANY_EMAIL: settings.company.email,
    YEAR: String(new Date().getFullYear()),
  }));
  if (api && !(await pages.load())) log.warn('frontend/dist is missing: run npm run build');
  const checks = [
    databaseCheck(database, now),
    { name: 'eventStore', run: async () => ({ ok: true, empty: (await store.head()) === null }) },
    projectionCheck(projections),
    { name: 'webhooks', run: async () => ({ ok: true, stuck: await providerEvents.stuck() }) },
    {
      name: 'processes',
      run: async () => ({ ok: true, stuck: runner === null ? 0 : (await runner.stuck()).length }),
    },
  ];
  const upkeepTasks = createUpkeepTasks(database.pool, log);
  started.push(() => upkeepTasks.stop());
  const ownFollowers = [
    refundFollower(refunds, { log }),
    erasureFollower(erasure),
    cardProviderErasureFollower({ readStream, cardsFor: cards.cardsFor, log }),
  ];
  const followers = () =>
    followerStates(database.pool, [...[...processes, ...ownFollowers].map(({ name }) => name), REACTIONS]);
  const alerts = createAlerts({
    checks: alertChecks({
      billing,
      db: database.pool,
      projections,
      providerEvents,
      tasks: upkeepTasks,
      cardsFor: cards.cardsFor,
      followers,
      settings: portalSettings.read,
      now,
      today,
    }),
    machineChecks: machineChecks({
      db: database.pool,
      settings: portalSettings.read,
      host: os.hostname(),
      folders,
      diskSpace: overrides.machine?.diskSpace ?? diskSpaceOf,
      clock: overrides.machine?.clock ?? (() => new Date()),
    }),
    host: os.hostname(),
    pool: database.pool,
    mail: {
      outbox: mail.outbox,
      settings: portalSettings.read,
      administrators: () => administrators(database.pool, today()),
      page: (path) => `${publicUrl()}${path}`,
      timeZone: settings.billingTimeZone,
    },
    now,
    unlessElsewhere: (work) => unlessLocked(database, ALERTS_LOCK, work),
    inTurn: (work) => underLock(database, ALERTS_LOCK, work),
    log,
  });
  started.push(alerts.watchMachine());
  metrics.standing(() =>
    readStanding({
      projections,
      pool: database.pool,
      now,
      followers,
      stuckWebhooks: () => providerEvents.stuck(),
      newestRun: async () => {
        const period = (await periodsToBill(billing)).at(-1);
        return period === undefined ? null : told(await readStream(billingRunStream(period)));
      },
    }),
  );
  metrics.alerts(ALERT_KINDS, () => countOpenAlerts(database.pool));
  const routes = portalRoutes(
    {
      commands,
      billing,
      payments,
      keptCards,
      refundRetries: createRefundRetries(forPayments, refunds),
      attemptEnds: createAttemptEnds(forPayments),
      db: database.pool,
      pool: database.pool,
      letterhead: company,
      readStream,
      readStored: (stream) => store.read(stream),
      usersReach: (position) => projections.waitForProjections(['users'], position, { timeoutMs: 2_000 }),
      now,
      today,
      timeZone: settings.billingTimeZone,
      loginLimits: createLoginLimits(database.pool),
      publicLimits: createPublicLimits(database.pool, keys.commands, overrides.publicCallLimits),
      outbox: mail.outbox,
      page: (path) => `${publicUrl()}${path}`,
      portalSettings,
      announce: (name) => announceChange(database.pool, name),
      resetTokens: mail.resetTokens,
      erasure,
      secondFactors,
      adminSecondFactor: settings.adminSecondFactor,
      secondFactorPolicy,
      resources,
    },
    {
      feed,
      readCaller: ({ id }) => findCaller(id),
      checks,
      metrics,
      upkeep: {
        tasks: upkeepTasks,
        projections,
        verify: (options) => verifyLog(store, readModels.pool, options),
      },
      alerts,
    },
  );

  const https = settings.publicUrl?.startsWith('https:') ?? false;
  const app = createEdge({
    tracing: tracing ?? undefined,
    // a portal that only works in the background tells its health and nothing else
    routes: api ? routes : routes.filter((line) => !line.path.startsWith('/api/')),
    logger: log,
    metrics,
    publicUrl,
    https,
    trustProxy: settings.trustProxy,
    sessions: sessions({ store: sessionStore, secure: https }),
    cookieKeys: [settings.sessionSecret],
    pages,
    unread: [
      simulatorAssets(cards.simulatorUrl),
      ...(api ? [stripeWebhooks({ payments, providerEvents, now })] : []),
    ],
    hasSession: (ctx) => signedInOf(ctx) !== null,
    readCaller: callerReader(sessionStore, findCaller),
    freshness: {
      isInLog: async (position) => {
        const head = await store.head();
        return head !== null && store.comparePositions(position, head) <= 0;
      },
      waitForTypes: async (types, position, timeoutMs) =>
        (await projections.waitFor({ types, position }, { timeoutMs })) === 'fresh',
      waitForProjections: async (names, position, timeoutMs) =>
        (await projections.waitForProjections(names, position, { timeoutMs })) === 'fresh',
    },
    idempotency,
    now,
  });

  const first = api
    ? await makeFirstAdministrator(commands, settings.admin, {
        now,
        exclusively: (work) => underLock(database, FIRST_ADMINISTRATOR_LOCK, work),
      })
    : null;
  if (first !== null && first.chain.position !== null) {
    await projections.waitFor({ types: first.chain.types, position: first.chain.position });
  }
  await beginReactions({ store, pool: database.pool });
  const listening = await listen(app, settings.host, settings.port);
  started.push(() => {
    // open event streams would hold the drain up
    feed.close();
    return listening.close(DRAIN_MS);
  });
  url = listening.address;
  cards.takeWebhooks();
  if (settings.roles.includes('reactions')) {
    started.push(mail.answer());
    const following = runFollowers(ownFollowers, { store, codec, pool: database.pool, log });
    started.push(() => following.stop());
    const running = startReactions({
      store,
      codec,
      pool: database.pool,
      load,
      projections,
      outbox: mail.outbox,
      now,
      log,
      today,
      publicUrl,
      supportEmail: company.email,
      around: tracing?.reaction,
    });
    started.push(() => running.stop());
  }
  // what the portal sees to by itself at start and once a minute: add yours
  const dunning = {
    commands,
    payments,
    db: database.pool,
    outbox: mail.outbox,
    portalSettings,
    log,
    now,
    today,
    page: (path: string) => `${publicUrl()}${path}`,
  };
  const due: readonly Duty[] = [
    billingDuty(billing, log),
    paymentsDuty(reconcile),
    ...dunningDuties(dunning),
    retentionDuty({ commands, db: database.pool, keyRing, now, today }),
    replacedReadModelsDuty(dropOldTables),
    sealDuty({ commands, db: database.pool, now, today }),
    alerts.duty,
  ];
  const timed = due.map((duty) => timedDuty(duty, metrics));
  const duties = createDuties(tracing === null ? timed : timed.map(tracing.duty), log);
  started.push(() => duties.stop());
  if (settings.roles.includes('jobs')) {
    started.push(mail.send());
    const jobs = await startJobs({ duties, databaseUrl, log });
    started.push(() => jobs.stop());
  }
  return {
    url,
    generatedPassword: first?.generatedPassword ?? null,
    routes,
    commands,
    projections,
    verifyLog: (options) => verifyLog(store, readModels.pool, options),
    database,
    payments,
    erasure,
    get simulator() {
      return cards.simulator;
    },
    billing,
    readStream,
    tick: () => duties.tickAll(),
  };
}

/** The database's address, and the folders of this machine that it and the portal write to. */
async function openDatabaseUrl(
  settings: Settings,
  { sharesDatabase = false }: PortalOverrides,
  log: Logger,
  progress: StartupProgress,
  started: Start['started'],
): Promise<{ readonly databaseUrl: string; readonly folders: readonly string[] }> {
  const { dataDir } = settings;
  if (settings.databaseUrl !== null) return { databaseUrl: settings.databaseUrl, folders: [dataDir] };
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log,
    onProgress: (step) => progress.step(step),
    whenInUse: sharesDatabase ? 'share' : 'refuse',
  });
  started.push(() => postgres.stop());
  return { databaseUrl: postgres.connectionString, folders: [dataDir, postgres.dataFolder] };
}

/** SMTP where SMTP_URL names a server; else null, and mails stay in the outbox. */
function mailTransport({ mail }: Settings, overrides: PortalOverrides): MailTransport | null {
  if (overrides.mailTransport !== undefined) return overrides.mailTransport;
  return mail.smtpUrl === null ? null : smtpTransport(mail.smtpUrl, mail.from);
}

/** Database and event stores of an installation without a portal on them: for what moves, saves and restores its log. */
export interface Installation {
  readonly databaseUrl: string;
  readonly database: Database;
  /** Where the settings say that the log lies; null for the database. */
  readonly eventStoreUrl: string | null;
  /** The server's own tables, made or brought up to date: all of them, or those of these names. */
  migrate(names?: readonly string[]): Promise<void>;
  /** The log at a place and a writer into it; a PostgreSQL gets the event store's schema. Both close with the installation. */
  openLog(place: LogPlace): Promise<{ readonly store: EventStore; readonly writer: LogWriter }>;
  close(): Promise<void>;
}

/** Uses the embedded PostgreSQL of a portal that runs beside, or starts it. */
export async function openInstallation(settings: Settings, log: Logger): Promise<Installation> {
  const started: (() => Promise<unknown>)[] = [];
  const progress = { step: () => {}, replaying: () => {} };
  const { databaseUrl } = await openDatabaseUrl(settings, { sharesDatabase: true }, log, progress, started);
  const database = openDatabase(databaseUrl, {
    onConnectionError: (error) => log.warn({ err: error }, 'database connection lost'),
  });
  started.push(() => database.close());
  return {
    databaseUrl,
    database,
    eventStoreUrl: settings.eventStoreUrl,
    async migrate(names) {
      const wanted = serverMigrations.filter(({ name }) => names === undefined || names.includes(name));
      await migrate(database.knex, wanted);
    },
    async openLog(place) {
      const at = {
        eventStoreUrl: place.kind === 'eventstoredb' ? place.url : null,
        databaseUrl: place.kind === 'postgres' ? place.url : databaseUrl,
        log,
      };
      const store = await openEventStore(at);
      started.push(() => store.close());
      const writer = await openLogWriter(store, at);
      started.push(() => writer.close());
      return { store, writer };
    },
    async close() {
      for (const stop of started.splice(0).reverse()) {
        await stop().catch((error: unknown) => log.error({ err: error }, 'stopping failed'));
      }
    },
  };
}
