import { Box, Button, Card, CardContent, Typography } from '@mui/material';
import { closeDisputeSchema, type Dispute, disputeReplySchema } from '@portal/contract';
import { FormProvider, useWatch } from 'react-hook-form';
import { Field } from '../../../shared/form/Field.tsx';
import { useZodForm } from '../../../shared/form/Form.tsx';
import { KeptEntries } from '../../../shared/form/KeptEntries.tsx';
import { dollarsText, momentText } from '../../../shared/text.ts';
import { Conversation } from '../../../shared/ui/Conversation.tsx';
import { Facts } from '../../../shared/ui/Facts.tsx';
import {
  CorrectionSteps,
  enteredSchema,
  entriesSchema,
  someEntriesSchema,
  useCorrections,
} from '../../corrections/parts.tsx';
import { usePortal } from '../../dataProvider/index.ts';
import { MoneyButton } from '../../kit/ActionButton.tsx';
import { Only } from '../../kit/access.ts';
import { CommandDialog, useFormCommand } from '../../kit/CommandDialog.tsx';
import { useDialogs } from '../../kit/DialogHost.tsx';
import { ReplayPanel } from '../../kit/Replay.tsx';
import { linkFact, someFact } from '../../records/links.tsx';
import { DisputeStanding } from '../../records/states.tsx';
import { Show } from '../../ui/Show.tsx';
import { AmountField } from '../invoices/parts.tsx';
import { Notes, PinnedNotes } from '../notes/parts.tsx';

/** A questioned charge with its conversation and the invoice's replay. */
export default function DisputeShow() {
  return (
    <Show<Dispute>
      noun="question"
      title={(dispute) => `${dispute.line_name} on ${dispute.invoice_number}`}
      lead={(dispute) => <DisputeStanding dispute={dispute} />}
      actions={(dispute) =>
        dispute.status === 'open' && (
          <MoneyButton
            label="Settle"
            variant="contained"
            size="small"
            dialog={(close) => <CloseDisputeDialog dispute={dispute} onClose={close} />}
          />
        )
      }
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

function factsOf(dispute: Dispute) {
  const { company_name, account_id, invoice_id, invoice_number, amount, reissued_as, messages } = dispute;
  return [
    ...linkFact('Company', 'companies', account_id, company_name ?? 'N/A'),
    ...linkFact('Invoice', 'invoices', invoice_id, invoice_number),
    { label: 'Charge', value: `${dispute.line_name}, ${dollarsText(amount)}` },
    { label: 'Question', value: messages[0]?.text || 'erased' },
    { label: 'Asked', value: momentText(dispute.opened_at) },
    ...someFact('Settled amount', dispute.settled_amount !== 0 && dollarsText(dispute.settled_amount)),
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

const OUTCOMES = [
  { value: 'explained', label: 'Explain: the charge stays' },
  { value: 'reissued', label: 'Correct and reissue the invoice' },
  { value: 'refunded', label: 'Refund the difference' },
  { value: 'credited', label: 'Credit the difference' },
] as const;

const HINTS: Readonly<Record<string, string>> = {
  reissued: 'For an open invoice: it is voided and reissued with your corrections.',
  refunded: 'For an invoice paid by card: refunds the card.',
  credited: 'For a paid invoice: becomes account credit, which pays open invoices, then the next ones.',
};

interface CloseDisputeDialogProps {
  readonly dispute: Dispute;
  /** What was written as the answer. */
  readonly answer?: string;
  readonly onClose: () => void;
}

/** Corrections are checked unless the charge stays; without any, the amount is. */
const schema = closeDisputeSchema
  .extend({ entries: enteredSchema })
  .superRefine(({ outcome, entries }, context) => {
    if (outcome === 'explained') return;
    const wanted = outcome === 'reissued' ? someEntriesSchema : entriesSchema;
    for (const { path, message } of wanted.safeParse(entries).error?.issues ?? []) {
      context.addIssue({ code: 'custom', path: ['entries', ...path], message });
    }
  });

/** Settles a questioned charge: carries out the outcome and tells the dealer. */
function CloseDisputeDialog({ dispute, answer = '', onClose }: CloseDisputeDialogProps) {
  const portal = usePortal();
  const form = useZodForm(schema, { outcome: 'explained', explanation: answer, amount: '', entries: [] });
  const [outcome, entries] = useWatch({ control: form.control, name: ['outcome', 'entries'] });
  const money = outcome === 'refunded' || outcome === 'credited';
  const corrects = money || outcome === 'reissued';
  const corrections = useCorrections(dispute.invoice_id, corrects);
  const { shown, sent, firstStep } = corrections;
  return (
    <CommandDialog
      title={`Settle the question about ${dispute.invoice_number}`}
      form={form}
      submitLabel="Settle"
      firstStep={{
        ...firstStep,
        isNext: corrects && shown === null && (entries.length > 0 || !money),
      }}
      keepAs={dispute.id}
      send={({ amount, entries: _, ...rest }) =>
        portal.closeDispute(dispute.id, {
          ...rest,
          ...(corrects && shown !== null ? sent : money && { amount }),
        })
      }
      done="Question settled"
      failed="Failed to settle the question."
      onClose={onClose}
    >
      {shown === null && (
        <Field
          name="outcome"
          label="Outcome"
          blank="Select"
          options={OUTCOMES}
          hint={HINTS[outcome]}
          required
        />
      )}
      {corrects && (
        <CorrectionSteps corrections={corrections} siteId={dispute.site_id}>
          {money && entries.length === 0 && (
            <AmountField hint="Or add corrections above; they determine the amount." />
          )}
        </CorrectionSteps>
      )}
      {shown === null && (
        <Field name="explanation" label="Explanation" hint="Shown to the dealer." lines={4} required />
      )}
    </CommandDialog>
  );
}
