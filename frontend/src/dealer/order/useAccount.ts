import { type Account, accountSchema, paths } from '@portal/contract';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../shared/http/http.ts';

/** The account that orders are priced by, GET /api/accounts/{account_id}. */
export function useAccount(accountId: string | null) {
  const path = paths.account(accountId ?? '');
  return useQuery({
    queryKey: [path],
    queryFn: async (): Promise<Account> => accountSchema.parse(await read(path)),
    enabled: accountId !== null,
  });
}
