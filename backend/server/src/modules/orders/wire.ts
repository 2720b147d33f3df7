import { type MigrationRecord, migrationRecordSchema, type Order, orderSchema } from '@portal/contract';
import { dollarsFromCents } from '@portal/domain/values';
import type { MigrationRow, OrderRow } from '@portal/projections';
import { answerFrom } from '../../platform/http/answerFrom.ts';

/** An order in dollars, with the card that paid it. */
export function toOrder(row: OrderRow): Order {
  const { card_brand: brand, card_last4: last4 } = row;
  return answerFrom(orderSchema, row, {
    kind: orderSchema.shape.kind.parse(row.kind),
    status: orderSchema.shape.status.parse(row.status),
    items: row.items.map(({ name, cents }) => ({ name, amount: dollarsFromCents(cents) })),
    entries: row.entries.map(({ id, name, cents, outcome }) => ({
      id,
      name,
      amount: dollarsFromCents(cents),
      outcome,
    })),
    total_amount: dollarsFromCents(row.total_cents),
    refunded_amount: dollarsFromCents(row.refunded_cents),
    taken_back_amount: dollarsFromCents(row.taken_cents),
    refundable_amount: dollarsFromCents(row.refundable_cents),
    card: brand === null || last4 === null ? null : { brand, last4 },
  });
}

/** Counts are text on the wire (rule B16), the total is dollars (B14). */
export const toMigration = (row: MigrationRow): MigrationRecord =>
  answerFrom(migrationRecordSchema, row, {
    migration_site_name: row.site_name,
    migration_site_address: row.site_address,
    migration_site_city: row.site_city,
    migration_site_state: row.site_state,
    migration_site_zip: row.site_zip,
    num_controllers: String(row.controllers),
    num_cards: String(row.cards),
    database_required: row.database_required ? 'yes' : 'no',
    number_of_readers: String(row.readers),
    number_of_acu_panels: String(row.panels),
    requested_migration_date: row.requested_date,
    migration_notes: row.notes,
    hardware: [...row.hardware],
    total_amount: dollarsFromCents(row.total_cents),
  });
