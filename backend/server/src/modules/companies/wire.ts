import type { Account } from '@portal/contract';
import { dollarsFromCents } from '@portal/domain/values';
import type { AccountRow } from '@portal/projections';

/** A company, without the card provider's ids. */
export function toAccount(row: AccountRow): Account {
  return {
    id: row.id,
    name: row.name,
    company_name: row.company_name,
    company_address: row.company_address,
    company_city: row.company_city,
    company_state: row.company_state,
    company_zip: row.company_zip,
    company_phone: row.company_phone,
    company_email: row.company_email,
    dealer_id: row.dealer_id,
    default_reader_rate: dollarsFromCents(row.default_reader_rate_cents),
    promotional_reader_rate: dollarsFromCents(row.promotional_rate_cents),
    promotional_months: row.promotional_months,
    promotional_pricing_active: row.promotional_pricing_active,
    promotional_start_date: row.promotional_start_date,
    promotional_license_pricing: row.promotional_license_pricing,
    demo_pricing: row.demo_pricing,
    equipment_purchases_enabled: row.equipment_purchases_enabled,
    is_demo_account: row.is_demo,
    created_at: row.created_at,
  };
}
