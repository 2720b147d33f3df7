import { type InvoiceDetail, type InvoiceItem, paths } from '@portal/contract';
import { useState } from 'react';
import { messageOf, read } from '../../shared/http/http.ts';
import { toast } from '../../shared/toast/toasts.ts';

/** The items of an invoice that are shown; of a long one the first lines, and more of them as they are asked for. */
export function useInvoiceItems({ id, items, line_count }: InvoiceDetail) {
  const [further, setFurther] = useState<readonly InvoiceItem[]>([]);
  const [busy, setBusy] = useState(false);
  const isLine = (item: InvoiceItem) => Number(item.id) < line_count;
  const first = items.filter(isLine);
  const lines = [...first, ...further];
  const showMore = async () => {
    if (busy) return;
    setBusy(true);
    try {
      // every part is as long as the first
      const part = lines.length / first.length;
      const answer = (await read(`${paths.invoiceItems(id)}?part=${part}`)) as { items: InvoiceItem[] };
      setFurther((known) => [...known, ...answer.items]);
    } catch (error) {
      const description = messageOf(error, 'The items could not be read. Please try again.');
      toast({ title: 'Error', description, variant: 'destructive' });
    } finally {
      setBusy(false);
    }
  };
  return {
    /** Lines, then what was taken over from earlier invoices. */
    items: [...lines, ...items.filter((item) => !isLine(item))],
    shown: lines.length,
    more: line_count - lines.length,
    /** How many the next part has. */
    next: Math.min(first.length, line_count - lines.length),
    busy,
    showMore,
  };
}
