import {
  type Activity,
  type ActivityMonth,
  type AuditKind,
  type BooksStatus,
  type Journal,
  type JournalAccountNames,
  type Maintenance,
  type MoneyReport,
  type MoneyReportType,
  type PortalSettings,
  paths,
  type ReportType,
  type RevenueReport,
  type SavedView,
  type StateAt,
  SUMMED_LISTS,
  type TimelineEntry,
} from '@portal/contract';
import { call, problemOf } from '../../shared/http/http.ts';
import { command, get, post, withQuery } from './command.ts';
import { listNameOf, pathOf } from './resourcePaths.ts';

type Filter = Readonly<Record<string, unknown>>;

/** The last event or instant that counts. */
export type Moment = { readonly seq: number } | { readonly at: string };

/** Events of an activity page. */
const PER_PAGE = 15;

/** Rows of a report's page. */
export interface ReportPage {
  readonly rows: readonly unknown[];
  readonly total: number;
}

/** Answers that are no array give an empty page (S2-7). */
const NO_ROWS: ReportPage = { rows: [], total: 0 };

/** Commands and reads about views, alerts, settings, upkeep, history and reports. */
export const system = {
  /** Tells the server of an export, for the timeline of who did it. */
  recordExport: (resource: string, rows: number) =>
    post(paths.admin.exports, { list: listNameOf(resource), rows }),
  /** How many records each tab of a list has under its other filters. */
  tabCounts: (list: string, filter: Filter, tabs: readonly Filter[]) =>
    get<readonly number[]>(paths.admin.counts, {
      list,
      filter: JSON.stringify(filter),
      tabs: JSON.stringify(tabs),
    }),
  /** Sums of all records that a list finds with this filter, e.g. a row for each mode. */
  listTotals: <Totals>(resource: string, filter: Filter) => {
    const list = listNameOf(resource);
    const query = { filter: JSON.stringify(filter) };
    return SUMMED_LISTS.some((summed) => summed === list)
      ? get<readonly Totals[]>(paths.admin.totals, { list, ...query })
      : get<readonly Totals[]>(`${pathOf(resource)}/totals`, query);
  },
  /** Resolves to all views, as {@link system.removeSavedView}; each is saved by itself, since other tabs save too. */
  addSavedView: (view: SavedView) => post<readonly SavedView[]>(paths.admin.savedViews, view),
  removeSavedView: ({ resource, name }: SavedView) =>
    command<readonly SavedView[]>('DELETE', paths.admin.savedViews, { resource, name }),

  acknowledgeAlert: (id: string) => post(paths.admin.acknowledgeAlert(id)),
  /** 0 hours end a snooze. */
  snoozeAlert: (id: string, hours: number) => post(paths.admin.snoozeAlert(id), { hours }),

  saveSettings: (changes: Partial<PortalSettings>) =>
    command<PortalSettings>('PATCH', paths.admin.portalSettings, changes),

  maintenance: () => get<Maintenance>(paths.admin.maintenance),
  verifyLog: () => post<Maintenance>(paths.admin.verifyLog),
  rebuildReadModel: (projection: string) => post<Maintenance>(paths.admin.rebuild, { projection }),
  /** Resumes what was held back of a read model. */
  unpark: (projection: string, key: string) => post<Maintenance>(paths.admin.unpark, { projection, key }),

  /** Every event of a record, or of all of a company's records, oldest first. */
  timeline: (kind: AuditKind, id: string, scope: 'own' | 'all') =>
    get<readonly TimelineEntry[]>(paths.admin.timeline(kind, id), scope === 'all' ? { scope } : {}),
  stateAt: (kind: AuditKind, id: string, moment: Moment) =>
    get<StateAt>(paths.admin.stateAt(kind, id), { ...moment }),
  /** @param before the number of the event that ended the page before; null for the newest page */
  activity: (before: number | null) => get<Activity>(paths.admin.activity, { limit: PER_PAGE, before }),

  activityByMonth: (filters: Readonly<Record<string, string>>) =>
    get<readonly ActivityMonth[]>(paths.admin.activityByMonth, filters),
  revenueReport: (filters: Readonly<Record<string, string>>) =>
    get<RevenueReport>(paths.admin.revenueReport, filters),
  journal: (query: Readonly<Record<string, string>>) => get<Journal>(paths.admin.journal, query),
  nameAccounts: (body: object) => command<JournalAccountNames>('PATCH', paths.admin.journalAccounts, body),
  /** @param month to close first, where none is closed */
  books: (month: string) => get<BooksStatus>(paths.admin.books, { month }),
  closeMonth: (body: object) => post<BooksStatus>(paths.admin.closeMonth, body),
  reopenMonth: (body: object) => post<BooksStatus>(paths.admin.reopenMonth, body),
  /** @param range first and last row, from 0, both included */
  moneyReport: (
    type: MoneyReportType,
    filters: Readonly<Record<string, string>>,
    range: readonly [first: number, last: number],
  ) => get<MoneyReport>(paths.admin.moneyReport(type), { ...filters, range: JSON.stringify(range) }),
  /** @param range first and last row, from 0, both included */
  report: async (
    type: ReportType,
    filters: Readonly<Record<string, string>>,
    range: readonly [first: number, last: number],
  ): Promise<ReportPage> => {
    const query = { ...filters, range: JSON.stringify(range) };
    const response = await call(withQuery(paths.admin.report(type), query));
    if (!response.ok) throw await problemOf(response);
    const rows: unknown = await response.json();
    if (!Array.isArray(rows)) return NO_ROWS;
    return { rows, total: Number(response.headers.get('Content-Range')?.split('/')[1] ?? rows.length) };
  },
};
