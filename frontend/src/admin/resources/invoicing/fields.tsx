import type { AdminUser } from '@portal/contract';
import { showRate } from '../../../shared/text.ts';
import { NO_DEALER_ID } from '../../records/links.tsx';
import type { Fields } from '../../ui/fields.tsx';

/** A dealer as what will be billed. */
export const dealerFields: Fields<AdminUser> = {
  company: { label: 'Company', render: (user) => user.company || user.name || user.username },
  dealer_id: { label: 'Dealer ID', unbroken: true, render: (user) => user.dealer_id ?? NO_DEALER_ID },
  name: { label: 'Contact', table: 'hidden' },
  active_sites: { label: 'Active sites', type: 'count' },
  total_readers: { label: 'Readers', type: 'count' },
  default_reader_rate: {
    label: 'Default rate',
    type: 'rate',
    render: (user) => showRate(user.default_reader_rate, 'System rate'),
  },
  projected_monthly_invoice_cents: { label: 'Projected monthly invoice', type: 'cents' },
};
