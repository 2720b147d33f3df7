import { setTimeout as sleep } from 'node:timers/promises';
import type { ErasurePreview } from '@portal/contract';
import { accountDecider, accountStream, conflict, onAccount, onUser, userDecider } from '@portal/domain';
import { BILL_TO_RETENTION_YEARS } from '@portal/domain/values';
import type { KeyRing, Position } from '@portal/event-store';
import {
  accountsByIds,
  COMPANY_RECORD_READS,
  companyRecords,
  contactIdsFrom,
  keptBillTo,
  portalProjections,
  streamsWrittenSinceErasure,
} from '@portal/projections';
import type pg from 'pg';
import type { Logger } from 'pino';
import { type CausalChain, joinChains, NOTHING_APPENDED } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import type { Precaution } from '../../kernel/edited.ts';
import type { PortalEnvelope } from '../../kernel/execute.ts';
import { refusalOf } from '../../kernel/refusal.ts';
import { runCommand } from '../../kernel/runCommand.ts';
import type { ReadStreams } from '../../platform/readPorts.ts';
import { releaseUsername, type UserCommandPorts } from '../users/module.ts';
import { clearFiles } from './clearFiles.ts';
import { countMails } from './mails.ts';
import { type Person, personOf } from './person.ts';
import { type PurgePorts, purge, purgeAnswers } from './purge.ts';
import { companiesOf, ownContact, ownEmails, tracesOf } from './reach.ts';
import { contextOf, recordCompany } from './recordCompany.ts';

/** Erasure of personal data (docs/adr/0014). */
export interface Erasure {
  /** @throws BusinessRefusal 'User not found' (not_found) */
  preview(userId: string, actorId: string | null): Promise<ErasurePreview>;
  /**
   * EraseUser: deletes the user, unless deleted before, and erases the personal data. Idempotent.
   * @returns isDone false if the erasure failed after its event and its follower retries it
   * @throws BusinessRefusal as deleteUser; StaleRevision; ReadModelsBehind
   */
  eraseUser(
    userId: string,
    context: CommandContext,
    precaution?: Precaution,
  ): Promise<{ readonly chain: CausalChain; readonly isDone: boolean }>;
  /** Carries out PersonalDataErased, idempotently: deletes data, destroys keys, records the companies. */
  carryOut(erasure: PortalEnvelope): Promise<CausalChain>;
  /**
   * Carries it out, and again after `keysKeptMs`: until then another portal may have written with a key, or data
   * decrypted with it, from its memory. Rejects when `signal` aborts.
   */
  complete(erasure: PortalEnvelope, signal: AbortSignal): Promise<void>;
}

export interface ErasurePorts extends PurgePorts {
  readonly commands: UserCommandPorts;
  readonly pool: pg.Pool;
  readonly keyRing: Pick<KeyRing, 'erase'>;
  readStream(stream: string): Promise<readonly PortalEnvelope[]>;
  readonly readStreams: ReadStreams;
  /** Waits until these read models have caught up with the log. @throws ReadModelsBehind */
  upToDate(names: readonly string[]): Promise<void>;
  /** Milliseconds for which portals may cache keys and decrypted data. */
  readonly keysKeptMs: number;
  /** Drops replaced read model tables. */
  dropReplaced(): Promise<unknown>;
  compare(a: Position, b: Position): number;
  /** The current billing day. */
  today(): string;
  readonly log: Logger;
}

/** Longer transactions, e.g. backups, keep deleted rows in the files until the next vacuum. */
const LONGEST_TRANSACTION_MS = 10 * 60_000;

export function createErasure(ports: ErasurePorts): Erasure {
  const { commands, pool, keyRing } = ports;

  const notErased = (person: Person) =>
    conflict(`The personal data of ${person.userId} was not asked to be erased.`);

  async function eraseUser(userId: string, context: CommandContext, precaution: Precaution = {}) {
    const before = await personOf(ports.readStream, userId);
    const { user, isDeleted } = before;
    let chain: CausalChain = NOTHING_APPENDED;
    if (before.erasure === null) {
      // refuses before the sessions end
      if (!isDeleted) userDecider.decide({ type: 'DeleteUser', actorId: context.actor.id }, user);
      await ports.upToDate(['users', 'accounts', 'contacts', 'logIndex']);
      const { own } = await companiesOf(ports, before);
      const contactIds = await contactIdsFrom(pool, await ownEmails(ports, before));
      if (!isDeleted) {
        await commands.voidResetLinks(userId);
        await commands.credentials.raiseEpoch(userId);
      }
      const { appended } = await commands.execute({
        ...onUser(user),
        command: { type: 'EraseUser', actorId: context.actor.id, accountIds: own, contactIds },
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

  /** Removes the person's own email address and phone number from the details of companies that stay. */
  async function clearContacts(envelope: PortalEnvelope, person: Person): Promise<CausalChain> {
    let chain: CausalChain = NOTHING_APPENDED;
    for (const { accountId } of (await companiesOf(ports, person)).shared) {
      const account = await commands.load(accountStream(accountId), accountDecider);
      const fields = await ownContact(ports, person, account);
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
    const { userId, accountIds, contactIds } = event.data;
    const person = await personOf(ports.readStream, userId);
    const traces = await tracesOf(ports, person, accountIds, contactIds);
    let chain = await clearContacts(envelope, person);
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
    const { userId, accountIds, contactIds } = envelope.event.data;
    const traces = await tracesOf(ports, await personOf(ports.readStream, userId), accountIds, contactIds);
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

    async preview(userId, actorId) {
      const person = await personOf(ports.readStream, userId);
      const { user, isDeleted, erasure } = person;
      await ports.upToDate([
        'users',
        'accounts',
        'contacts',
        'invoices',
        'logIndex',
        ...COMPANY_RECORD_READS,
      ]);
      const { own, shared } = await companiesOf(ports, person);
      const erased = erasure?.event.type === 'PersonalDataErased' ? erasure.event.data : null;
      const accountIds = erased?.accountIds ?? own;
      const contactIds = erased?.contactIds ?? (await contactIdsFrom(pool, await ownEmails(ports, person)));
      const traces = await tracesOf(ports, person, accountIds, contactIds);
      const mailsByKind = await countMails(pool, traces);
      const accounts = await accountsByIds(pool, person.accountIds, ports.today());
      const nameOf = (id: string) => accounts.find((one) => one.id === id)?.company_name ?? id;
      const kept = await keptBillTo(pool, person.accountIds);
      const [username, name] = [user.username, user.profile.name];
      return {
        id: userId,
        username: typeof username === 'string' ? username : null,
        name: typeof name === 'string' ? name : null,
        is_deleted: isDeleted,
        is_erased: erasure !== null,
        refusal: isDeleted ? null : refusalOf(userDecider, { type: 'DeleteUser', actorId }, user),
        companies: await Promise.all(
          accountIds.map(async (id) => {
            const { siteIds, migrationIds, orderIds, disputeIds } = await companyRecords(pool, id);
            return {
              id,
              name: nameOf(id),
              sites: siteIds.length,
              migrations: migrationIds.length,
              orders: orderIds.length,
              questions: disputeIds.length,
            };
          }),
        ),
        shared_companies: await Promise.all(
          shared.map(async ({ accountId: id, others }) => ({
            id,
            name: nameOf(id),
            other_users: others,
            contact_goes:
              erasure === null &&
              (await ownContact(ports, person, await commands.load(accountStream(id), accountDecider)))
                .length > 0,
          })),
        ),
        contact_messages: contactIds.length,
        mails: mailsByKind.reduce((sum, { mails }) => sum + mails, 0),
        mails_by_kind: mailsByKind,
        invoices: kept.invoices,
        bill_to_until: kept.newest === null ? null : lastDayOfRetention(kept.newest.slice(0, 4)),
      };
    },
  };
}

/** The last day on which a Bill To block of a year can be read. */
const lastDayOfRetention = (year: string) => `${Number(year) + BILL_TO_RETENTION_YEARS}-12-31`;
