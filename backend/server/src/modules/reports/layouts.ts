import type { ActiveCompanyRow, ActiveSiteRow, ReportType, SiteChangeRow } from '@portal/contract';
import { formatDay } from '@portal/domain/values';
import {
  activeCompaniesReport,
  activeSitesReport,
  type Columns,
  type Queryable,
  type Report,
  type ReportFilter,
  type RowOf,
  reportPages,
  reportRows,
  siteAdditionsReport,
  siteDeactivationsReport,
} from '@portal/projections';
import type { ClientBase } from 'pg';
import type { Cell } from '../../platform/csv/csv.ts';

interface Company {
  readonly account_id: string;
  readonly company_name: string | null;
  readonly dealer_id: string | null;
}

/** A company on the wire. Its name is null where it is unknown. */
export const companyOf = ({ account_id, company_name, dealer_id }: Company) => ({
  id: account_id,
  company_name: company_name ?? 'N/A',
  dealer_id,
});
export const dealerId = ({ dealer_id }: Company): string => dealer_id ?? 'No Dealer ID';
export const companyName = ({ company_name }: Company): string => company_name ?? 'N/A';

interface SiteRow extends Company {
  readonly site_id: string;
  readonly site_name: string;
}
const siteOf = (row: SiteRow) => ({ id: row.site_id, site_name: row.site_name, account: companyOf(row) });

/** A report as routes use it: whatever its columns are. */
export interface ReportLayout {
  readonly title: string;
  readonly header: readonly string[];
  /** Rows on the wire (S2-3), all or a page. */
  read(
    db: Queryable,
    filter: ReportFilter,
    range?: readonly [first: number, last: number],
  ): Promise<{ readonly rows: readonly unknown[]; readonly total: number }>;
  /** Rows as cells, read page by page through a cursor. */
  pages(client: ClientBase, filter: ReportFilter): AsyncGenerator<readonly (readonly Cell[])[]>;
}

function layout<C extends Columns, Wire>(of: {
  readonly title: string;
  readonly report: Report<C>;
  readonly header: readonly string[];
  readonly cells: (row: RowOf<C>) => readonly Cell[];
  readonly toWire: (row: RowOf<C>) => Wire;
}): ReportLayout {
  const { title, header, report, cells, toWire } = of;
  return {
    title,
    header,
    async read(db, filter, range) {
      const { rows, total } = await reportRows(db, report, filter, range);
      return { rows: rows.map(toWire), total };
    },
    async *pages(client, filter) {
      for await (const page of reportPages(client, report, filter)) yield page.map(cells);
    },
  };
}

const changes = (title: string, report: typeof siteAdditionsReport) =>
  layout({
    title,
    report,
    header: ['Company', 'Dealer ID', 'Site', 'Change', 'Date', 'Readers'],
    cells: (row) => [
      companyName(row),
      dealerId(row),
      row.site_name,
      row.change_type,
      formatDay(row.change_date),
      row.readers,
    ],
    toWire: (row): SiteChangeRow => ({
      site: siteOf(row),
      changeType: row.change_type,
      changeDate: row.change_date,
      readers: row.readers,
    }),
  });

/** The four reports (S2-2-reports). */
export const LAYOUTS: Readonly<Record<ReportType, ReportLayout>> = {
  'active-sites': layout({
    title: 'Active Sites',
    report: activeSitesReport,
    header: ['Company', 'Dealer ID', 'Site', 'Readers', 'Active since'],
    cells: (row) => [companyName(row), dealerId(row), row.site_name, row.readers, formatDay(row.start_date)],
    toWire: (row): ActiveSiteRow => ({ site: siteOf(row), readers: row.readers, startDate: row.start_date }),
  }),
  'active-companies': layout({
    title: 'Active Companies',
    report: activeCompaniesReport,
    header: ['Company', 'Dealer ID', 'Active sites', 'Total readers', 'Active since'],
    cells: (row) => [
      companyName(row),
      dealerId(row),
      row.active_sites,
      row.total_readers,
      formatDay(row.start_date),
    ],
    toWire: (row): ActiveCompanyRow => ({
      account: companyOf(row),
      activeSites: row.active_sites,
      totalReaders: row.total_readers,
      startDate: row.start_date,
    }),
  }),
  'site-additions': changes('Site Additions', siteAdditionsReport),
  'site-deactivations': changes('Site Deactivations', siteDeactivationsReport),
};
