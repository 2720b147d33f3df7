import type { OrderTerms } from './hardwareEnabled.ts';
import { charged, type Equipment, equipmentLines, included, type Price, priced } from './lines.ts';
import { PRICES } from './prices.ts';

/** What a migration order chooses; both licences are on by default in the form (S1-3). */
export interface MigrationChoice extends Equipment {
  readonly auroraLicense: boolean;
  readonly reverseNetworkIp: boolean;
}

/**
 * Prices a migration (S1-9; rule B10): chosen licences are charged, unless promotional licence
 * pricing includes them; panels, hardware and shipping as for a new site.
 */
export function priceMigration(migration: MigrationChoice, account: OrderTerms): Price {
  const licence = account.promotionalLicensePricing ? included : charged;
  return priced([
    ...(migration.auroraLicense ? [licence('Aurora License', PRICES.auroraLicense)] : []),
    ...(migration.reverseNetworkIp
      ? [licence('Reverse Network IP License', PRICES.reverseNetworkIpLicense)]
      : []),
    ...equipmentLines(migration, account.promotionalLicensePricing),
  ]);
}
