import { charged, type Equipment, equipmentLines, included, PRICES, type Price, priced } from './lines.ts';

/** An account's terms that decide the price of an order. */
export interface OrderTerms {
  readonly promotionalLicensePricing: boolean;
}

/** True where hardware can be ordered (rule B12); the server refuses it elsewhere. */
export function hardwareEnabled(account: {
  readonly promotionalLicensePricing: boolean;
  readonly equipmentPurchasesEnabled: boolean;
}): boolean {
  return account.promotionalLicensePricing && account.equipmentPurchasesEnabled;
}

/** The price of a new site (S1-9, rule B9), with both licenses included. Prices from a browser are not trusted (rule T1). */
export function priceNewSite(site: Equipment, account: OrderTerms): Price {
  return priced([
    included('Aurora License', PRICES.auroraLicense),
    included('Reverse Network IP License', PRICES.reverseNetworkIpLicense),
    ...equipmentLines(site, account.promotionalLicensePricing),
  ]);
}

export interface MigrationChoice extends Equipment {
  readonly auroraLicense: boolean;
  readonly reverseNetworkIp: boolean;
}

/** The price of a migration (S1-9, rule B10): its licenses are charged unless promotional license pricing includes them. */
export function priceMigration(migration: MigrationChoice, account: OrderTerms): Price {
  const license = account.promotionalLicensePricing ? included : charged;
  return priced([
    ...(migration.auroraLicense ? [license('Aurora License', PRICES.auroraLicense)] : []),
    ...(migration.reverseNetworkIp
      ? [license('Reverse Network IP License', PRICES.reverseNetworkIpLicense)]
      : []),
    ...equipmentLines(migration, account.promotionalLicensePricing),
  ]);
}
