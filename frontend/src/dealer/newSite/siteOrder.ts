import { type NewSiteForm, type NewSiteRequest, paths, type Site } from '@portal/contract';
import type { Price } from '@portal/domain/pricing';
import { messageOf, request } from '../../shared/http/http.ts';
import { hardwareOf } from '../order/HardwareOptions.tsx';
import type { Order } from '../order/order.ts';

const FAILED = 'There was a problem submitting your form. Please try again.';
/** S1-1. */
const SOFTWARE = 'aurora';

/** The request body: counts as text, hardware by name. */
export function siteForm(site: NewSiteRequest): NewSiteForm {
  const hardware = hardwareOf(site);
  return {
    ...site,
    hardware,
    number_of_readers: String(site.number_of_readers),
    number_of_acu_panels: String(site.number_of_acu_panels),
    include_shipping: hardware.length > 0,
    software_version: SOFTWARE,
  };
}

/** A new site as an order: POST /api/sites creates it (S1-7). */
export function siteOrder(site: NewSiteRequest, price: Price, onRefused: (error: unknown) => void): Order {
  const form = siteForm(site);
  return {
    form: { kind: 'site', site: form },
    price,
    async create({ orderId }) {
      const body = { ...form, payment_verified: price.totalCents > 0, orderId };
      const { id } = (await request('POST', paths.sites, body)) as Pick<Site, 'id'>;
      return { entries: [{ id, name: site.site_name }] };
    },
    explain: (error) => ({ title: 'Error', message: messageOf(error, FAILED) }),
    onRefused,
  };
}
