import { listQuerySchema, paths } from '@portal/contract';
import { accountById, listAccounts } from '@portal/projections';
import { notFound } from '../edge/errors.ts';
import { listAnswer } from '../edge/listAnswer.ts';
import { pattern, type Route, route } from '../edge/route.ts';
import type { RoutePorts } from './routePorts.ts';
import { toAccount } from './wire.ts';

const READS = ['accounts'];

/** The admin's companies: list and one (spec 2, section 7). */
export function adminAccountRoutes(ports: RoutePorts): Route[] {
  return [
    route({
      method: 'GET',
      path: paths.admin.accounts,
      access: 'admin',
      query: listQuerySchema,
      reads: READS,
      handler: async ({ query }) => {
        const { rows, total } = await listAccounts(ports.db, query, ports.today());
        return listAnswer('accounts', { rows: rows.map(toAccount), total }, query.range?.[0]);
      },
    }),
    route({
      method: 'GET',
      path: pattern(paths.admin.account),
      access: 'admin',
      reads: READS,
      handler: async ({ params }) => {
        const account = await accountById(ports.db, params.id ?? '', ports.today());
        if (account === null) throw notFound('Company not found');
        return { body: toAccount(account) };
      },
    }),
  ];
}
