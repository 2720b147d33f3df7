import { centsFromDollars, formatDollars } from '@portal/domain/values';

/** An amount as the wire carries it, in dollars, as people read it: `$1,234.50`. */
export function dollarsText(dollars: number): string {
  return formatDollars(centsFromDollars(dollars));
}
