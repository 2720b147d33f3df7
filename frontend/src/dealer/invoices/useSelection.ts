import type { Invoice } from '@portal/contract';
import { useState } from 'react';

/** Invoices chosen to be paid together. */
export interface Selection {
  /** In the list's order; what can no longer be paid has left it. */
  readonly chosen: readonly Invoice[];
  /** These invoices as they are now. */
  latest(invoices: readonly Invoice[]): readonly Invoice[];
  has(id: string): boolean;
  toggle(id: string): void;
  clear(): void;
}

/** The choice outlives a turn of the page, and lets go of what was paid elsewhere meanwhile. */
export function useSelection(invoices: readonly Invoice[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return {
    chosen: invoices.filter(({ id, can_pay }) => can_pay && ids.has(id)),
    latest: (some) => some.map((one) => invoices.find(({ id }) => id === one.id) ?? one),
    has: (id) => ids.has(id),
    toggle(id) {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      setIds(next);
    },
    clear: () => setIds(new Set()),
  };
}
