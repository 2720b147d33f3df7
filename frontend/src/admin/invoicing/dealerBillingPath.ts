import type { AdminUser } from '@portal/contract';

/** The billing page of a dealer, with the dealer ID as hash (spec 2, Admin dashboard, Invoicing). */
export function dealerBillingPath({ id, dealer_id: dealerId }: Pick<AdminUser, 'id' | 'dealer_id'>): string {
  return `/dealer-billing/${encodeURIComponent(id)}${dealerId === null ? '' : `#${dealerId}`}`;
}
