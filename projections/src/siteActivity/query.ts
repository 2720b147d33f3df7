import type { Day } from '@portal/domain/values';
import type { ClientBase } from 'pg';
import { ACCOUNTS_VIEW } from '../accounts/query.ts';
import { type Columns, day, integer, optional, type RowOf, text } from '../runtime/columns.ts';
import { cursorPages } from '../runtime/cursor.ts';
import { type Queryable, selectRows, selectUnprepared } from '../runtime/select.ts';
import { siteActivity } from './projector.ts';

const { sites: SITES, switches: SWITCHES_VIEW, periods: ENDED_PERIODS } = siteActivity.views;

/** Periods in which sites were active; `to_at` is null for those that have not ended. */
const PERIODS = `(SELECT site_id, account_id, since, from_at, to_at, readers FROM ${ENDED_PERIODS}
    UNION ALL SELECT id, account_id, since, from_at, NULL, readers FROM ${SITES} WHERE from_at IS NOT NULL)`;

/** Days in `timeZone`, both included; no end means today, no start the beginning. */
export interface ReportFilter {
  readonly companyId: string | null;
  readonly from: Day | null;
  readonly to: Day | null;
  readonly timeZone: string;
  /** Today's billing day. */
  readonly today: Day;
}

const company = { account_id: text, company_name: optional(text), dealer_id: optional(text) };
const ACTIVE_SITES = { ...company, site_id: text, site_name: text, readers: integer, start_date: day };
const ACTIVE_COMPANIES = { ...company, active_sites: integer, total_readers: integer, start_date: day };
const SWITCHES = {
  ...company,
  site_id: text,
  site_name: text,
  readers: integer,
  change_type: text,
  change_date: day,
};

/** The range as instants, the end excluded. PostgreSQL converts the days, because it knows the zone's history. */
const RANGE = `SELECT
  coalesce($2::date::timestamp AT TIME ZONE $4, '-infinity') AS begins,
  (coalesce($3::date, $5::date) + 1)::timestamp AT TIME ZONE $4 AS ends,
  $4::text AS zone`;

/** The last period of each site and company in the range; without dates, the active ones. */
const LAST_PERIODS = `SELECT DISTINCT ON (p.site_id, p.account_id) p.site_id, s.site_name, s.site_name_key, p.account_id, p.since, p.readers
  FROM range, ${PERIODS} p JOIN ${SITES} s ON s.id = p.site_id
  WHERE p.from_at < range.ends
    AND coalesce(p.to_at, 'infinity') > CASE WHEN $2::date IS NULL THEN range.ends - interval '1 second' ELSE range.begins END
    AND ($1::text IS NULL OR p.account_id = $1)
  ORDER BY p.site_id, p.account_id, p.from_at DESC`;

/** `sql` takes company, first day, last day, zone and today. */
export interface Report<C extends Columns> {
  readonly columns: C;
  readonly sql: string;
}

/** Sites active in the range (now if it has no start) by company, with their readers at its end. */
export const activeSitesReport: Report<typeof ACTIVE_SITES> = {
  columns: ACTIVE_SITES,
  sql: `WITH range AS (${RANGE}), periods AS (${LAST_PERIODS})
    SELECT p.account_id, a.company_name, a.dealer_id, p.site_id, p.site_name, p.readers,
      (p.since AT TIME ZONE range.zone)::date AS start_date
    FROM range, periods p LEFT JOIN ${ACCOUNTS_VIEW} a ON a.id = p.account_id
    ORDER BY a.company_name_key, a.dealer_id, p.account_id, p.site_name_key, p.site_id`,
};

/** Companies with active sites: number of sites and readers, and the first start date. */
export const activeCompaniesReport: Report<typeof ACTIVE_COMPANIES> = {
  columns: ACTIVE_COMPANIES,
  sql: `WITH range AS (${RANGE}), periods AS (${LAST_PERIODS})
    SELECT p.account_id, a.company_name, a.dealer_id, count(*)::integer AS active_sites,
      sum(p.readers)::integer AS total_readers, min((p.since AT TIME ZONE range.zone)::date) AS start_date
    FROM range, periods p LEFT JOIN ${ACCOUNTS_VIEW} a ON a.id = p.account_id
    GROUP BY p.account_id, a.company_name, a.company_name_key, a.dealer_id
    ORDER BY a.company_name_key, a.dealer_id, p.account_id`,
};

const switchesReport = (kind: 'addition' | 'deactivation'): Report<typeof SWITCHES> => ({
  columns: SWITCHES,
  sql: `WITH range AS (${RANGE})
    SELECT x.account_id, a.company_name, a.dealer_id, x.site_id, x.site_name, x.readers, x.change_type,
      (x.at AT TIME ZONE range.zone)::date AS change_date
    FROM range, ${SWITCHES_VIEW} x LEFT JOIN ${ACCOUNTS_VIEW} a ON a.id = x.account_id
    WHERE x.kind = '${kind}' AND x.at >= range.begins AND x.at < range.ends
      AND ($1::text IS NULL OR x.account_id = $1)
    ORDER BY x.at DESC, x.site_id`,
});
/** Sites that became active in the range, the latest first. */
export const siteAdditionsReport = switchesReport('addition');
/** Sites that stopped being active in the range, the latest first. */
export const siteDeactivationsReport = switchesReport('deactivation');

const parametersOf = ({ companyId, from, to, timeZone, today }: ReportFilter) => [
  companyId,
  from,
  to,
  timeZone,
  today,
];

/** One page of a report and its total number of rows. Freshness: `siteActivity`, `accounts`. */
export async function reportRows<C extends Columns>(
  db: Queryable,
  { columns, sql }: Report<C>,
  filter: ReportFilter,
  range?: readonly [first: number, last: number],
): Promise<{ readonly rows: readonly RowOf<C>[]; readonly total: number }> {
  const values = parametersOf(filter);
  if (range === undefined) {
    const rows = await selectUnprepared(db, columns, sql, values);
    return { rows, total: rows.length };
  }
  const [first, last] = range;
  const [rows, counted] = await Promise.all([
    selectUnprepared(db, columns, `${sql} LIMIT $6 OFFSET $7`, [...values, last - first + 1, first]),
    db.query<{ total: string }>(`SELECT count(*) AS total FROM (${sql}) AS report`, values),
  ]);
  return { rows, total: Number(counted.rows[0]?.total ?? 0) };
}

/** All rows of a report, page by page. See {@link cursorPages}. */
export const reportPages = <C extends Columns>(
  client: ClientBase,
  { columns, sql }: Report<C>,
  filter: ReportFilter,
  pageSize?: number,
): AsyncGenerator<readonly RowOf<C>[]> => cursorPages(client, columns, sql, parametersOf(filter), pageSize);

const MONTHS = {
  period: text,
  active_sites: integer,
  readers: integer,
  additions: integer,
  deactivations: integer,
};
export type ActivityMonth = RowOf<typeof MONTHS>;

/** Months of a chart without a start. */
const CHART_MONTHS = 12;

/**
 * By month, at most 60: sites and readers active at its end (in the last month, at the end of the range), additions and
 * deactivations. Freshness: `siteActivity`.
 */
export async function activityByMonth(
  db: Queryable,
  filter: ReportFilter,
): Promise<readonly ActivityMonth[]> {
  return selectRows(
    db,
    MONTHS,
    `WITH range AS (${RANGE}), months AS (
       SELECT m::date AS first,
         least((m + interval '1 month') AT TIME ZONE range.zone, range.ends) AS ends,
         greatest(m AT TIME ZONE range.zone, range.begins) AS begins
       FROM range, generate_series(
         greatest(
           date_trunc('month', coalesce($2::date::timestamp, coalesce($3::date, $5::date)::timestamp - interval '${CHART_MONTHS - 1} months')),
           date_trunc('month', coalesce($3::date, $5::date)::timestamp - interval '59 months')),
         coalesce($3::date, $5::date)::timestamp, interval '1 month') AS m)
     SELECT to_char(m.first, 'YYYY-MM'), coalesce(active.sites, 0)::integer, coalesce(active.readers, 0)::integer,
       coalesce(changed.additions, 0)::integer, coalesce(changed.deactivations, 0)::integer
     FROM months m
     LEFT JOIN LATERAL (
       SELECT count(*) AS sites, sum(p.readers) AS readers
       FROM ${PERIODS} p
       WHERE p.from_at < m.ends AND coalesce(p.to_at, 'infinity') >= m.ends
         AND ($1::text IS NULL OR p.account_id = $1)) AS active ON true
     LEFT JOIN LATERAL (
       SELECT count(*) FILTER (WHERE x.kind = 'addition') AS additions,
         count(*) FILTER (WHERE x.kind = 'deactivation') AS deactivations
       FROM ${SWITCHES_VIEW} x
       WHERE x.at >= m.begins AND x.at < m.ends AND ($1::text IS NULL OR x.account_id = $1)) AS changed ON true
     ORDER BY m.first`,
    parametersOf(filter),
  );
}
