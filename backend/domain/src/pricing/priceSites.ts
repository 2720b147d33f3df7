import { formatDollars, sumCents } from '../values/money.ts';
import { PRICES, type Price, type PriceLine, priced } from './lines.ts';

const ADDITIONAL_PANEL = /^Additional ACU Panel/;

/** A line's name without a count, and its unit price. */
function unitOf(line: PriceLine): { readonly name: string; readonly cents: number } {
  return ADDITIONAL_PANEL.test(line.name)
    ? { name: 'Additional ACU Panel', cents: PRICES.additionalPanel }
    : { name: line.name, cents: line.listPriceCents };
}

/** The price of an order of several sites (an import): their equal lines are joined into one line with a count. */
export function priceSites(sites: readonly Price[]): Price {
  const grouped = new Map<string, PriceLine[]>();
  for (const { lines } of sites) {
    for (const line of lines) {
      const { name } = unitOf(line);
      const alike = grouped.get(name);
      if (alike === undefined) grouped.set(name, [line]);
      else alike.push(line);
    }
  }
  const lines = [...grouped].flatMap(([, alike]) => {
    const [first] = alike;
    if (first === undefined) return [];
    if (first.isTax) {
      const priceCents = sumCents(alike.map((line) => line.priceCents));
      return [{ ...first, priceCents, listPriceCents: priceCents }];
    }
    const unit = unitOf(first);
    const listPriceCents = sumCents(alike.map((line) => line.listPriceCents));
    const count = listPriceCents / unit.cents;
    const plural = ADDITIONAL_PANEL.test(unit.name) ? `${unit.name}s` : unit.name;
    const name = count === 1 ? unit.name : `${plural} (${count} × ${formatDollars(unit.cents)})`;
    const priceCents = sumCents(alike.map((line) => line.priceCents));
    return [{ name, priceCents, listPriceCents, note: first.note }];
  });
  return priced(lines);
}
