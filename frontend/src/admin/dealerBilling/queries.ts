import {
  type Account,
  type AdminUser,
  type BillingSummary,
  type CompanyCredit,
  type CompanyOverview,
  type Invoice,
  type OneOffCharge,
  paths,
  type Site,
} from '@portal/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { wholeListPath } from '../dataProvider/resourcePaths.ts';
import { refreshResources } from '../kit/live.ts';

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

/** How the company stands. */
export const useCompanyOverview = (accountId: string | null) =>
  useRead<CompanyOverview>(paths.admin.accountOverview(accountId ?? ''), accountId);

/** One-off charges of the company, newest first. */
export const useCharges = (accountId: string | null) =>
  useRead<readonly OneOffCharge[]>(paths.admin.charges(accountId ?? ''), accountId);

/** Unused credit of the company, and what was paid out of it. */
export const useCredit = (accountId: string | null) =>
  useRead<CompanyCredit>(paths.admin.credit(accountId ?? ''), accountId);

/** All sites of the company, by name; records belong to the company, not to one of its users (rule D13). */
export const useBilledSites = (accountId: string | null) =>
  useRead<readonly Site[]>(
    wholeListPath('sites', { account_id: accountId }, { field: 'site_name', order: 'ASC' }),
    accountId,
  );

/** All invoices of the company, newest first. */
export const useBilledInvoices = (accountId: string | null) =>
  useRead<readonly Invoice[]>(
    wholeListPath('invoices', { account_id: accountId }, { field: 'invoice_date', order: 'DESC' }),
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
