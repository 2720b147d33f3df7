import { type Dispute, disputeSchema, paths } from '@portal/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf, read, request } from '../../shared/http/http.ts';
import { toast } from '../../shared/toast/toasts.ts';

/** The company's questions about charges of an invoice, in the order of its lines. */
export function useQuestions(invoiceId: string) {
  return useQuery({
    queryKey: [paths.disputes],
    queryFn: async (): Promise<readonly Dispute[]> => disputeSchema.array().parse(await read(paths.disputes)),
    select: (all) =>
      all.filter((dispute) => dispute.invoice_id === invoiceId).sort((a, b) => a.line - b.line),
  });
}

/** Sends what is written, once at a time; the questions are read again, after a refusal too. */
export function useSendQuestion() {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const send = async (path: string, body: object | undefined, done: string): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    let sent = false;
    try {
      await request('POST', path, body);
      sent = true;
      toast({ title: done });
    } catch (error) {
      const description = messageOf(error, 'This could not be sent. Please try again.');
      toast({ title: 'Error', description, variant: 'destructive' });
    }
    await client.invalidateQueries({ queryKey: [paths.disputes] });
    setBusy(false);
    return sent;
  };
  return { busy, send };
}
