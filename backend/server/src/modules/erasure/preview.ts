import type { ErasurePreview } from '@portal/contract';
import { accountDecider, accountStream, type OpenAccountState, userDecider } from '@portal/domain';
import { BILL_TO_RETENTION_YEARS } from '@portal/domain/values';
import {
  accountsByIds,
  COMPANY_RECORD_READS,
  companyRecords,
  contactsFrom,
  keptBillTo,
  moneyOfAccounts,
} from '@portal/projections';
import type pg from 'pg';
import type { Load } from '../../kernel/execute.ts';
import { refusalOf } from '../../kernel/refusal.ts';
import type { ReadStreams } from '../../platform/readPorts.ts';
import { countMails, mailsBeyond } from './mails.ts';
import { type Person, personOf, type Traces } from './person.ts';
import {
  addressesOf,
  companiesOf,
  type ErasureScope,
  newScope,
  ownContact,
  tracesOf,
  turnedOnAutoPay,
} from './reach.ts';

export interface PreviewPorts {
  readonly pool: pg.Pool;
  readonly commands: { readonly load: Load };
  readonly readStream: Parameters<typeof personOf>[0];
  readonly readStreams: ReadStreams;
  upToDate(names: readonly string[]): Promise<void>;
  /** The current billing day. */
  today(): string;
}

const READS = ['users', 'accounts', 'contacts', 'invoices', 'logIndex', ...COMPANY_RECORD_READS];

/** What an erasure would do, or has done. @throws BusinessRefusal 'User not found' (not_found) */
export async function previewErasure(
  ports: PreviewPorts,
  userId: string,
  actorId: string | null,
): Promise<ErasurePreview> {
  const { pool } = ports;
  const person = await personOf(ports.readStream, userId);
  const { user, isDeleted, erasure } = person;
  await ports.upToDate(READS);
  const erased = erasure?.event.type === 'PersonalDataErased' ? erasure.event.data : null;
  const scope = erased ?? (await newScope(ports, person, false));
  const traces = await tracesOf(ports, person, scope);
  const mailsByKind = await countMails(pool, traces);
  const kept = await keptBillTo(pool, person.accountIds);
  const shared = await sharedCompanies(ports, person);
  const [username, name] = [user.username, user.profile.name];
  return {
    id: userId,
    username: typeof username === 'string' ? username : null,
    name: typeof name === 'string' ? name : null,
    is_deleted: isDeleted,
    is_erased: erasure !== null,
    refusal: isDeleted ? null : refusalOf(userDecider, { type: 'DeleteUser', actorId }, user),
    companies: await erasedCompanies(ports, scope.accountIds, erased === null),
    shared_companies: shared.map(({ id, name, others, goes, account }) => ({
      id,
      name,
      other_users: others,
      contact_goes: erased === null && goes.length > 0,
      auto_pay_ends: erased === null && turnedOnAutoPay(account, userId).length > 0,
    })),
    withheld: erased === null ? await withheldFrom(ports, person, scope, traces, shared) : NOTHING_WITHHELD,
    contact_messages: scope.contactIds.length,
    mails: mailsByKind.reduce((sum, { mails }) => sum + mails, 0),
    mails_by_kind: mailsByKind,
    invoices: kept.invoices,
    bill_to_until: kept.newest === null ? null : lastDayOfRetention(kept.newest.slice(0, 4)),
  };
}

/** The last day on which a Bill To block of a year can be read. */
const lastDayOfRetention = (year: string) => `${Number(year) + BILL_TO_RETENTION_YEARS}-12-31`;

async function namesOf({ pool, today }: PreviewPorts, ids: readonly string[]) {
  const accounts = await accountsByIds(pool, ids, today());
  return (id: string) => accounts.find((one) => one.id === id)?.company_name ?? id;
}

/** Open amounts and unused credit of these companies; companies without are left out. Freshness: `accounts`, `invoices`. */
export async function companiesWithMoney(ports: PreviewPorts, accountIds: readonly string[]) {
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

async function erasedCompanies(
  ports: PreviewPorts,
  accountIds: readonly string[],
  withMoney: boolean,
): Promise<ErasurePreview['companies']> {
  const money = withMoney ? await companiesWithMoney(ports, accountIds) : [];
  const nameOf = await namesOf(ports, accountIds);
  return Promise.all(
    accountIds.map(async (id) => {
      const { siteIds, migrationIds, orderIds, disputeIds } = await companyRecords(ports.pool, id);
      return {
        id,
        name: nameOf(id),
        sites: siteIds.length,
        migrations: migrationIds.length,
        orders: orderIds.length,
        questions: disputeIds.length,
        open_money: money.find((one) => one.id === id)?.open_money ?? [],
      };
    }),
  );
}

interface SharedCompany {
  readonly id: string;
  readonly name: string;
  readonly others: number;
  readonly account: OpenAccountState | null;
  /** The person's own contact fields in its details. */
  readonly goes: Awaited<ReturnType<typeof ownContact>>;
  /** The same with an address that other users have too. */
  readonly wouldGo: Awaited<ReturnType<typeof ownContact>>;
}

async function sharedCompanies(ports: PreviewPorts, person: Person): Promise<readonly SharedCompany[]> {
  const { shared } = await companiesOf(ports, person);
  const nameOf = await namesOf(
    ports,
    shared.map(({ accountId }) => accountId),
  );
  return Promise.all(
    shared.map(async ({ accountId: id, others }) => {
      const account = await ports.commands.load(accountStream(id), accountDecider);
      return {
        id,
        name: nameOf(id),
        others,
        account: account.status === 'open' ? account : null,
        goes: await ownContact(ports, person, account, false),
        wouldGo: await ownContact(ports, person, account, true),
      };
    }),
  );
}

const NOTHING_WITHHELD: ErasurePreview['withheld'] = {
  addresses: [],
  messages: [],
  mails: [],
  contacts_of: [],
};

/** What belongs to addresses that other users have too. */
async function withheldFrom(
  ports: PreviewPorts,
  person: Person,
  scope: ErasureScope,
  traces: Traces,
  companies: readonly SharedCompany[],
): Promise<ErasurePreview['withheld']> {
  const { shared } = await addressesOf(ports, person);
  if (shared.length === 0) return NOTHING_WITHHELD;
  const messages = await contactsFrom(
    ports.pool,
    shared.map(({ email }) => email),
  );
  const all = await tracesOf(ports, person, {
    accountIds: scope.accountIds,
    contactIds: [...scope.contactIds, ...messages.map(({ id }) => id)],
    includesWithheld: true,
  });
  const mails = await mailsBeyond(ports.pool, traces, all);
  const contactsOf = companies.filter(({ goes, wouldGo }) => wouldGo.length > goes.length);
  if (messages.length + mails.length + contactsOf.length === 0) return NOTHING_WITHHELD;
  return {
    addresses: shared.map(({ email, others }) => ({
      email,
      users: others.map(({ id, username }) => ({ id, username })),
    })),
    messages: messages.map(({ id, email, subject, created_at: at }) => ({ id, email, subject, at })),
    mails: [...mails],
    contacts_of: contactsOf.map(({ id, name }) => ({ id, name })),
  };
}
