import { setTimeout as sleep } from 'node:timers/promises';
import { type ErasurePreview, openMoneyWarnings } from '@portal/contract';
import { accountDecider, accountStream, conflict, onAccount, onUser, userDecider } from '@portal/domain';
import type { KeyRing, Position } from '@portal/event-store';
import { portalProjections, streamsWrittenSinceErasure } from '@portal/projections';
import type pg from 'pg';
import type { Logger } from 'pino';
import { type CausalChain, joinChains, NOTHING_APPENDED } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import type { Precaution } from '../../kernel/edited.ts';
import type { PortalEnvelope } from '../../kernel/execute.ts';
import { runCommand } from '../../kernel/runCommand.ts';
import { HttpProblem } from '../../platform/http/errors.ts';
import { type ErasureChoices, releaseUsername, type UserCommandPorts } from '../users/module.ts';
import { clearFiles } from './clearFiles.ts';
import { type Person, personOf } from './person.ts';
import { companiesWithMoney, type PreviewPorts, previewErasure } from './preview.ts';
import { type PurgePorts, purge, purgeAnswers } from './purge.ts';
import { companiesOf, newScope, ownContact, tracesOf, turnedOnAutoPay } from './reach.ts';
import { contextOf, recordCompany } from './recordCompany.ts';

/** Erasure of personal data (docs/adr/0014). */
export interface Erasure {
  /** @throws BusinessRefusal 'User not found' (not_found) */
  preview(userId: string, actorId: string | null): Promise<ErasurePreview>;
  /**
   * EraseUser: deletes the user, unless deleted before, and erases the personal data. Idempotent.
   * @returns isDone false if the erasure failed after its event and its follower retries it
   * @throws BusinessRefusal as deleteUser; StaleRevision; ReadModelsBehind; HttpProblem 409 `open_money` for a company's
   *   last user while money is open, unless confirmed
   */
  eraseUser(
    userId: string,
    context: CommandContext,
    precaution?: Precaution,
    choices?: ErasureChoices,
  ): Promise<{ readonly chain: CausalChain; readonly isDone: boolean }>;
  /** Carries out PersonalDataErased, idempotently: deletes data, destroys keys, records the companies. */
  carryOut(erasure: PortalEnvelope): Promise<CausalChain>;
  /**
   * Carries it out, and again after `keysKeptMs`: until then another portal may have written with a key, or data
   * decrypted with it, from its memory. Rejects when `signal` aborts.
   */
  complete(erasure: PortalEnvelope, signal: AbortSignal): Promise<void>;
}

export interface ErasurePorts extends PurgePorts, PreviewPorts {
  readonly commands: UserCommandPorts;
  readonly pool: pg.Pool;
  readonly keyRing: Pick<KeyRing, 'erase'>;
  readStream(stream: string): Promise<readonly PortalEnvelope[]>;
  /** Waits until these read models have caught up with the log. @throws ReadModelsBehind */
  upToDate(names: readonly string[]): Promise<void>;
  /** Milliseconds for which portals may cache keys and decrypted data. */
  readonly keysKeptMs: number;
  /** Drops replaced read model tables. */
  dropReplaced(): Promise<unknown>;
  compare(a: Position, b: Position): number;
  readonly log: Logger;
}

/** Longer transactions, e.g. backups, keep deleted rows in the files until the next vacuum. */
const LONGEST_TRANSACTION_MS = 10 * 60_000;

export function createErasure(ports: ErasurePorts): Erasure {
  const { commands, pool, keyRing } = ports;

  const notErased = (person: Person) =>
    conflict(`The personal data of ${person.userId} was not asked to be erased.`);

  async function eraseUser(
    userId: string,
    context: CommandContext,
    precaution: Precaution = {},
    { confirmOpenMoney = false, includeWithheld = false }: ErasureChoices = {},
  ) {
    const before = await personOf(ports.readStream, userId);
    const { user, isDeleted } = before;
    let chain: CausalChain = NOTHING_APPENDED;
    if (before.erasure === null) {
      // refuses before the sessions end
      if (!isDeleted) userDecider.decide({ type: 'DeleteUser', actorId: context.actor.id }, user);
      await ports.upToDate(['users', 'accounts', 'contacts', 'invoices', 'logIndex']);
      const scope = await newScope(ports, before, includeWithheld);
      const companies = await companiesWithMoney(ports, scope.accountIds);
      if (companies.length > 0 && !confirmOpenMoney) throw openMoney(companies, isDeleted);
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
      chain = joinChains(ports.compare, chain, await commands.followUp(appended));
    }
    const { erasure } = await personOf(ports.readStream, userId);
    if (erasure === null) throw notErased(before);
    try {
      return { chain: joinChains(ports.compare, chain, await carryOut(erasure)), isDone: true };
    } catch (error) {
      ports.log.warn({ err: error, event: erasure.id }, 'an erasure is retried by its follower');
      return { chain, isDone: false };
    }
  }

  /**
   * In companies that stay: removes the person's own email address and phone number from the details, and ends automatic
   * payments that the person turned on.
   */
  async function leaveCompanies(
    envelope: PortalEnvelope,
    person: Person,
    includesWithheld: boolean,
  ): Promise<CausalChain> {
    let chain: CausalChain = NOTHING_APPENDED;
    for (const { accountId } of (await companiesOf(ports, person)).shared) {
      const account = await commands.load(accountStream(accountId), accountDecider);
      for (const livemode of turnedOnAutoPay(account.status === 'open' ? account : null, person.userId)) {
        const ended = await runCommand(commands, {
          ...onAccount(accountId),
          command: { type: 'RevokeAutoPay', livemode, userId: null },
          context: contextOf(envelope, `auto pay ${livemode ? 'live' : 'demo'} ${accountId}`),
          causationId: envelope.id,
        });
        chain = joinChains(ports.compare, chain, ended);
      }
      const fields = await ownContact(ports, person, account, includesWithheld);
      if (fields.length === 0) continue;
      const recorded = await runCommand(commands, {
        ...onAccount(accountId),
        command: {
          type: 'ChangeCompanyDetails',
          changes: Object.fromEntries(fields.map((field) => [field, ''])),
        },
        context: contextOf(envelope, `contact ${accountId}`),
        causationId: envelope.id,
      });
      chain = joinChains(ports.compare, chain, recorded);
    }
    return chain;
  }

  /** Destroys keys before the log names the records, so that nothing readable can be written afterwards. */
  async function carryOut(envelope: PortalEnvelope): Promise<CausalChain> {
    const { event } = envelope;
    if (event.type !== 'PersonalDataErased') return NOTHING_APPENDED;
    const { userId, accountIds, contactIds, includesWithheld = false } = event.data;
    const person = await personOf(ports.readStream, userId);
    const traces = await tracesOf(ports, person, event.data);
    let chain = await leaveCompanies(envelope, person, includesWithheld);
    await purge(ports, traces);
    const subjects = [
      `user-${userId}`,
      ...accountIds.map((id) => `account-${id}`),
      ...contactIds.map((id) => `contact-${id}`),
    ];
    for (const subject of subjects) await keyRing.erase(subject);
    // deletes what was written before the keys were gone
    await purge(ports, traces);
    await purgeAnswers(ports, traces);
    for (const accountId of accountIds) {
      chain = joinChains(ports.compare, chain, await recordCompany(ports, envelope, accountId));
    }
    await ports.dropReplaced();
    await clearFiles(ports, { tables: ['personal_keys'], waitMs: 1_000 });
    return chain;
  }

  async function complete(envelope: PortalEnvelope, signal: AbortSignal): Promise<void> {
    await carryOut(envelope);
    if (envelope.event.type !== 'PersonalDataErased') return;
    await sleep(ports.keysKeptMs, undefined, { signal });
    const { userId, accountIds } = envelope.event.data;
    const traces = await tracesOf(ports, await personOf(ports.readStream, userId), envelope.event.data);
    await purge(ports, traces);
    await purgeAnswers(ports, traces);
    for (const accountId of accountIds) {
      await ports.upToDate(['logIndex']);
      const written = await streamsWrittenSinceErasure(pool, accountId);
      if (written.length > 0) await recordCompany(ports, envelope, accountId, written);
    }
    // until the read models have blanked the data
    await ports.upToDate(portalProjections.map(({ name }) => name));
    await clearFiles(ports, { waitMs: LONGEST_TRANSACTION_MS, signal });
  }

  return {
    eraseUser,
    carryOut,
    complete,

    preview: (userId, actorId) => previewErasure(ports, userId, actorId),
  };
}

/** What is asked before a company's last user is erased while money is open. */
function openMoney(
  companies: Awaited<ReturnType<typeof companiesWithMoney>>,
  isDeleted: boolean,
): HttpProblem {
  const warnings = openMoneyWarnings({ companies, is_deleted: isDeleted });
  return new HttpProblem(409, warnings.join(' '), { path: 'confirm_open_money', code: 'open_money' });
}
