import { disputeSchema, paths } from '@portal/contract';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../shared/http/http.ts';
import { readQuery } from '../../shared/http/readQuery.ts';
import { useCommand } from '../../shared/http/useCommand.ts';

/** The questions about charges of an invoice, by line. */
export const useQuestions = (invoiceId: string) =>
  useQuery({
    ...readQuery(paths.disputes, disputeSchema.array()),
    select: (all) =>
      all.filter((dispute) => dispute.invoice_id === invoiceId).sort((a, b) => a.line - b.line),
  });

/** Sends a message about a question; the questions are read again, after a failure too. */
export const useSendQuestion = <Body = void>(path: string, title: string, onDone?: () => void) =>
  useCommand<Body>({
    send: (body) => request('POST', path, body ?? undefined),
    refresh: (client) => client.invalidateQueries({ queryKey: [paths.disputes] }),
    refreshRefused: true,
    done: { title },
    failed: { title: 'Error', fallback: 'This could not be sent. Please try again.' },
    onDone,
  });
