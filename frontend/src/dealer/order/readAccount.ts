import { type Account, accountSchema, paths } from '@portal/contract';
import { read } from '../../shared/http/http.ts';

/** GET /api/accounts/{account_id}. */
export const readAccount = async (accountId: string): Promise<Account> =>
  accountSchema.parse(await read(paths.account(accountId)));
