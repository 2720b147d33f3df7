import type { Site } from '@portal/contract';
import { showPlace, softwareText } from '../../../shared/text.ts';
import { CompanyName, UserName } from '../../records/links.tsx';
import { SiteStanding } from '../../records/states.tsx';
import type { Fields } from '../../ui/fields.tsx';

export const siteFields: Fields<Site> = {
  site_name: { label: 'Site' },
  status: { label: 'Status', render: (site) => <SiteStanding site={site} /> },
  account_id: {
    label: 'Company',
    render: (site) => <CompanyName id={site.account_id} />,
    csv: false,
  },
  user_id: {
    label: 'Requested by',
    table: false,
    render: (site) => <UserName id={site.user_id} />,
    csv: false,
  },
  site_address: { label: 'Address', table: false },
  site_city: {
    label: 'City',
    columnLabel: 'Location',
    render: (site) => showPlace(site.site_city, site.site_state),
  },
  site_state: { label: 'State', table: false },
  site_zip: { label: 'ZIP', table: false },
  number_of_readers: { label: 'Readers', type: 'count' },
  number_of_acu_panels: { label: 'ACU panels', table: 'hidden', type: 'count' },
  custom_reader_rate: {
    label: 'Custom Reader Rate',
    table: 'hidden',
    columnLabel: 'Custom rate',
    type: 'rate',
  },
  software_version: {
    label: 'Software version',
    table: false,
    render: (site) => softwareText(site.software_version),
  },
  existing_platform: { label: 'Existing platform', table: false, csv: false },
  requested_date: { label: 'Requested for', table: false, type: 'day', csv: false },
  created_at: { label: 'Requested', type: 'day' },
};
