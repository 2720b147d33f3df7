import type { OrderTerms } from './hardwareEnabled.ts';
import { type Equipment, equipmentLines, included, type Price, priced } from './lines.ts';
import { PRICES } from './prices.ts';

/**
 * Prices a new site (S1-9; rule B9): both licences are shown at their price and included,
 * so that the lines add up to the total. The server computes with this and believes no price from a browser.
 */
export function priceNewSite(site: Equipment, account: OrderTerms): Price {
  return priced([
    included('Aurora License', PRICES.auroraLicense),
    included('Reverse Network IP License', PRICES.reverseNetworkIpLicense),
    ...equipmentLines(site, account.promotionalLicensePricing),
  ]);
}
