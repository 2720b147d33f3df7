import type { InvoiceItem } from '@portal/contract';

type Source = NonNullable<InvoiceItem['rate_source']>;

/** Why a rate is what it is (S2-9), in a dealer's words. */
export const RATE_REASONS: Readonly<Record<Source, string>> = {
  custom: 'Rate agreed for this site',
  promotional: 'Promotional rate',
  account: 'Your default rate',
  system: 'Standard rate',
  corrected: 'Corrected rate',
  line: 'Added to this invoice',
};
