import type { NewMigrationForm } from '@portal/contract';
import { streetAddress } from './dealers.ts';
import type { Random } from './random.ts';
import type { PlannedCustomer } from './siteHistory.ts';
import type { Add } from './step.ts';
import { SITE_PLACES } from './words.ts';
import { workdayAfter, workdayBefore, workdayBetween } from './workdays.ts';

/** Names that ordered sites do not have. */
const KINDS = ['Annex', 'Warehouse', 'Court', 'Terrace', 'Depot'];
/** Migrations that are pending. */
const WAITING = 2;

/**
 * Migrations of legacy sites: most approved, one deleted, some pending. All cost nothing with promotional license
 * pricing.
 */
export function planMigrations(
  random: Random,
  add: Add,
  customers: readonly PlannedCustomer[],
  count: number,
  until: Date,
): void {
  const names = random.shuffled(SITE_PLACES.flatMap((place) => KINDS.map((kind) => `${place} ${kind}`)));
  for (const [index, migration] of names.slice(0, count).entries()) {
    // the shown dealer has a pending one
    const customer = (index === 0 ? customers[0] : undefined) ?? random.pick(customers);
    const request = requestFor(random, migration, customer);
    const waits = index < WAITING;
    const asked = waits
      ? workdayBefore(random, until, random.whole(1, 6))
      : workdayBetween(random, customer.admitted, customer.lastOrder);
    add(asked, { type: 'requestMigration', migration, dealer: customer.dealer.name, request });
    if (waits) continue;
    const at = workdayAfter(random, asked, 1, 5);
    if (index === count - 1) add(at, { type: 'deleteMigration', migration, reason: 'Asked for by mistake' });
    else add(at, { type: 'approveMigration', migration });
  }
}

function requestFor(random: Random, name: string, { dealer }: PlannedCustomer): NewMigrationForm {
  const [city, zip] = random.pick(dealer.region.cities);
  const controllers = random.whole(1, 4);
  return {
    migration_site_name: name,
    migration_site_address: streetAddress(random),
    migration_site_city: city,
    migration_site_state: dealer.region.state,
    migration_site_zip: zip,
    system7_site_id: `S7-${random.whole(1000, 9999)}`,
    num_controllers: String(controllers),
    number_of_acu_panels: String(controllers),
    number_of_readers: String(random.whole(2, 24)),
    software_version: random.pick(['aurora', 'vantage', 'enterprise'] as const),
    current_system: 'System VII',
    ...(random.oneIn(2) ? { migration_notes: 'Please agree on a day with the building manager.' } : {}),
  };
}
