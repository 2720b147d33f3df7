import { type Account, accountSchema, paths } from '@portal/contract';
import { read } from '../../shared/http/http.ts';

/** In a module of its own, which is loaded later together with zod. */
export const readAccount = async (accountId: string): Promise<Account> =>
  accountSchema.parse(await read(paths.account(accountId)));
