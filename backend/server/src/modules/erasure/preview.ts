import type { ErasurePreview } from '@portal/contract';
import { accountDecider, accountStream, userDecider } from '@portal/domain';
import { BILL_TO_RETENTION_YEARS } from '@portal/domain/values';
import {
  accountsByIds,
  COMPANY_RECORD_READS,
  companyRecords,
  contactsFrom,
  keptBillTo,
  moneyOfAccounts,
} from '@portal/projections';
import { refusalOf } from '../../kernel/refusal.ts';
import { countMails, mailsBeyond } from './mails.ts';
import { newScope, ownContact, personOf, reachOf, tracesOf, turnedOnAutoPay } from './person.ts';
import type { ErasurePorts } from './ports.ts';

type Ports = Pick<ErasurePorts, 'pool' | 'commands' | 'readStream' | 'readStreams' | 'upToDate' | 'today'>;

const READS = ['users', 'accounts', 'contacts', 'invoices', 'logIndex', ...COMPANY_RECORD_READS];

const NOTHING_WITHHELD: ErasurePreview['withheld'] = {
  addresses: [],
  messages: [],
  mails: [],
  contacts_of: [],
};

/**
 * What an erasure would do, or has done.
 * @param actorId who asks; null for the command line
 * @throws BusinessRefusal 'User not found' (not_found)
 */
export async function previewErasure(
  ports: Ports,
  userId: string,
  actorId: string | null,
): Promise<ErasurePreview> {
  const { pool } = ports;
  const person = await personOf(ports.readStream, userId);
  const { user, isDeleted, erasure } = person;
  await ports.upToDate(READS);
  const reach = await reachOf(ports, person);
  const scope = erasure?.event.data ?? (await newScope(pool, reach, false));
  const traces = await tracesOf(ports, person, reach, scope);
  const mailsByKind = await countMails(pool, traces);
  const kept = await keptBillTo(pool, person.accountIds);
  const nameOf = await namesOf(ports, person.accountIds);
  const shared = await Promise.all(
    reach.sharedCompanies.map(async ({ accountId: id, others }) => {
      const account = await ports.commands.load(accountStream(id), accountDecider);
      const contact = account.status === 'open' ? ownContact(person, reach, account, others) : null;
      return {
        company: {
          id,
          name: nameOf(id),
          other_users: others.length,
          contact_goes: erasure === null && (contact?.email === 'own' || contact?.phone === true),
          auto_pay_ends:
            erasure === null && account.status === 'open' && turnedOnAutoPay(account, userId).length > 0,
        },
        isWithheld: contact?.email === 'withheld',
      };
    }),
  );

  /** What belongs to addresses that other users have too. */
  async function withheld(): Promise<ErasurePreview['withheld']> {
    if (erasure !== null || reach.sharedEmails.length === 0) return NOTHING_WITHHELD;
    const emails = reach.sharedEmails.map(({ email }) => email);
    const messages = await contactsFrom(pool, emails);
    const all = await tracesOf(ports, person, reach, {
      accountIds: scope.accountIds,
      contactIds: [...scope.contactIds, ...messages.map(({ id }) => id)],
      includesWithheld: true,
    });
    const mails = await mailsBeyond(pool, traces, all);
    const contactsOf = shared.filter(({ isWithheld }) => isWithheld);
    if (messages.length + mails.length + contactsOf.length === 0) return NOTHING_WITHHELD;
    return {
      addresses: reach.sharedEmails.map(({ email, others }) => ({
        email,
        users: others.map(({ id, username }) => ({ id, username })),
      })),
      messages: messages.map(({ id, email, subject, created_at: at }) => ({ id, email, subject, at })),
      mails,
      contacts_of: contactsOf.map(({ company: { id, name } }) => ({ id, name })),
    };
  }

  const [username, name] = [user.username, user.profile.name];
  const money = erasure === null ? await companiesWithMoney(ports, scope.accountIds) : [];
  return {
    id: userId,
    username: typeof username === 'string' ? username : null,
    name: typeof name === 'string' ? name : null,
    is_deleted: isDeleted,
    is_erased: erasure !== null,
    refusal: isDeleted ? null : refusalOf(userDecider, { type: 'DeleteUser', actorId }, user),
    companies: await Promise.all(
      scope.accountIds.map(async (id) => {
        const { siteIds, migrationIds, orderIds, disputeIds, noteIds } = await companyRecords(pool, id);
        return {
          id,
          name: nameOf(id),
          sites: siteIds.length,
          migrations: migrationIds.length,
          orders: orderIds.length,
          questions: disputeIds.length,
          notes: noteIds.length,
          open_money: money.find((one) => one.id === id)?.open_money ?? [],
        };
      }),
    ),
    shared_companies: shared.map(({ company }) => company),
    withheld: await withheld(),
    contact_messages: scope.contactIds.length,
    mails: mailsByKind.reduce((sum, { mails }) => sum + mails, 0),
    mails_by_kind: mailsByKind,
    invoices: kept.invoices,
    // the last day on which a Bill To block of the newest year can be read
    bill_to_until:
      kept.newest === null ? null : `${Number(kept.newest.slice(0, 4)) + BILL_TO_RETENTION_YEARS}-12-31`,
  };
}

async function namesOf({ pool, today }: Ports, ids: readonly string[]) {
  const accounts = await accountsByIds(pool, ids, today());
  return (id: string) => accounts.find((one) => one.id === id)?.company_name ?? id;
}

/** Open amounts and unused credit of these companies; companies without are left out. Freshness: `accounts`, `invoices`. */
export async function companiesWithMoney(ports: Ports, accountIds: readonly string[]) {
  const money = await moneyOfAccounts(ports.pool, accountIds);
  const nameOf = await namesOf(ports, accountIds);
  return [...new Set(money.map(({ account_id }) => account_id))].map((id) => ({
    id,
    name: nameOf(id),
    open_money: money
      .filter(({ account_id }) => account_id === id)
      .map(({ is_demo, open_cents, credit_cents }) => ({ is_demo, open_cents, credit_cents })),
  }));
}
