/** What of an account decides the price of an order. */
export interface OrderTerms {
  readonly promotionalLicensePricing: boolean;
}

/** True where the order forms offer the CA 150 Panel and Netcom6P (rule B12); the server refuses them elsewhere. */
export function hardwareEnabled(account: {
  readonly promotionalLicensePricing: boolean;
  readonly equipmentPurchasesEnabled: boolean;
}): boolean {
  return account.promotionalLicensePricing && account.equipmentPurchasesEnabled;
}
