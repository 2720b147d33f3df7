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

type Named = readonly [id: string, name: string];

const named = <Row extends { readonly id: string }>(rows: readonly Row[], nameOf: (row: Row) => string) =>
  rows.map((row): Named => [row.id, nameOf(row)]);

/** Reads display names of records, by kind. */
const NAMES: {
  readonly [K in Kind]?: (db: Queryable, ids: readonly string[], today: string) => Promise<Named[]>;
} = {
  user: async (db, ids, today) =>
    named(await usersByIds(db, ids, today), ({ company, name, username }) => company || name || username),
  account: async (db, ids, today) =>
    named(await accountsByIds(db, ids, today), ({ company_name, name }) => company_name || name),
  migration: async (db, ids) =>
    named((await listMigrations(db, { filter: { id: ids } })).rows, ({ site_name }) => site_name),
  order: async (db, ids) =>
    named((await listOrders(db, { filter: { id: ids } })).rows, ({ order_number }) => order_number),
  invoice: async (db, ids) => named(await invoicesByIds(db, ids), ({ invoice_number }) => invoice_number),
  site: async (db, ids, today) => named(await sitesByIds(db, ids, today), ({ site_name }) => site_name),
};

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
