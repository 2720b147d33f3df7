import type { Day } from './days.ts';

export interface OpenInvoice {
  readonly id: string;
  readonly invoiceNumber: string;
  readonly invoiceDate: Day;
  readonly openCents: number;
}

/**
 * Proposes how a receipt pays open invoices: the oldest first.
 * @param first an invoice that comes before the older ones
 * @returns cents for each invoice that gets some, and `restCents`, for which nothing is open
 */
export function allocateOldestFirst(
  invoices: readonly OpenInvoice[],
  amountCents: number,
  first?: string,
): {
  readonly shares: readonly { readonly id: string; readonly amountCents: number }[];
  readonly restCents: number;
} {
  const keyOf = ({ id, invoiceDate, invoiceNumber }: OpenInvoice) =>
    `${id === first ? 0 : 1} ${invoiceDate} ${invoiceNumber}`;
  let restCents = amountCents;
  const shares = [...invoices]
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
    .flatMap(({ id, openCents }) => {
      const share = Math.min(openCents, restCents);
      if (share <= 0) return [];
      restCents -= share;
      return [{ id, amountCents: share }];
    });
  return { shares, restCents };
}
