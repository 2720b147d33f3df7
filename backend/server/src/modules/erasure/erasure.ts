import { setTimeout as sleep } from 'node:timers/promises';
import { openMoneyWarnings } from '@portal/contract';
import {
  type AccountCommand,
  accountDecider,
  accountStream,
  conflict,
  disputeStream,
  migrationStream,
  noteStream,
  onAccount,
  onUser,
  orderStream,
  siteStream,
  userDecider,
} from '@portal/domain';
import {
  COMPANY_RECORD_READS,
  companyRecords,
  portalProjections,
  streamsWrittenSinceErasure,
} from '@portal/projections';
import { type CausalChain, joinChains, NOTHING_APPENDED } from '../../kernel/causalChain.ts';
import { type CommandContext, deriveId } from '../../kernel/commandContext.ts';
import type { Precaution } from '../../kernel/edited.ts';
import { runCommand } from '../../kernel/runCommand.ts';
import { HttpProblem } from '../../platform/http/errors.ts';
import { type ErasureChoices, releaseUsername } from '../users/module.ts';
import { clearFiles } from './clearFiles.ts';
import {
  newScope,
  ownContact,
  type Person,
  type PersonalDataErased,
  personOf,
  type Reach,
  reachOf,
  tracesOf,
  turnedOnAutoPay,
} from './person.ts';
import type { ErasurePorts } from './ports.ts';
import { companiesWithMoney, previewErasure } from './preview.ts';
import { purge, purgeAnswers } from './purge.ts';

/** Longer transactions, e.g. backups, keep deleted rows in the files until the next vacuum. */
const LONGEST_TRANSACTION_MS = 10 * 60_000;

export type Erasure = ReturnType<typeof createErasure>;

/** Erasure of personal data (docs/adr/0014). */
export function createErasure(ports: ErasurePorts) {
  const { commands, pool, keyRing } = ports;

  /**
   * EraseUser: deletes the user, unless deleted before, and erases the personal data. Idempotent.
   * @returns isDone false if the erasure failed after its event and its follower retries it
   * @throws BusinessRefusal as deleteUser; StaleRevision; ReadModelsBehind; HttpProblem 409 `open_money` for a company's
   *   last user while money is open, unless confirmed
   */
  async function eraseUser(
    userId: string,
    context: CommandContext,
    precaution: Precaution = {},
    { confirmOpenMoney = false, includeWithheld = false }: ErasureChoices = {},
  ): Promise<{ readonly chain: CausalChain; readonly isDone: boolean }> {
    const before = await personOf(ports.readStream, userId);
    const { user, isDeleted } = before;
    let chain: CausalChain = NOTHING_APPENDED;
    if (before.erasure === null) {
      // refuses before the sessions end
      if (!isDeleted) userDecider.decide({ type: 'DeleteUser', actorId: context.actor.id }, user);
      await ports.upToDate(['users', 'accounts', 'contacts', 'invoices', 'logIndex']);
      const scope = await newScope(pool, await reachOf(ports, before), includeWithheld);
      const companies = await companiesWithMoney(ports, scope.accountIds);
      if (companies.length > 0 && !confirmOpenMoney) {
        const warnings = openMoneyWarnings({ companies, is_deleted: isDeleted });
        throw new HttpProblem(409, warnings.join(' '), { path: 'confirm_open_money', code: 'open_money' });
      }
      // where it needs a second person, that is said before the sessions end
      await commands.execute({
        ...onUser(user),
        decider: { ...userDecider, decide: () => [] },
        command: null,
        gives: () => [{ kind: 'erasure', cents: null }],
        context,
        reason: precaution.reason,
      });
      if (!isDeleted) {
        await commands.voidResetLinks(userId);
        await commands.credentials.raiseEpoch(userId);
      }
      const { appended } = await commands.execute({
        ...onUser(user),
        command: {
          type: 'EraseUser',
          actorId: context.actor.id,
          ...scope,
          openMoney: companies.flatMap(({ id: accountId, open_money: money }) =>
            money.map(({ is_demo: isDemo, open_cents: openCents, credit_cents: creditCents }) => ({
              accountId,
              isDemo,
              openCents,
              creditCents,
            })),
          ),
        },
        context,
        ...precaution,
      });
      if (!isDeleted) {
        await commands.credentials.remove(userId);
        await releaseUsername(commands, user, context);
      }
      chain = await commands.followUp(appended);
    }
    const { erasure } = await personOf(ports.readStream, userId);
    if (erasure === null) throw conflict(`The personal data of ${userId} was not asked to be erased.`);
    try {
      return { chain: joinChains(ports.compare, chain, await carryOut(erasure)), isDone: true };
    } catch (error) {
      ports.log.warn({ err: error, event: erasure.id }, 'an erasure is retried by its follower');
      return { chain, isDone: false };
    }
  }

  /** @param name of the command among those of the erasure */
  const onCompany = (
    { id, metadata }: PersonalDataErased,
    accountId: string,
    name: string,
    command: AccountCommand,
  ): Promise<CausalChain> => {
    const { recordedAt: time, correlationId } = metadata;
    const actor = { kind: 'system', id: 'erasure' } as const;
    return runCommand(commands, {
      ...onAccount(accountId),
      command,
      context: { id: deriveId({ id, time }, name), time, correlationId, actor },
      causationId: id,
    });
  };

  /**
   * In companies that stay: removes the person's own email address and phone number from the details, and ends automatic
   * payments that the person turned on.
   */
  async function leaveCompanies(
    erasure: PersonalDataErased,
    person: Person,
    reach: Reach,
  ): Promise<CausalChain> {
    let chain: CausalChain = NOTHING_APPENDED;
    for (const { accountId, others } of reach.sharedCompanies) {
      const account = await commands.load(accountStream(accountId), accountDecider);
      if (account.status !== 'open') continue;
      for (const livemode of turnedOnAutoPay(account, person.userId)) {
        const name = `auto pay ${livemode ? 'live' : 'demo'} ${accountId}`;
        const command = { type: 'RevokeAutoPay', livemode, userId: null } as const;
        chain = joinChains(ports.compare, chain, await onCompany(erasure, accountId, name, command));
      }
      const { email, phone } = ownContact(person, reach, account, others);
      const emailGoes = email === 'own' || (email === 'withheld' && erasure.event.data.includesWithheld);
      if (!emailGoes && !phone) continue;
      const changes = { ...(emailGoes && { companyEmail: '' }), ...(phone && { companyPhone: '' }) };
      const command = { type: 'ChangeCompanyDetails', changes } as const;
      const left = await onCompany(erasure, accountId, `contact ${accountId}`, command);
      chain = joinChains(ports.compare, chain, left);
    }
    return chain;
  }

  /**
   * Records in a company's stream which records became unreadable with its key.
   * @param written streams written since, whose records are named again
   */
  async function recordCompany(
    erasure: PersonalDataErased,
    accountId: string,
    written: readonly string[] = [],
  ): Promise<CausalChain> {
    await ports.upToDate(COMPANY_RECORD_READS);
    const records = await companyRecords(pool, accountId);
    const again = [
      ...records.siteIds.filter((id) => written.includes(siteStream(id))),
      ...records.migrationIds.filter((id) => written.includes(migrationStream(id))),
      ...records.orderIds.filter((id) => written.includes(orderStream(id))),
      ...records.disputeIds.filter((id) => written.includes(disputeStream(id))),
      ...records.noteIds.filter((id) => written.includes(noteStream(id))),
    ];
    const command = { type: 'RecordCompanyErasure', records, again } as const;
    return onCompany(erasure, accountId, ['company', accountId, ...written].join(' '), command);
  }

  /**
   * Carries PersonalDataErased out, idempotently. Destroys keys before the log names the records, so that nothing
   * readable can be written afterwards.
   */
  async function carryOut(erasure: PersonalDataErased): Promise<CausalChain> {
    const { userId, accountIds, contactIds, invitedIds = [] } = erasure.event.data;
    const person = await personOf(ports.readStream, userId);
    const reach = await reachOf(ports, person);
    const traces = await tracesOf(ports, person, reach, erasure.event.data);
    let chain = await leaveCompanies(erasure, person, reach);
    for (const id of invitedIds) await commands.voidResetLinks(id);
    await purge(ports, traces);
    const subjects = [
      ...[userId, ...invitedIds].map((id) => `user-${id}`),
      ...accountIds.map((id) => `account-${id}`),
      ...contactIds.map((id) => `contact-${id}`),
    ];
    for (const subject of subjects) await keyRing.erase(subject);
    // deletes what was written before the keys were gone
    await purge(ports, traces);
    await purgeAnswers(ports, traces);
    for (const accountId of accountIds) {
      chain = joinChains(ports.compare, chain, await recordCompany(erasure, accountId));
    }
    await ports.dropReplaced();
    await clearFiles(ports, { tables: ['personal_keys'], waitMs: 1_000 });
    return chain;
  }

  /**
   * Carries it out, and again after `keysKeptMs`: until then another portal may have written with a key, or data
   * decrypted with it, from its memory. Rejects when `signal` aborts.
   */
  async function complete(erasure: PersonalDataErased, signal: AbortSignal): Promise<void> {
    await carryOut(erasure);
    await sleep(ports.keysKeptMs, undefined, { signal });
    const { userId, accountIds } = erasure.event.data;
    const person = await personOf(ports.readStream, userId);
    const traces = await tracesOf(ports, person, await reachOf(ports, person), erasure.event.data);
    await purge(ports, traces);
    await purgeAnswers(ports, traces);
    for (const accountId of accountIds) {
      await ports.upToDate(['logIndex']);
      const written = await streamsWrittenSinceErasure(pool, accountId);
      if (written.length > 0) await recordCompany(erasure, accountId, written);
    }
    // until the read models have blanked the data
    await ports.upToDate(portalProjections.map(({ name }) => name));
    await clearFiles(ports, { waitMs: LONGEST_TRANSACTION_MS, signal });
  }

  return {
    eraseUser,
    complete,
    preview: (userId: string, actorId: string | null) => previewErasure(ports, userId, actorId),
  };
}
