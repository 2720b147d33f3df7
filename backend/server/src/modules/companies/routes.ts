import { accountSchema, paths } from '@portal/contract';
import { type Route, route } from '../../platform/http/route.ts';
import { companyRow } from './companyRow.ts';
import type { CompanyPorts } from './ports.ts';
import { toAccount } from './wire.ts';

/** GET /api/accounts/{id}: a dealer's own, without provider ids; any for an administrator. */
export function accountRoutes(ports: CompanyPorts): Route[] {
  return [
    route('GET', paths.account, 'approved', {
      summary: "A company: one's own, any for an administrator",
      answers: { 200: accountSchema },
      reads: ['accounts'],
      handler: async ({ caller, params }) => {
        const isReadable = caller.isAdmin || params.id === caller.accountId;
        return { body: toAccount(await companyRow(ports, isReadable ? params.id : null)) };
      },
    }),
  ];
}
