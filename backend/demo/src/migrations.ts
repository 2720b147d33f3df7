import type { NewMigrationForm } from '@portal/contract';
import { streetAddress } from './dealers.ts';
import type { Random } from './random.ts';
import type { PlannedCustomer } from './siteHistory.ts';
import type { Step } from './step.ts';
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
  options: { readonly customers: readonly PlannedCustomer[]; readonly count: number; readonly until: Date },
): readonly Step[] {
  const { customers, count, until } = options;
  const names = random
    .shuffled(SITE_PLACES.flatMap((place) => KINDS.map((kind) => `${place} ${kind}`)))
    .slice(0, count);
  return names.flatMap((name, index): readonly Step[] => {
    // the shown dealer has a pending one
    const customer = (index === 0 ? customers[0] : undefined) ?? random.pick(customers);
    const { dealer, admitted, lastOrder } = customer;
    const request = requestFor(random, name, customer);
    const waits = index < WAITING;
    const at = waits
      ? workdayBefore(random, until, random.whole(1, 6))
      : workdayBetween(random, admitted, lastOrder);
    const asked: Step = {
      at,
      action: { type: 'requestMigration', migration: name, dealer: dealer.name, request },
    };
    if (waits) return [asked];
    const answered = workdayAfter(random, at, 1, 5);
    return index === count - 1
      ? [
          asked,
          {
            at: answered,
            action: { type: 'deleteMigration', migration: name, reason: 'Asked for by mistake' },
          },
        ]
      : [asked, { at: answered, action: { type: 'approveMigration', migration: name } }];
  });
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
