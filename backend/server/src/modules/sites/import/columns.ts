import { SITE_IMPORT_COLUMNS } from '@portal/contract';
import { BusinessRefusal } from '@portal/domain';

export type ImportColumn = keyof typeof SITE_IMPORT_COLUMNS;

/** What people call a column beside its own name. */
const ALSO: Readonly<Record<string, ImportColumn>> = {
  name: 'site_name',
  site: 'site_name',
  address: 'site_address',
  street: 'site_address',
  city: 'site_city',
  state: 'site_state',
  zip: 'site_zip',
  zip_code: 'site_zip',
  site_zip_code: 'site_zip',
  readers: 'number_of_readers',
  panels: 'number_of_acu_panels',
  acu_panels: 'number_of_acu_panels',
  date: 'requested_date',
  notes: 'site_notes',
  ca_150_panel: 'ca150_panel',
  ca150: 'ca150_panel',
};

const isColumn = (name: string): name is ImportColumn => Object.hasOwn(SITE_IMPORT_COLUMNS, name);

function columnOf(cell: string): ImportColumn | null {
  const name = cell
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  if (isColumn(name)) return name;
  return Object.hasOwn(ALSO, name) ? (ALSO[name] ?? null) : null;
}

/** Cells that the first line may have: beyond that it is no header. */
const MOST_COLUMNS = 200;

/**
 * Which column each cell of the header is, in any order, upper or lower case; null for one the import doesn't know.
 * @throws BusinessRefusal unprocessable where a required column is missing, one is there twice, or there are too many
 */
export function readHeader(cells: readonly string[]): readonly (ImportColumn | null)[] {
  if (cells.length > MOST_COLUMNS) {
    throw new BusinessRefusal(
      'unprocessable',
      `The first line of the file has more than ${MOST_COLUMNS} columns.`,
    );
  }
  const columns = cells.map(columnOf);
  const found = new Set<ImportColumn>();
  for (const column of columns) {
    if (column === null) continue;
    if (found.has(column)) {
      throw new BusinessRefusal('unprocessable', `The column ${column} is there twice.`, column);
    }
    found.add(column);
  }
  const missing = Object.entries(SITE_IMPORT_COLUMNS)
    .filter(([name, required]) => required && isColumn(name) && !found.has(name))
    .map(([name]) => name);
  if (missing.length === 0) return columns;
  const what = missing.length === 1 ? 'column' : 'columns';
  throw new BusinessRefusal(
    'unprocessable',
    `The first line of the file must name its columns. Missing ${what}: ${missing.join(', ')}.`,
    missing[0],
  );
}
