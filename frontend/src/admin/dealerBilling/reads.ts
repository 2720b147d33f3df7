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
import { useQuery } from '@tanstack/react-query';
import { HttpError, read } from '../../shared/http/http.ts';

/** A list of one account, in an order: what belongs to the company, not to one of its users (decisions, Data). */
function ofAccount(path: string, accountId: string, sort: readonly [string, 'ASC' | 'DESC']): string {
  return `${path}?${new URLSearchParams({ filter: JSON.stringify({ account_id: accountId }), sort: JSON.stringify(sort) })}`;
}

/** A failed read carries the spec's text (spec 2, section 8); that the session is over stays what it is. */
async function readOr(path: string, failed: string): Promise<unknown> {
  try {
    return await read(path);
  } catch (error) {
    throw error instanceof HttpError ? new HttpError(error.status, failed, error.errors) : new Error(failed);
  }
}

/** The user in the address. */
export function useDealer(userId: string) {
  const path = paths.admin.user(userId);
  return useQuery({
    queryKey: [path, 'dealer billing'],
    queryFn: async (): Promise<AdminUser> =>
      adminUserSchema.parse(await readOr(path, 'Failed to fetch dealer')),
  });
}

/** The company that is billed; asked for once it is known which. */
export function useBilledAccount(accountId: string | null) {
  const path = paths.admin.account(accountId ?? '');
  return useQuery({
    queryKey: [path, 'dealer billing'],
    queryFn: async (): Promise<Account> => accountSchema.parse(await readOr(path, 'Failed to fetch dealer')),
    enabled: accountId !== null,
  });
}

/** What the company's next invoice will be, site by site. */
export function useBilledSummary(accountId: string | null) {
  const path = paths.admin.billingSummary(accountId ?? '');
  return useQuery({
    queryKey: [path],
    queryFn: async (): Promise<BillingSummary> =>
      billingSummarySchema.parse(await readOr(path, 'Failed to fetch dealer sites')),
    enabled: accountId !== null,
  });
}

/** All sites of the company, by name. */
export function useBilledSites(accountId: string | null) {
  const path = ofAccount(paths.admin.sites, accountId ?? '', ['site_name', 'ASC']);
  return useQuery({
    queryKey: [path],
    queryFn: async (): Promise<readonly Site[]> =>
      siteSchema.array().parse(await readOr(path, 'Failed to fetch dealer sites')),
    enabled: accountId !== null,
  });
}

/** All invoices of the company, newest first. */
export function useBilledInvoices(accountId: string | null) {
  const path = ofAccount(paths.admin.invoices, accountId ?? '', ['invoice_date', 'DESC']);
  return useQuery({
    queryKey: [path],
    queryFn: async (): Promise<readonly Invoice[]> =>
      invoiceSchema.array().parse(await readOr(path, 'Failed to fetch dealer invoices')),
    enabled: accountId !== null,
  });
}
