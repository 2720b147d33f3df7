import type { ActivityEntry } from '@portal/contract';
import {
  accountsByIds,
  invoicesByIds,
  listMigrations,
  listOrders,
  type Queryable,
  sitesByIds,
  usersByIds,
} from '@portal/projections';
import type { AuditRoutePorts } from './ports.ts';

export type Kind = ActivityEntry['subject']['kind'];

export interface Subject {
  readonly kind: Kind;
  readonly id: string;
}

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

/** Display names of records, by kind and id: `order 3f9a…`. */
export async function namesOf(
  { db, today }: Pick<AuditRoutePorts, 'db' | 'today'>,
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
