import { administrators, nextDealerId } from '@portal/projections';
import { followInline } from '../../kernel/inline.ts';
import { InlineRuns } from '../../kernel/inlineRuns.ts';
import { SITE_TERMS_READS, siteTermsOf } from '../../modules/billing/module.ts';
import {
  administratorsOneByOne,
  createCredentials,
  makeFirstAdministrator,
  type UserCommandPorts,
} from '../../modules/users/module.ts';
import { ADVISORY_LOCKS } from '../../platform/database/advisoryLocks.ts';
import { underLock } from '../../platform/database/underLock.ts';
import { type Follower, processFollower } from '../../platform/followers/runFollowers.ts';
import { createLookUp } from '../lookUp.ts';
import { processes } from '../processes.ts';
import type { Core } from './core.ts';
import type { PortalMail } from './mail.ts';
import { sessionsEnded } from './signIn.ts';
import type { Startup } from './startup.ts';

/** Ports of commands, and the processes as followers of the log. */
export function composeCommands(
  { overrides, now, today, billingDay, log }: Startup,
  {
    databases: { database },
    monitoring: { tracing },
    eventLog: { keys, execute, load, readStream, compare },
    readModels: { projections, upToDate },
  }: Core,
  mail: PortalMail,
): { readonly commands: UserCommandPorts; readonly processFollowers: readonly Follower[] } {
  const { pool } = database;
  const followed = tracing === null ? processes : processes.map(tracing.process);
  const runs = new InlineRuns();
  const types = new Set(processes.flatMap((process) => process.types));
  const lookUp = createLookUp(pool, projections, today, billingDay);
  const commands: UserCommandPorts = {
    execute: runs.expecting(execute, types),
    load,
    readStream,
    followUp: (appended) =>
      followInline(appended, { processes: followed, execute, load, lookUp, log, compare, runs }),
    usernameHash: keys.usernameHash,
    credentials: createCredentials({
      pool,
      now,
      ended: sessionsEnded,
      cost: overrides.bcryptCost,
    }),
    voidResetLinks: mail.passwordResets.tokens.voidAllOf,
    billingDay,
    async siteTerms(accountId) {
      await upToDate(SITE_TERMS_READS);
      return siteTermsOf(pool, accountId);
    },
    nextDealerId: () => nextDealerId(pool),
    approvalsOneByOne: (work) => underLock(database, ADVISORY_LOCKS.approvals, work),
    administratorsOneByOne: administratorsOneByOne({
      exclusively: (work) => underLock(database, ADVISORY_LOCKS.administrators, work),
      listed: async () => (await administrators(pool, today())).map(({ id }) => id),
      load,
    }),
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
export async function ensureFirstAdministrator(
  { settings, now }: Startup,
  { databases: { database }, readModels: { projections } }: Core,
  commands: UserCommandPorts,
): Promise<string | null> {
  const first = await makeFirstAdministrator(commands, settings.admin, {
    now,
    exclusively: (work) => underLock(database, ADVISORY_LOCKS.firstAdministrator, work),
  });
  if (first === null) return null;
  const { types, position } = first.chain;
  if (position !== null) await projections.waitFor({ types, position });
  return first.generatedPassword;
}
