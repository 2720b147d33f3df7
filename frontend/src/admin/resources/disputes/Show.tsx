import { Box, Button, Card, CardContent, Typography } from '@mui/material';
import { type Dispute, disputeReplySchema } from '@portal/contract';
import { FormProvider } from 'react-hook-form';
import { Field } from '../../../shared/form/Field.tsx';
import { useZodForm } from '../../../shared/form/Form.tsx';
import { KeptEntries } from '../../../shared/form/KeptEntries.tsx';
import { dollarsText, momentText } from '../../../shared/text.ts';
import { Conversation } from '../../../shared/ui/Conversation.tsx';
import { Facts } from '../../../shared/ui/Facts.tsx';
import { usePortal } from '../../dataProvider/index.ts';
import { Only } from '../../kit/access.ts';
import { useFormCommand } from '../../kit/CommandDialog.tsx';
import { useDialogs } from '../../kit/DialogHost.tsx';
import { ReplayPanel } from '../../kit/Replay.tsx';
import { linkFact } from '../../records/links.tsx';
import { DisputeStanding } from '../../records/states.tsx';
import { Show } from '../../ui/Show.tsx';
import { Notes, PinnedNotes } from '../notes/parts.tsx';
import { CloseDisputeDialog } from './CloseDisputeDialog.tsx';

/** A questioned charge with its conversation and the invoice's replay. */
export default function DisputeShow() {
  return (
    <Show<Dispute>
      noun="question"
      title={(dispute) => `${dispute.line_name} on ${dispute.invoice_number}`}
      lead={(dispute) => <DisputeStanding dispute={dispute} />}
      actions={(dispute) => (dispute.status === 'open' ? <SettleButton dispute={dispute} /> : null)}
    >
      {(dispute) => (
        <>
          <PinnedNotes about="dispute" id={dispute.id} />
          <Box sx={{ display: 'grid', gap: 3 }}>
            <Card variant="outlined">
              <CardContent sx={{ p: 3 }}>
                <Facts facts={factsOf(dispute)} />
              </CardContent>
            </Card>
            <Card variant="outlined">
              <CardContent sx={{ p: 3 }}>
                <Typography component="h2" variant="h2" sx={{ mb: 2 }}>
                  Replay
                </Typography>
                <ReplayPanel invoiceId={dispute.invoice_id} line={dispute.line} />
              </CardContent>
            </Card>
            <Card variant="outlined">
              <CardContent sx={{ p: 3 }}>
                <Conversation
                  messages={dispute.messages}
                  names={{ dealer: dispute.company_name ?? 'Dealer', admin: 'We' }}
                  mine="admin"
                  showTime={momentText}
                />
                {dispute.status === 'open' && (
                  <Only may="answers">
                    <AnswerForm key={dispute.messages.length} dispute={dispute} />
                  </Only>
                )}
              </CardContent>
            </Card>
            <Card variant="outlined">
              <Typography component="h2" variant="h2" sx={{ p: 3, pb: 0 }}>
                Notes
              </Typography>
              <Notes about="dispute" id={dispute.id} />
            </Card>
          </Box>
        </>
      )}
    </Show>
  );
}

function SettleButton({ dispute }: { readonly dispute: Dispute }) {
  const openDialog = useDialogs();
  return (
    <Only may="money">
      <Button
        size="small"
        variant="contained"
        onClick={() => openDialog((close) => <CloseDisputeDialog dispute={dispute} onClose={close} />)}
      >
        Settle
      </Button>
    </Only>
  );
}

function factsOf(dispute: Dispute) {
  const {
    company_name,
    account_id,
    invoice_id,
    invoice_number,
    amount,
    settled_amount,
    reissued_as,
    messages,
  } = dispute;
  return [
    ...linkFact('Company', 'companies', account_id, company_name ?? 'N/A'),
    ...linkFact('Invoice', 'invoices', invoice_id, invoice_number),
    { label: 'Charge', value: `${dispute.line_name}, ${dollarsText(amount)}` },
    { label: 'Question', value: messages[0]?.text || 'erased' },
    { label: 'Asked', value: momentText(dispute.opened_at) },
    ...(settled_amount === 0 ? [] : [{ label: 'Settled amount', value: dollarsText(settled_amount) }]),
    ...linkFact('Reissued as', 'invoices', reissued_as, 'the new invoice'),
  ];
}

/** An answer to the dealer: the question stays open, or is settled with the answer as its explanation. */
function AnswerForm({ dispute }: { readonly dispute: Dispute }) {
  const portal = usePortal();
  const openDialog = useDialogs();
  const form = useZodForm(disputeReplySchema, { text: '' });
  const { busy, send } = useFormCommand(form, {
    send: (answer) => portal.replyToDispute(dispute.id, answer),
    done: 'Answer sent',
    failed: 'Failed to send the answer.',
    // no draft any more
    onDone: () => form.reset(),
  });
  return (
    <FormProvider {...form}>
      <Box
        component="form"
        noValidate
        onSubmit={form.handleSubmit(send)}
        sx={{ mt: 3, display: 'grid', gap: 1.5 }}
      >
        <KeptEntries name={`answer ${dispute.id}`} draft={busy ? 'sending' : 'kept'} />
        <Field name="text" label="Your answer" lines={3} required />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Button type="submit" variant="outlined" aria-disabled={busy}>
            {busy ? 'Sending...' : 'Send answer'}
          </Button>
          <Only may="money">
            <Button
              aria-haspopup="dialog"
              onClick={form.handleSubmit(({ text }) =>
                openDialog((close) => <CloseDisputeDialog dispute={dispute} answer={text} onClose={close} />),
              )}
            >
              Answer and settle
            </Button>
          </Only>
        </Box>
      </Box>
    </FormProvider>
  );
}
