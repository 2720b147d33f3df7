import { HARDWARE } from '../values/choices.ts';
import { formatDollars, sumCents, timesCents } from '../values/money.ts';
import { taxLineName, taxOnCents } from '../values/tax.ts';

/** The price list, in cents (S1-9). */
export const PRICES = {
  auroraLicense: 3_500,
  reverseNetworkIpLicense: 6_500,
  /** Each panel beyond the first. */
  additionalPanel: 6_500,
  ca150Panel: 65_000,
  netcom6p: 33_500,
  /** Once, where any hardware is ordered. */
  shipping: 3_000,
} as const;

const [CA150_PANEL, NETCOM6P] = HARDWARE;

/** A line of an order summary; the prices add up to the total. Cents. */
export interface PriceLine {
  readonly name: string;
  readonly priceCents: number;
  /** By the price list; shown beside 'Included'. */
  readonly listPriceCents: number;
  readonly note: 'Included' | null;
  /** Sales tax on the other lines; absent for others. */
  readonly isTax?: true;
}

export interface Price {
  readonly lines: readonly PriceLine[];
  readonly totalCents: number;
}

/** Panels and hardware of an order, with the same prices for new sites and migrations (rule B10). */
export interface Equipment {
  /** ACU panels, a whole number of at least 0; the first is free. */
  readonly panels: number;
  readonly ca150Panel: boolean;
  readonly netcom6p: boolean;
}

export const charged = (name: string, cents: number): PriceLine => ({
  name,
  priceCents: cents,
  listPriceCents: cents,
  note: null,
});

export const included = (name: string, cents: number): PriceLine => ({
  name,
  priceCents: 0,
  listPriceCents: cents,
  note: 'Included',
});

export const priced = (lines: readonly PriceLine[]): Price => ({
  lines,
  totalCents: sumCents(lines.map(({ priceCents }) => priceCents)),
});

/** The lines for extra panels (free with promotional license pricing, rule B11), hardware and its shipping (B13). */
export function equipmentLines(
  equipment: Equipment,
  promotionalLicensePricing: boolean,
): readonly PriceLine[] {
  const lines: PriceLine[] = [];
  const extraPanels = Math.max(0, equipment.panels - 1);
  if (extraPanels > 0) {
    const name =
      extraPanels === 1
        ? 'Additional ACU Panel'
        : `Additional ACU Panels (${extraPanels} × ${formatDollars(PRICES.additionalPanel)})`;
    const line = promotionalLicensePricing ? included : charged;
    lines.push(line(name, timesCents(extraPanels, PRICES.additionalPanel)));
  }
  if (equipment.ca150Panel) lines.push(charged(CA150_PANEL, PRICES.ca150Panel));
  if (equipment.netcom6p) lines.push(charged(NETCOM6P, PRICES.netcom6p));
  if (equipment.ca150Panel || equipment.netcom6p) lines.push(charged('Shipping & Handling', PRICES.shipping));
  return lines;
}

/** Sales tax on a price. */
export interface PriceTax {
  readonly state: string;
  /** Millionths of the price. */
  readonly rate: number;
  readonly taxableCents: number;
  readonly taxCents: number;
}

/**
 * The sales tax of a state on a price, of each line rounded by itself (rule B38); null for none.
 * @param rates in force, by state, in millionths
 */
export function taxOnPrice(
  { lines, totalCents: taxableCents }: Price,
  state: string | null,
  rates: Readonly<Record<string, number>>,
): PriceTax | null {
  const rate = state === null ? undefined : rates[state];
  if (state === null || rate === undefined || taxableCents === 0) return null;
  const taxCents = sumCents(lines.map(({ priceCents }) => taxOnCents(priceCents, rate)));
  return { state, rate, taxableCents, taxCents };
}

/** The price with the sales tax of a state as a line. @param rates as of {@link taxOnPrice}; empty for an exempt company */
export function withTax(price: Price, state: string | null, rates: Readonly<Record<string, number>>): Price {
  const tax = taxOnPrice(price, state, rates);
  if (tax === null) return price;
  const line = charged(taxLineName(tax.state, tax.rate), tax.taxCents);
  return priced([...price.lines, { ...line, isTax: true }]);
}
