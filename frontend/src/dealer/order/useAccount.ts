import { accountSchema, paths } from '@portal/contract';
import { useQuery } from '@tanstack/react-query';
import { readQuery } from '../../shared/http/readQuery.ts';

/** The account, whose terms determine prices. */
export const useAccount = (accountId: string | null) =>
  useQuery({ ...readQuery(paths.account(accountId ?? ''), accountSchema), enabled: accountId !== null });
