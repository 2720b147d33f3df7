import type { Site } from '@portal/contract';
import { mapValues, SITE_INPUTS } from '@portal/domain/values';

/** A site as the wire carries it, for specs. */
export const site = (id: string, site_name: string, status: Site['status']): Site => ({
  id,
  user_id: 'u1',
  account_id: 'a1',
  site_name,
  site_address: '2 Harbor Road',
  site_city: 'Staten Island',
  site_state: 'NY',
  site_zip: '10311',
  hardware: [],
  software_version: 'aurora',
  number_of_readers: '12',
  number_of_acu_panels: '1',
  requested_date: '2026-11-20',
  ...mapValues(SITE_INPUTS, () => null),
  existing_platform: null,
  custom_reader_rate: null,
  is_promotional_pricing: false,
  promotional_end_date: null,
  is_active: status !== 'inactive',
  status,
  created_at: '2026-11-20T10:00:00.000Z',
});
