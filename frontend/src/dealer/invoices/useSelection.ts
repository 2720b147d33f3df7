import type { Invoice } from '@portal/contract';
import { useState } from 'react';

/** Invoices selected for a joint payment. */
export interface Selection {
  /** In the list's order, without those that can no longer be paid. */
  readonly chosen: readonly Invoice[];
  /** The current state of these invoices. */
  latest(invoices: readonly Invoice[]): readonly Invoice[];
  has(id: string): boolean;
  toggle(id: string): void;
  clear(): void;
}

/** A selection across pages. */
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
