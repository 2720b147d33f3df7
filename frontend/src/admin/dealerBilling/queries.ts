import {
  type Account,
  type AdminUser,
  accountSchema,
  adminUserSchema,
  type BillingSummary,
  billingSummarySchema,
  type Invoice,
  invoiceSchema,
  paths,
  type Site,
  siteSchema,
} from '@portal/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { read } from '../../shared/http/http.ts';
import { refreshResources } from '../kit/live.ts';

/** A list of one account, in an order: what belongs to the company, not to one of its users (rule D13). */
function ofAccount(path: string, accountId: string, sort: readonly [string, 'ASC' | 'DESC']): string {
  return `${path}?${new URLSearchParams({ filter: JSON.stringify({ account_id: accountId }), sort: JSON.stringify(sort) })}`;
}

/** The user in the address. */
export function useDealer(userId: string) {
  const path = paths.admin.user(userId);
  return useQuery({
    queryKey: [path, 'dealer billing'],
    queryFn: async (): Promise<AdminUser> => adminUserSchema.parse(await read(path)),
  });
}

/** The company that is billed; asked for once it is known which. */
export function useBilledAccount(accountId: string | null) {
  const path = paths.admin.account(accountId ?? '');
  return useQuery({
    queryKey: [path, 'dealer billing'],
    queryFn: async (): Promise<Account> => accountSchema.parse(await read(path)),
    enabled: accountId !== null,
  });
}

/** What the company's next invoice will be, site by site. */
export function useBilledSummary(accountId: string | null) {
  const path = paths.admin.billingSummary(accountId ?? '');
  return useQuery({
    queryKey: [path],
    queryFn: async (): Promise<BillingSummary> => billingSummarySchema.parse(await read(path)),
    enabled: accountId !== null,
  });
}

/** All sites of the company, by name. */
export function useBilledSites(accountId: string | null) {
  const path = ofAccount(paths.admin.sites, accountId ?? '', ['site_name', 'ASC']);
  return useQuery({
    queryKey: [path],
    queryFn: async (): Promise<readonly Site[]> => siteSchema.array().parse(await read(path)),
    enabled: accountId !== null,
  });
}

/** All invoices of the company, newest first. */
export function useBilledInvoices(accountId: string | null) {
  const path = ofAccount(paths.admin.invoices, accountId ?? '', ['invoice_date', 'DESC']);
  return useQuery({
    queryKey: [path],
    queryFn: async (): Promise<readonly Invoice[]> => invoiceSchema.array().parse(await read(path)),
    enabled: accountId !== null,
  });
}

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
