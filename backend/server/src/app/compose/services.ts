import {
  ACCESS_COLUMNS,
  administrators,
  announceChange,
  nextDealerId,
  openPayments,
  paymentsWithOpenRefunds,
  USERS_VIEW,
  type UserAccess,
  userAccess,
} from '@portal/projections';
import { followInline } from '../../kernel/inline.ts';
import { InlineRuns } from '../../kernel/inlineRuns.ts';
import { withSecondPerson } from '../../kernel/secondPerson.ts';
import { type BillingPorts, SITE_TERMS_READS, siteTermsOf } from '../../modules/billing/module.ts';
import { createErasure } from '../../modules/erasure/module.ts';
import { createPortalSettings } from '../../modules/operations/module.ts';
import {
  createPayments,
  createProviderEvents,
  createSavedCards,
  openCardProviders,
  type PaymentPorts,
  paymentsJob,
} from '../../modules/payments/module.ts';
import {
  createCredentials,
  createLoginLimits,
  createPasskeys,
  createSecondFactors,
  type FindCaller,
  makeFirstAdministrator,
  secondFactorPolicy as policyOver,
  postgresSessionStore,
  type SessionsEnded,
  type UserCommandPorts,
} from '../../modules/users/module.ts';
import { ADVISORY_LOCKS } from '../../platform/database/advisoryLocks.ts';
import { gathered } from '../../platform/database/gathered.ts';
import { underLock, unlessLocked } from '../../platform/database/underLock.ts';
import { processFollower } from '../../platform/followers/runFollowers.ts';
import { SESSIONS_ENDED } from '../../platform/http/changeFeed.ts';
import { createPublicLimits } from '../../platform/http/publicLimits.ts';
import { KEY_CACHE_MS } from '../../platform/keyRing/cachedKeyRing.ts';
import { processes } from '../reactions.ts';
import type { Core } from './core.ts';
import { createLookUp } from './lookUp.ts';
import { composeMail } from './mail.ts';

/** The parts that jobs, followers, routes and command lines share. */
export type Services = Awaited<ReturnType<typeof openServices>>;

export async function openServices(core: Core) {
  const mail = composeMail(core);
  const voidResetLinks = mail.passwordResets.voidAllOf;
  const portalSettings = createPortalSettings(core.pool);
  const approvalLimit = async () => (await portalSettings.read()).approval_limit_cents;
  const { commands, processFollowers } = composeCommands(core, voidResetLinks, approvalLimit);
  const signIn = composeSignIn({ ...core, portalSettings });
  const erasure = createErasure({
    ...core,
    commands,
    secret: core.keys.commands,
    sessions: signIn.sessionStore,
    keysKeptMs: core.overrides.keysKeptMs ?? KEY_CACHE_MS,
  });
  const money = await openMoney({ ...core, commands });
  return { ...core, ...mail, commands, processFollowers, portalSettings, ...signIn, erasure, ...money };
}

/** Notifies the event streams of all portals. */
const sessionsEnded: SessionsEnded = (db, userId) => announceChange(db, SESSIONS_ENDED, [userId]);

/** Ports of commands, and the processes as followers of the log. */
function composeCommands(
  core: Core,
  voidResetLinks: UserCommandPorts['voidResetLinks'],
  approvalLimit: () => Promise<number | null>,
) {
  const { pool, database, tracing, execute, load, upToDate, today, now } = core;
  const followed = tracing === undefined ? processes : processes.map(tracing.process);
  const runs = new InlineRuns();
  const types = new Set(processes.flatMap((process) => process.types));
  const lookUp = createLookUp(core);
  const inline = { ...core, processes: followed, lookUp, runs };
  const commands: UserCommandPorts = {
    execute: withSecondPerson(runs.expecting(execute, types), {
      limit: approvalLimit,
      billingDay: core.billingDay,
    }),
    load,
    readStream: core.readStream,
    followUp: (appended) => followInline(appended, inline),
    usernameHash: core.keys.usernameHash,
    credentials: createCredentials({ pool, now, ended: sessionsEnded, cost: core.overrides.bcryptCost }),
    voidResetLinks,
    billingDay: core.billingDay,
    async siteTerms(accountId) {
      await upToDate(SITE_TERMS_READS);
      return siteTermsOf(pool, accountId);
    },
    nextDealerId: () => nextDealerId(pool),
    administrators: async () => (await administrators(pool, today())).map(({ id }) => id),
    oneByOne: (what, work) => underLock(database, ADVISORY_LOCKS[what], work),
  };
  const processFollowers = followed.map((process) =>
    processFollower(process, { execute, load, lookUp }, runs),
  );
  return { commands, processFollowers };
}

/**
 * Makes the first administrator if there is none.
 * @returns the password if it was generated
 */
export async function ensureFirstAdministrator(services: Services): Promise<string | null> {
  const { settings, now, database, projections, commands } = services;
  const first = await makeFirstAdministrator(commands, settings.admin, {
    now,
    exclusively: (work) => underLock(database, ADVISORY_LOCKS.firstAdministrator, work),
  });
  if (first === null) return null;
  const { types, position } = first.chain;
  if (position !== null) await projections.waitFor({ types, position });
  return first.generatedPassword;
}

/** Authentication, second factor, permissions, limits on attempts. */
function composeSignIn(core: Core & { readonly portalSettings: ReturnType<typeof createPortalSettings> }) {
  const { settings, overrides, now, pool, keys } = core;
  const secondFactorPolicy = policyOver(settings.adminSecondFactor, core.portalSettings.read);
  const accessOf = gathered((ids) => userAccess(pool, ids));
  const callerOf = async (user: UserAccess) => ({
    id: user.id,
    username: user.username,
    isAdmin: user.is_admin,
    staffRole: user.staff_role,
    isApproved: user.is_approved,
    dealerRole: user.is_admin ? null : user.dealer_role,
    accountId: user.account_id,
    needsSecondFactor: await secondFactorPolicy.isDueFrom(user),
  });
  const findCaller: FindCaller = async (userId) => {
    const user = (await accessOf([userId])).get(userId);
    return user === undefined ? null : callerOf(user);
  };
  const accessColumns = { view: USERS_VIEW, columns: ACCESS_COLUMNS };
  return {
    sessionStore: postgresSessionStore(pool, now, accessColumns, sessionsEnded),
    callerOf,
    findCaller,
    secondFactors: createSecondFactors({ pool, now, key: keys.secondFactors, issuer: settings.company.name }),
    secondFactorPolicy,
    passkeys: createPasskeys({ pool, now }),
    companyName: settings.company.name,
    loginLimits: createLoginLimits(pool),
    publicLimits: createPublicLimits(pool, keys.commands, overrides.publicCallLimits),
  };
}

/** Opens the card providers; webhooks are taken once the portal listens. */
async function openMoney(core: Core & { readonly commands: UserCommandPorts }) {
  const { settings, overrides, onStop, pool, database, keys, commands } = core;
  const cards = await openCardProviders({
    ...core,
    stripe: settings.stripe,
    dataDir: settings.dataDir,
    mayHostSimulator: settings.roles.includes('api'),
    installationId: keys.derived('installation').slice(0, 32),
    simulatorSecret: keys.derived('stripe simulator'),
    simulateLive: overrides.simulateLive,
    timeoutMs: overrides.cardTimeoutMs,
  });
  onStop(() => cards.stop());
  const { cardsFor } = cards;
  const ports: PaymentPorts = { ...core, ...commands, cardsFor };
  const payments = createPayments(ports);
  const savedCards = createSavedCards(ports);
  const providerEvents = createProviderEvents({ ...ports, payments, savedCards, pool });
  onStop(() => providerEvents.drained());
  const billing: BillingPorts = { ...core, executeForFollowers: core.execute, payments };
  return {
    cards,
    cardsFor,
    paymentPorts: ports,
    payments,
    savedCards,
    providerEvents,
    paymentsJob: paymentsJob({
      ...ports,
      payments,
      providerEvents,
      openAttempts: (before) => openPayments(pool, before),
      openRefunds: () => paymentsWithOpenRefunds(pool),
      unlessElsewhere: (work) => unlessLocked(database, ADVISORY_LOCKS.reconciler, work),
    }),
    billing,
  };
}
