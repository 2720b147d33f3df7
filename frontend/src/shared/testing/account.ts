import type { Account } from '@portal/contract';

/** A company with promotional license pricing and equipment purchases, as GET /api/accounts/{id} answers it. */
export const account: Account = {
  id: 'a1',
  name: 'Northgate Security',
  company_name: 'Northgate Security',
  company_address: '',
  company_city: '',
  company_state: '',
  company_zip: '',
  company_phone: '',
  company_email: '',
  billing_contact: '',
  invoice_emails: '',
  po_number: '',
  dealer_id: 'KS0001',
  default_reader_rate: 6.5,
  promotional_reader_rate: 5.25,
  promotional_months: 24,
  promotional_pricing_active: false,
  promotional_start_date: null,
  promotional_license_pricing: true,
  demo_pricing: false,
  equipment_purchases_enabled: true,
  is_demo_account: true,
  created_at: '2026-01-05T10:00:00.000Z',
};
