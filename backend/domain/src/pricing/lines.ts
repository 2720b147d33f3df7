import { HARDWARE } from '../values/hardware.ts';
import { formatDollars, sumCents, timesCents } from '../values/money.ts';
import { PRICES } from './prices.ts';

const [CA150_PANEL, NETCOM6P] = HARDWARE;

/** One line of an order summary. The prices of all lines add up to the total. */
export interface PriceLine {
  readonly name: string;
  /** What it adds to the total, in cents. */
  readonly priceCents: number;
  /** What it costs by the price list, in cents; shown beside 'Included'. */
  readonly listPriceCents: number;
  readonly note: 'Included' | null;
}

/** A priced order. */
export interface Price {
  readonly lines: readonly PriceLine[];
  readonly totalCents: number;
}

/** Panels and hardware of an order, priced alike for new sites and migrations (rule B10). */
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

/** The lines for extra panels (free with promotional licence pricing, rule B11), hardware and its shipping (B13). */
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
        : `Additional ACU Panels (${extraPanels} x ${formatDollars(PRICES.additionalPanel)})`;
    const line = promotionalLicensePricing ? included : charged;
    lines.push(line(name, timesCents(extraPanels, PRICES.additionalPanel)));
  }
  if (equipment.ca150Panel) lines.push(charged(CA150_PANEL, PRICES.ca150Panel));
  if (equipment.netcom6p) lines.push(charged(NETCOM6P, PRICES.netcom6p));
  if (equipment.ca150Panel || equipment.netcom6p) lines.push(charged('Shipping & Handling', PRICES.shipping));
  return lines;
}
