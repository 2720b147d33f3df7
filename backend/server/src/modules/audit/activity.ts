import {
  ACTIVITY_KINDS,
  type Activity,
  type ActivityEntry,
  activityQuerySchema,
  activitySchema,
  paths,
} from '@portal/contract';
import type { PortalEventType } from '@portal/domain';
import {
  accountsByIds,
  invoicesByIds,
  listMigrations,
  listOrders,
  newestEventsIn,
  type Queryable,
  sitesByIds,
  usersByIds,
} from '@portal/projections';
import { type Route, route } from '../../platform/http/route.ts';
import { type AuditPorts, entriesOf } from './timeline.ts';

type Kind = ActivityEntry['subject']['kind'];

/** Technical steps; other events report their results. */
const QUIET: readonly PortalEventType[] = [
  'InvoiceRecipientChanged',
  'AccountDealerIdChanged',
  'StripeCustomerCreated',
  'OrderPaymentStarted',
  'OrderPaymentEnded',
  'PaymentStarted',
  'PaymentIntentRecorded',
  'PaymentClaimed',
  'InvoicePaymentStarted',
  'InvoicePaymentEnded',
  'InvoiceCarryReleased',
  'InvoiceCreditReleased',
];

/** Reads display names of records, by kind. */
const NAMES: {
  readonly [K in Kind]?: (db: Queryable, ids: readonly string[], today: string) => Promise<Named[]>;
} = {
  user: async (db, ids, today) =>
    (await usersByIds(db, ids, today)).map(({ id, company, name, username }) => [
      id,
      company || name || username,
    ]),
  account: async (db, ids, today) =>
    (await accountsByIds(db, ids, today)).map(({ id, company_name, name }) => [id, company_name || name]),
  migration: async (db, ids) =>
    (await listMigrations(db, { filter: { id: ids } })).rows.map(({ id, site_name }) => [id, site_name]),
  order: async (db, ids) =>
    (await listOrders(db, { filter: { id: ids } })).rows.map(({ id, order_number }) => [id, order_number]),
  invoice: async (db, ids) =>
    (await invoicesByIds(db, ids)).map(({ id, invoice_number }) => [id, invoice_number]),
  site: async (db, ids, today) =>
    (await sitesByIds(db, ids, today)).map(({ id, site_name }) => [id, site_name]),
};

type Named = readonly [id: string, name: string];

/**
 * Recent events, newest first, described as in the histories.
 * @param window only events before number `before`; at most `limit`
 */
async function readActivity(
  ports: AuditPorts,
  window: { readonly before?: number | undefined; readonly limit: number },
): Promise<Activity> {
  const index = await newestEventsIn(ports.db, { categories: ACTIVITY_KINDS, quiet: QUIET }, window);
  const told = await entriesOf(ports, index);
  const subjects = told.map(({ stream }) => subjectOf(stream));
  const names = await namesOf(ports, subjects);
  return {
    entries: told.map(({ seq, at, text, type, actor }, place) => {
      const { kind, id } = subjects[place] as Subject;
      return {
        seq,
        at,
        by: actor.name,
        text,
        type,
        subject: { kind, id, name: names.get(`${kind} ${id}`) ?? null },
      };
    }),
    next: index.length < window.limit ? null : (index.at(-1)?.seq ?? null),
  };
}

interface Subject {
  readonly kind: Kind;
  readonly id: string;
}

function subjectOf(stream: string): Subject {
  const dash = stream.indexOf('-');
  return { kind: stream.slice(0, dash) as Kind, id: stream.slice(dash + 1) };
}

async function namesOf(
  { db, today }: AuditPorts,
  subjects: readonly Subject[],
): Promise<ReadonlyMap<string, string>> {
  const found = await Promise.all(
    (Object.keys(NAMES) as Kind[]).map(async (kind) => {
      const ids = [...new Set(subjects.filter((one) => one.kind === kind).map(({ id }) => id))];
      const named = ids.length === 0 ? [] : ((await NAMES[kind]?.(db, ids, today())) ?? []);
      return named.map(([id, name]) => [`${kind} ${id}`, name] as const);
    }),
  );
  return new Map(found.flat());
}

export function adminActivityRoutes(ports: AuditPorts): Route[] {
  return [
    route({
      method: 'GET',
      path: paths.admin.activity,
      access: 'admin',
      summary: 'The newest events of the log in plain words',
      answers: { 200: activitySchema },
      query: activityQuerySchema,
      reads: ['logIndex', 'users', 'accounts', 'dealerSites', 'migrations', 'orders', 'invoices'],
      handler: async ({ query }) => ({ body: await readActivity(ports, query) }),
    }),
  ];
}
