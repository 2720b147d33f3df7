import { accountSchema, paths } from '@portal/contract';
import { notFound } from '@portal/domain';
import { accountById } from '@portal/projections';
import { pattern, type Route, route } from '../../platform/http/route.ts';
import type { CompanyPorts } from './ports.ts';
import { toAccount } from './wire.ts';

/** GET /api/accounts/{id}: a dealer's own, without provider ids; any for an administrator. */
export function accountRoutes(ports: CompanyPorts): Route[] {
  return [
    route({
      method: 'GET',
      path: pattern(paths.account),
      access: 'approved',
      summary: "A company: one's own, any for an administrator",
      answers: { 200: accountSchema },
      reads: ['accounts'],
      handler: async ({ caller, params }) => {
        const id = params.id;
        if (!caller.isAdmin && id !== caller.accountId) throw notFound('Company not found');
        const account = await accountById(ports.db, id, ports.today());
        if (account === null) throw notFound('Company not found');
        return { body: toAccount(account) };
      },
    }),
  ];
}
