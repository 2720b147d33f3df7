import type { PortalChild } from '@portal/server/test/support/portalChild.ts';
import { registration, siteOrder } from '@portal/server/test/support/testPortal.ts';
import { HttpCaller } from './httpCaller.ts';
import { adminAt } from './place.ts';

export interface Customer {
  readonly caller: HttpCaller;
  readonly accountId: string;
  readonly sites: readonly string[];
}

/** Registers and approves dealers over HTTP, each with active sites. */
export async function makeCustomers(
  portal: PortalChild,
  count: number,
  sitesEach: number,
): Promise<readonly Customer[]> {
  const admin = await adminAt(portal);
  const customers: Customer[] = [];
  for (let index = 0; index < count; index += 1) {
    const caller = new HttpCaller(portal.url);
    const registered = await caller.expect(201, 'POST', '/api/register', registrationOf(index));
    const user = JSON.parse(registered.text) as { readonly id: string; readonly account_id: string };
    await admin.expect(200, 'PATCH', `/api/admin/users/${user.id}/approval`, { isApproved: true });
    const sites: string[] = [];
    for (let number = 0; number < sitesEach; number += 1) {
      const order = siteOrder({ site_name: `Harbor Gate ${index}-${number}` });
      const ordered = await caller.expect(201, 'POST', '/api/sites', order);
      const { id } = JSON.parse(ordered.text) as { readonly id: string };
      await admin.expect(200, 'PATCH', `/api/admin/sites/${id}`, { status: 'active' });
      sites.push(id);
    }
    customers.push({ caller, accountId: user.account_id, sites });
  }
  return customers;
}

/** Of the dealer with this number, whose address is its own. */
export const registrationOf = (index: number) =>
  registration(`dealer-${index}`, { email: `ann${index}@example.com` });
