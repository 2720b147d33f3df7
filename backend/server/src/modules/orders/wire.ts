import { type MigrationRecord, ORDER_STATUSES, type Order } from '@portal/contract';
import { dollarsFromCents } from '@portal/domain/values';
import type { MigrationRow, OrderRow } from '@portal/projections';

type OrderStatus = (typeof ORDER_STATUSES)[number];
type OrderKind = Order['kind'];
const KINDS: readonly string[] = ['site', 'migration', 'sites'] satisfies OrderKind[];
const STATUSES: readonly string[] = ORDER_STATUSES;
const isStatus = (text: string): text is OrderStatus => STATUSES.includes(text);
const isKind = (text: string): text is OrderKind => KINDS.includes(text);

/** An order in dollars, with the card that paid it. */
export function toOrder(row: OrderRow): Order {
  if (!isStatus(row.status) || !isKind(row.kind)) throw new Error(`Order ${row.id} has an unknown state`);
  const { card_brand: brand, card_last4: last4 } = row;
  return {
    id: row.id,
    order_number: row.order_number,
    account_id: row.account_id,
    user_id: row.user_id,
    company_name: row.company_name,
    kind: row.kind,
    status: row.status,
    items: row.items.map(({ name, cents }) => ({ name, amount: dollarsFromCents(cents) })),
    entries: row.entries.map(({ id, name, cents, outcome }) => ({
      id,
      name,
      amount: dollarsFromCents(cents),
      outcome,
    })),
    total_amount: dollarsFromCents(row.total_cents),
    refunded_amount: dollarsFromCents(row.refunded_cents),
    test_mode: row.test_mode,
    placed_on: row.placed_on,
    paid_on: row.paid_on,
    card: brand === null || last4 === null ? null : { brand, last4 },
    created_at: row.created_at,
  };
}

/** Counts are text on the wire (decisions B16), the total is dollars (B14). */
export function toMigration(row: MigrationRow): MigrationRecord {
  return {
    id: row.id,
    user_id: row.user_id,
    account_id: row.account_id,
    company_name: row.company_name,
    primary_contact: row.primary_contact,
    status: row.status,
    migration_site_name: row.site_name,
    migration_site_address: row.site_address,
    migration_site_city: row.site_city,
    migration_site_state: row.site_state,
    migration_site_zip: row.site_zip,
    system7_site_id: row.system7_site_id,
    current_system: row.current_system,
    other_system: row.other_system,
    num_controllers: String(row.controllers),
    num_cards: String(row.cards),
    database_required: row.database_required ? 'yes' : 'no',
    number_of_readers: String(row.readers),
    number_of_acu_panels: String(row.panels),
    software_version: row.software_version,
    requested_migration_date: row.requested_date,
    migration_notes: row.notes,
    hardware: [...row.hardware],
    aurora_license: row.aurora_license,
    reverse_network_ip: row.reverse_network_ip,
    ca150_panel: row.ca150_panel,
    netcom6p: row.netcom6p,
    include_shipping: row.include_shipping,
    total_amount: dollarsFromCents(row.total_cents),
    order_id: row.order_id,
    site_id: row.site_id,
    paid_in_test_mode: row.paid_in_test_mode,
    created_at: row.created_at,
  };
}
