import type { SessionUser } from '@portal/contract';

/** An approved dealer, as GET /api/user answers it. */
export const dealer: SessionUser = {
  id: 'u1',
  account_id: 'a1',
  username: 'northgate',
  name: 'Dana Miller',
  email: 'dana@northgate.example',
  company: 'Northgate Security',
  phone: '2125550100',
  address: '1 Dock Street',
  city: 'Albany',
  state: 'NY',
  zip: '12207',
  experience: null,
  agreeToTerms: true,
  is_admin: false,
  is_approved: true,
  dealer_id: 'KS0001',
  default_reader_rate: 6.5,
  email_preferences: {
    site_created: true,
    site_approved: true,
    site_inactive: true,
    site_deleted: true,
    invoice_created: true,
    invoice_paid: true,
    admin_site_created: false,
    admin_dealer_registration: false,
    contact_form: false,
  },
  created_at: '2026-01-05T10:00:00.000Z',
};
