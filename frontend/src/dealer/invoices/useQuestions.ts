import { type Dispute, disputeSchema, paths } from '@portal/contract';
import { useQuery } from '@tanstack/react-query';
import { read, request } from '../../shared/http/http.ts';
import { useCommand } from '../../shared/http/useCommand.ts';

/** The company's questions about charges of an invoice, in the order of its lines. */
export function useQuestions(invoiceId: string) {
  return useQuery({
    queryKey: [paths.disputes],
    queryFn: async (): Promise<readonly Dispute[]> => disputeSchema.array().parse(await read(paths.disputes)),
    select: (all) =>
      all.filter((dispute) => dispute.invoice_id === invoiceId).sort((a, b) => a.line - b.line),
  });
}

/** Sends what is written; the questions are read again, after a refusal too. */
export function useSendQuestion<Body = void>(path: string, title: string, onDone?: () => void) {
  return useCommand<Body>({
    send: (body) => request('POST', path, body ?? undefined),
    refresh: (client) => client.invalidateQueries({ queryKey: [paths.disputes] }),
    refreshRefused: true,
    done: { title },
    failed: { title: 'Error', fallback: 'This could not be sent. Please try again.' },
    ...(onDone === undefined ? {} : { onDone }),
  });
}
