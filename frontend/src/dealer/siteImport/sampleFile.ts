import { SITE_IMPORT_COLUMNS } from '@portal/contract';
import { keep } from '../../shared/http/download.ts';

type Column = keyof typeof SITE_IMPORT_COLUMNS;

const SITES: readonly Readonly<Partial<Record<Column, string>>>[] = [
  {
    site_name: 'Harbor View Apartments',
    site_address: '2 Harbor Road',
    site_city: 'Staten Island',
    site_state: 'NY',
    site_zip: '10311',
    number_of_readers: '12',
    number_of_acu_panels: '2',
    requested_date: '2027-01-15',
    site_notes: 'Front gate first',
    ca150_panel: 'no',
    netcom6p: 'no',
  },
  {
    site_name: 'Mill Street Offices',
    site_address: '9 Mill Street',
    site_city: 'Albany',
    site_state: 'NY',
    site_zip: '12207',
    number_of_readers: '4',
    number_of_acu_panels: '1',
    ca150_panel: 'no',
    netcom6p: 'no',
  },
];

/** A valid import file. */
export function sampleCsv(): string {
  const columns = Object.keys(SITE_IMPORT_COLUMNS) as Column[];
  const lines = SITES.map((site) => columns.map((column) => site[column] ?? '').join(','));
  return [columns.join(','), ...lines, ''].join('\r\n');
}

export function downloadSample(): void {
  keep(new Blob(['\uFEFF', sampleCsv()], { type: 'text/csv;charset=utf-8' }), 'sites-sample.csv');
}
