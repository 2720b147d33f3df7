import {
  accountSchema,
  adminUserSchema,
  billingSummarySchema,
  invoiceSchema,
  paths,
  siteSchema,
} from '@portal/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import type { z } from 'zod';
import { read } from '../../shared/http/http.ts';
import { refreshResources } from '../kit/live.ts';

/** The list of an account's records: they belong to the company, not to one of its users (rule D13). */
function ofAccount(path: string, accountId: string | null, sort: readonly [string, 'ASC' | 'DESC']): string {
  return `${path}?${new URLSearchParams({ filter: JSON.stringify({ account_id: accountId }), sort: JSON.stringify(sort) })}`;
}

// not readQuery: shared with the dealer's pages it would become a chunk of its own, which the dashboard would load
const useRead = <Answer>(path: string, schema: z.ZodType<Answer>, accountId: string | null) =>
  useQuery({
    queryKey: [path],
    queryFn: async () => schema.parse(await read(path)),
    enabled: accountId !== null,
  });

/** The user in the address. */
export const useDealer = (userId: string) => useRead(paths.admin.user(userId), adminUserSchema, userId);

/** The company that is billed, once it is known. */
export const useBilledAccount = (accountId: string | null) =>
  useRead(paths.admin.account(accountId ?? ''), accountSchema, accountId);

/** The company's next invoice by site. */
export const useBilledSummary = (accountId: string | null) =>
  useRead(paths.admin.billingSummary(accountId ?? ''), billingSummarySchema, accountId);

/** All sites of the company, by name. */
export const useBilledSites = (accountId: string | null) =>
  useRead(ofAccount(paths.admin.sites, accountId, ['site_name', 'ASC']), siteSchema.array(), accountId);

/** All invoices of the company, newest first. */
export const useBilledInvoices = (accountId: string | null) =>
  useRead(
    ofAccount(paths.admin.invoices, accountId, ['invoice_date', 'DESC']),
    invoiceSchema.array(),
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
