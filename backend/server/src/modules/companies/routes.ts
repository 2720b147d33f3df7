import {
  type Account,
  accountSchema,
  billingDetailsSchema,
  cancelAnnouncedRateSchema,
  demoStatusSchema,
  editAccountSchema,
  listQuerySchema,
  neededReasonSchema,
  orIdAlone,
  type PaymentMethod,
  paths,
  promisePaymentSchema,
  promotionalPricingSchema,
} from '@portal/contract';
import { accountStream } from '@portal/domain';
import { dollarsFromCents } from '@portal/domain/values';
import {
  ACCOUNT_LIST_READS,
  type AccountRow,
  accountById,
  type ListedAccount,
  listAccounts,
  type UserRow,
  usersOfAccounts,
} from '@portal/projections';
import { z } from 'zod';
import { found } from '../../kernel/found.ts';
import { withConflicts } from '../../platform/history/changedMeanwhile.ts';
import { historyRoute } from '../../platform/history/readHistory.ts';
import { need } from '../../platform/http/access.ts';
import { answerFrom } from '../../platform/http/answerFrom.ts';
import { listAnswer } from '../../platform/http/listAnswer.ts';
import { recordAnswer } from '../../platform/http/recordAnswer.ts';
import { type JsonAnswer, type Route, route } from '../../platform/http/route.ts';
import type { ReadPorts } from '../../platform/readPorts.ts';
import {
  type CompanyCommandPorts,
  cancelAnnouncedRate,
  changePromotionalPricing,
  editAccount,
  promisePayment,
  setDemoStatus,
} from './changeAccount.ts';
import { companyRow, orderTaxTerms } from './company.ts';
import { companyRecord } from './history.ts';
import { recordLook } from './looks.ts';
import { orderHoldOf, releaseOrderHold } from './orderHold.ts';

const READS = ['accounts', 'users'];

/** A company, without the card provider's ids. */
const toAccount = (row: AccountRow): Account =>
  answerFrom(accountSchema, row, {
    default_reader_rate: dollarsFromCents(row.default_reader_rate_cents),
    promotional_reader_rate: dollarsFromCents(row.promotional_rate_cents),
    is_demo_account: row.is_demo,
  });

/** A dealer's own company; the admin's companies (S2-7): list, one, edit, demo or live, promotional pricing, history. */
export function companyRoutes(
  ports: ReadPorts & {
    readonly commands: CompanyCommandPorts;
    /** The card that a company keeps with the provider; null for none. */
    paymentMethodOf(accountId: string): Promise<PaymentMethod>;
  },
): Route[] {
  const { commands } = ports;
  /** Companies with their users, the first user first. */
  async function withUsers(rows: readonly AccountRow[]): Promise<readonly Account[]> {
    const ids = rows.map(({ id }) => id);
    const users = ids.length === 0 ? [] : await usersOfAccounts(ports.db, ids, ports.today());
    return rows.map((row) => {
      const isFirst = ({ id }: UserRow) => Number(id === row.first_user_id);
      const named = users
        .filter(({ account_id }) => account_id === row.id)
        .sort((a, b) => isFirst(b) - isFirst(a))
        .map(({ id, username, name, email }) => ({ id, username, name, email }));
      return { ...toAccount(row), users: named };
    });
  }

  async function one(id: string, revision: bigint | null): Promise<JsonAnswer | null> {
    const row = await accountById(ports.db, id, ports.today());
    if (row === null) return null;
    const [[account = toAccount(row)], payment_method, order_hold] = await Promise.all([
      withUsers([row]),
      ports.paymentMethodOf(id),
      orderHoldOf(commands, id),
    ]);
    return recordAnswer(id, row, () => ({ ...account, payment_method, order_hold }), { revision });
  }

  const answer = async (id: string, revision: bigint | null = null) =>
    (await one(id, revision)) ?? { body: { id } };

  const edit = (method: 'PATCH' | 'PUT') =>
    route(method, paths.admin.account, 'people', {
      summary: "Change a company's details",
      answers: { 200: orIdAlone(accountSchema) },
      body: editAccountSchema,
      handler: async (request) => {
        const { body, command } = request;
        const { id } = request.params;
        const current = async () => {
          const row = await accountById(ports.db, id, ports.today());
          return row === null ? null : toAccount(row);
        };
        const { revision } = await withConflicts(
          ports,
          request,
          { name: 'Company', current },
          (seenRevision) => editAccount(commands, id, body, command, { reason: body.reason, seenRevision }),
        );
        return answer(id, revision);
      },
    });

  return [
    route('GET', paths.account, 'approved', {
      summary: "A company: one's own, any for an administrator",
      answers: { 200: accountSchema },
      reads: ['accounts'],
      handler: async ({ caller, params }) => {
        const isReadable = caller.isAdmin || params.id === caller.accountId;
        const account = toAccount(await companyRow(ports, isReadable ? params.id : null));
        const [{ rates, isExempt }, order_hold] = await Promise.all([
          orderTaxTerms(commands, account.id, ports.today()),
          orderHoldOf(commands, account.id),
        ]);
        const isTaxed = !isExempt && Object.keys(rates).length > 0;
        return { body: { ...account, order_hold, ...(isTaxed && { tax_rates: rates }) } };
      },
    }),
    route('PATCH', paths.account, 'paying', {
      summary: "Set billing contact, further recipients and PO number of one's company",
      answers: { 200: orIdAlone(accountSchema) },
      body: billingDetailsSchema,
      handler: async ({ caller, params: { id }, body, command, visible }) => {
        if (caller.isAdmin) need(caller, 'money');
        await companyRow(ports, caller.isAdmin || id === caller.accountId ? id : null);
        const { chain } = await editAccount(commands, id, body, command);
        await visible(chain);
        return { body: toAccount(await companyRow(ports, id)) };
      },
    }),
    route('GET', paths.admin.accounts, 'staff', {
      summary: 'Companies',
      answers: { 200: z.array(accountSchema) },
      query: listQuerySchema,
      reads: [...READS, ...ACCOUNT_LIST_READS],
      handler: async ({ query }) => {
        const { timeZone } = ports;
        const { rows, total } = await listAccounts(ports.db, { ...query, timeZone }, ports.today());
        const companies = (await withUsers(rows)).map((company, index) => {
          const { active_sites, projected_monthly_cents, open_cents, has_card } = rows[
            index
          ] as ListedAccount;
          return {
            ...company,
            active_sites,
            projected_monthly: dollarsFromCents(projected_monthly_cents),
            open_amount: dollarsFromCents(open_cents),
            has_card,
          };
        });
        return listAnswer('accounts', { rows: companies, total }, query.range?.[0]);
      },
    }),
    route('GET', paths.admin.account, 'staff', {
      summary: 'One company',
      answers: { 200: accountSchema },
      reads: READS,
      handler: async (request) => {
        const company = found(await one(request.params.id, null), 'Company');
        await recordLook(commands, accountStream(request.params.id), request);
        return company;
      },
    }),
    edit('PATCH'),
    edit('PUT'),
    route('PUT', paths.admin.demoStatus, 'settings', {
      summary: 'Make an account demo or live',
      answers: { 200: orIdAlone(accountSchema) },
      body: demoStatusSchema,
      handler: async ({ params: { id }, body, command, visible }) => {
        await visible(await setDemoStatus(commands, id, body.is_demo_account, command, body.reason));
        return answer(id);
      },
    }),
    route('PATCH', paths.admin.promotionalPricing, 'money', {
      summary: "Set a company's promotional pricing",
      answers: { 200: orIdAlone(accountSchema) },
      body: promotionalPricingSchema,
      handler: async ({ params: { id }, body, command, visible }) => {
        const terms = {
          rateCents: body.promotional_reader_rate,
          months: body.promotional_months,
          active: body.promotional_pricing_active,
          licensePricing: body.promotional_license_pricing,
          shortNoticeConfirmed: body.confirm_short_notice,
        };
        await visible(await changePromotionalPricing(commands, id, terms, command, body.reason));
        return answer(id);
      },
    }),
    route('POST', paths.admin.cancelAnnouncedRate, 'money', {
      summary: 'Cancel a default rate that was announced',
      answers: { 200: orIdAlone(accountSchema) },
      body: cancelAnnouncedRateSchema,
      handler: async ({ params: { id }, body, command, visible }) => {
        const { effective_from: effectiveFrom, confirm_short_notice: shortNoticeConfirmed, reason } = body;
        const rate = { effectiveFrom, shortNoticeConfirmed };
        await visible(await cancelAnnouncedRate(commands, id, rate, command, reason));
        return answer(id);
      },
    }),
    route('POST', paths.admin.releaseOrderHold, 'money', {
      summary: 'Allow new orders although an invoice is overdue',
      answers: { 200: orIdAlone(accountSchema) },
      body: neededReasonSchema,
      handler: async ({ params: { id }, body, command, visible }) => {
        await visible(await releaseOrderHold(commands, id, body.reason, command));
        return answer(id);
      },
    }),
    route('POST', paths.admin.promises, 'money', {
      summary: 'Note by when a company says that it pays what is open',
      answers: { 200: orIdAlone(accountSchema) },
      body: promisePaymentSchema,
      handler: async ({ params: { id }, body: { promised_on: promisedOn, note }, command, visible }) => {
        await visible(await promisePayment(commands, id, { promisedOn, note }, command));
        return answer(id);
      },
    }),
    historyRoute(ports, paths.admin.accountHistory, companyRecord),
  ];
}
