import { type COUNTED_LISTS, countsQuerySchema, paths } from '@portal/contract';
import { firstOfNextMonth } from '@portal/domain/values';
import {
  type ListPage,
  type ListQuery,
  listContacts,
  listDisputes,
  listInvoices,
  listMigrations,
  listOrders,
  listPayments,
  listSites,
  listUsers,
  type Queryable,
} from '@portal/projections';
import { z } from 'zod';
import { type Route, route } from '../../platform/http/route.ts';
import { listMails } from '../../platform/mail/outboxQuery.ts';
import type { ReportPorts } from './ports.ts';

type List = (db: Queryable, query: ListQuery, today: string) => Promise<ListPage<unknown>>;

const LISTS: Readonly<Record<(typeof COUNTED_LISTS)[number], List>> = {
  users: (db, query, today) => listUsers(db, query, { today, billingDate: firstOfNextMonth(today) }),
  sites: listSites,
  migrations: listMigrations,
  invoices: listInvoices,
  orders: listOrders,
  payments: listPayments,
  disputes: listDisputes,
  contacts: listContacts,
  mails: listMails,
};

const READS = [
  ...['users', 'accounts', 'dealerSites', 'projectedInvoices', 'migrations', 'invoices'],
  ...['orders', 'payments', 'disputes', 'contacts'],
];
const NO_ROWS = [0, -1] as const;

/** The numbers on the tabs of a list, in one call. */
export const countsRoute = ({ db, today, timeZone }: ReportPorts): Route =>
  route('GET', paths.admin.counts, 'admin', {
    summary: 'How many records each tab of a list has',
    answers: { 200: z.array(z.number()) },
    query: countsQuerySchema,
    reads: READS,
    handler: async ({ query: { list, filter, tabs } }) => {
      const pages = tabs.map((tab) =>
        LISTS[list](db, { filter: { ...filter, ...tab }, range: NO_ROWS, timeZone }, today()),
      );
      return { body: (await Promise.all(pages)).map(({ total }) => total) };
    },
  });
