import { type InvoiceDetail, type InvoiceItem, paths } from '@portal/contract';
import { useState } from 'react';
import { read } from '../../shared/http/http.ts';
import { useCommand } from '../../shared/http/useCommand.ts';

/** The items of an invoice; of a long one the first lines, and more on request. */
export function useInvoiceItems({ id, items, line_count }: InvoiceDetail) {
  const [further, setFurther] = useState<readonly InvoiceItem[]>([]);
  const isLine = (item: InvoiceItem) => Number(item.id) < line_count;
  const first = items.filter(isLine);
  const lines = [...first, ...further];
  const { isPending, mutate } = useCommand({
    // every part is as long as the first
    send: async () =>
      (await read(`${paths.invoiceItems(id)}?part=${lines.length / first.length}`)) as {
        items: InvoiceItem[];
      },
    onDone: (part) => setFurther((known) => [...known, ...part.items]),
    failed: { title: 'Error', fallback: 'The items could not be read. Please try again.' },
  });
  return {
    /** Lines, then amounts carried over from earlier invoices. */
    items: [...lines, ...items.filter((item) => !isLine(item))],
    shown: lines.length,
    more: line_count - lines.length,
    /** Lines of the next part. */
    next: Math.min(first.length, line_count - lines.length),
    busy: isPending,
    showMore() {
      if (!isPending) mutate();
    },
  };
}
