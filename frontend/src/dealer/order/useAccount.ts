import { paths } from '@portal/contract';
import { useQuery } from '@tanstack/react-query';

/** The account, whose terms determine prices. */
export function useAccount(accountId: string | null) {
  return useQuery({
    queryKey: [paths.account(accountId ?? '')],
    queryFn: async () => (await import('./readAccount.ts')).readAccount(accountId ?? ''),
    enabled: accountId !== null,
  });
}
