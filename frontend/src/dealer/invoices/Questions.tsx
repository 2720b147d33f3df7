import { Box, Button, Paper, Typography } from '@mui/material';
import { type Dispute, disputeReplySchema, disputeSchema, type OwnReplay, paths } from '@portal/contract';
import { useQuery } from '@tanstack/react-query';
import { FormProvider } from 'react-hook-form';
import { Link } from 'react-router';
import { company } from '../../shared/company.ts';
import { Field } from '../../shared/form/Field.tsx';
import { useZodForm } from '../../shared/form/Form.tsx';
import { KeptEntries } from '../../shared/form/KeptEntries.tsx';
import { request } from '../../shared/http/http.ts';
import { readQuery } from '../../shared/http/queryClient.ts';
import { useCommand } from '../../shared/http/useCommand.ts';
import { useDealerMay } from '../../shared/session/session.ts';
import { counted, dollarsText, momentText } from '../../shared/text.ts';
import { Conversation } from '../../shared/ui/Conversation.tsx';

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

/** The questions about an invoice with their answers; nothing without any. */
export default function Questions({ invoiceId }: { readonly invoiceId: string }) {
  const { data: questions = [] } = useQuery({
    ...readQuery(paths.disputes, disputeSchema.array()),
    select: (all) => all.filter(({ invoice_id }) => invoice_id === invoiceId).sort((a, b) => a.line - b.line),
  });
  if (questions.length === 0) return null;
  return (
    <Box component="section" aria-labelledby="questions" className="no-print" sx={{ mt: 4 }}>
      <Typography id="questions" component="h2" variant="h2" sx={{ mb: 1.5 }}>
        Questions about this invoice
      </Typography>
      <Box sx={{ display: 'grid', gap: 2 }}>
        {questions.map((question) => (
          <Question key={question.id} question={question} />
        ))}
      </Box>
    </Box>
  );
}

const OUTCOMES: Readonly<Record<NonNullable<Dispute['outcome']>, (question: Dispute) => string>> = {
  explained: () => 'Explained: the charge stays as it is.',
  reissued: () => 'The invoice was canceled and reissued.',
  refunded: ({ settled_amount }) => `${dollarsText(settled_amount)} is refunded.`,
  credited: ({ settled_amount }) =>
    `${dollarsText(settled_amount)} is credited to your account: it pays your open invoices, then your next ones.`,
  withdrawn: () => 'You withdrew this question.',
};

function Question({ question }: { readonly question: Dispute }) {
  const { line_name, amount, status, outcome, messages, reissued_as } = question;
  const asks = useDealerMay('paying');
  return (
    <Paper
      variant="outlined"
      component="article"
      aria-label={`Question about ${line_name}`}
      sx={{ p: { xs: 2, sm: 3 } }}
    >
      <Typography component="h3" variant="h3" sx={{ mb: 1.5, overflowWrap: 'anywhere' }}>
        {line_name}, {dollarsText(amount)}
      </Typography>
      {status === 'open' && <Causes question={question} />}
      <Conversation
        messages={messages}
        names={{ dealer: 'You', admin: company.name || 'We' }}
        mine="dealer"
        showTime={momentText}
      />
      {status === 'open'
        ? asks && (
            <ReplyForm key={messages.length} question={question} answers={messages.at(-1)?.by === 'admin'} />
          )
        : outcome !== null && (
            <Typography sx={{ mt: 2, fontWeight: 600 }} role="status">
              {OUTCOMES[outcome](question)}{' '}
              {reissued_as !== null && (
                <Link to={`/invoices/${encodeURIComponent(reissued_as)}`}>Open the new invoice</Link>
              )}
            </Typography>
          )}
    </Paper>
  );
}

/** How the line came about, recalculated from the log; nothing where that can't be said. */
function Causes({ question: { invoice_id, line_name, amount } }: { readonly question: Dispute }) {
  const { data } = useQuery<OwnReplay>({ queryKey: [paths.invoiceReplay(invoice_id)] });
  const line = data?.lines.find((one) => one.name === line_name && one.amount === amount);
  if (line === undefined) return null;
  return (
    <Box component="ul" aria-label={`Causes of ${line_name}`} sx={{ m: 0, mb: 2, pl: 2.5 }}>
      {line.readers > 0 && (
        <li>
          {counted(line.readers, 'reader')} × {dollarsText(line.rate)} = {dollarsText(line.amount)}
        </li>
      )}
      {line.why.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </Box>
  );
}

interface ReplyFormProps {
  readonly question: Dispute;
  /** Whether it answers the administrator, or adds to the dealer's own words. */
  readonly answers: boolean;
}

function ReplyForm({ question, answers }: ReplyFormProps) {
  const form = useZodForm(disputeReplySchema, { text: '' });
  const { id } = question;
  const reply = useSendQuestion<object>(
    paths.disputeReplies(id),
    answers ? 'Your answer was sent' : 'Your message was sent',
    // no draft any more
    () => form.reset(),
  );
  const withdraw = useSendQuestion(paths.withdrawDispute(id), 'Question withdrawn');
  const busy = reply.isPending || withdraw.isPending;
  return (
    <FormProvider {...form}>
      <Box
        component="form"
        noValidate
        onSubmit={form.handleSubmit((body) => {
          if (!busy) reply.mutate(body);
        })}
        sx={{ mt: 2.5, display: 'grid', gap: 1.5 }}
      >
        <KeptEntries name={`answer ${id}`} draft={busy ? 'sending' : 'kept'} />
        <Field
          name="text"
          id={`answer-${id}`}
          label={answers ? 'Your answer' : 'Add a message'}
          lines={2}
          required
        />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Button type="submit" variant="outlined" aria-disabled={busy}>
            {answers ? 'Send answer' : 'Send'}
          </Button>
          <Button aria-disabled={busy} onClick={() => !busy && withdraw.mutate()}>
            Withdraw the question
          </Button>
        </Box>
      </Box>
    </FormProvider>
  );
}
