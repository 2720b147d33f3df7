import {
  type Account,
  type AdminUser,
  type BillingSummary,
  type Invoice,
  paths,
  type Site,
} from '@portal/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { refreshResources } from '../kit/live.ts';

/** The list of an account's records: they belong to the company, not to one of its users (rule D13). */
function ofAccount(path: string, accountId: string | null, sort: readonly [string, 'ASC' | 'DESC']): string {
  return `${path}?${new URLSearchParams({ filter: JSON.stringify({ account_id: accountId }), sort: JSON.stringify(sort) })}`;
}

const useRead = <Answer>(path: string, accountId: string | null) =>
  useQuery<Answer>({ queryKey: [path], enabled: accountId !== null });

/** The user in the address. */
export const useDealer = (userId: string) => useRead<AdminUser>(paths.admin.user(userId), userId);

/** The company that is billed, once it is known. */
export const useBilledAccount = (accountId: string | null) =>
  useRead<Account>(paths.admin.account(accountId ?? ''), accountId);

/** The company's next invoice by site. */
export const useBilledSummary = (accountId: string | null) =>
  useRead<BillingSummary>(paths.admin.billingSummary(accountId ?? ''), accountId);

/** All sites of the company, by name. */
export const useBilledSites = (accountId: string | null) =>
  useRead<readonly Site[]>(ofAccount(paths.admin.sites, accountId, ['site_name', 'ASC']), accountId);

/** All invoices of the company, newest first. */
export const useBilledInvoices = (accountId: string | null) =>
  useRead<readonly Invoice[]>(
    ofAccount(paths.admin.invoices, accountId, ['invoice_date', 'DESC']),
    accountId,
  );

/** After a rate or promotion was saved (S2-4, S2-9). */
const RELOAD_MS = 500;

/** Reads what the page shows again, half a second after a saved change. */
export function useReload(): () => void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void refreshResources(client), RELOAD_MS);
  }, [client]);
}
