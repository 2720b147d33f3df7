/** The one price list, in cents (S1-9). */
export const PRICES = {
  auroraLicense: 3_500,
  reverseNetworkIpLicense: 6_500,
  /** Each panel beyond the first. */
  additionalPanel: 6_500,
  ca150Panel: 65_000,
  netcom6p: 33_500,
  /** Once, when any hardware item is chosen. */
  shipping: 3_000,
} as const;
