import type { Account } from '@portal/contract';
import { hardwareEnabled } from '@portal/domain/pricing';

/** What of an account decides an order's price and choices; nothing is granted while it is not loaded. */
export function orderTerms(
  account: Pick<Account, 'promotional_license_pricing' | 'equipment_purchases_enabled'> | undefined,
) {
  return {
    promotionalLicensePricing: account?.promotional_license_pricing ?? false,
    equipmentPurchasesEnabled: account?.equipment_purchases_enabled ?? false,
  };
}

/** Whether the account may buy hardware; null while its terms are not read. */
export const hardwareOffered = (account: Parameters<typeof orderTerms>[0]) =>
  account === undefined ? null : hardwareEnabled(orderTerms(account));

/** A count as typed, for the summary; 0 while it is no whole number. */
export const countTyped = (value: unknown) =>
  /^\d{1,6}$/.test(String(value ?? '').trim()) ? Number(value) : 0;
