import { Box, Button, Card, CardContent, Divider, Typography } from '@mui/material';
import type { Dispute } from '@portal/contract';
import { lazy, Suspense } from 'react';
import { Conversation } from '../../shared/ui/Conversation.tsx';
import { showDollars, showMoment } from '../format.ts';
import { useDialogs } from '../kit/DialogHost.tsx';
import { Facts } from '../kit/Facts.tsx';
import { RecordPage } from '../kit/RecordPage.tsx';
import { RecordLink } from '../records/links.tsx';
import { ReplayPanel } from '../replay/ReplayPanel.tsx';
import { AnswerForm } from './AnswerForm.tsx';
import { DisputeStanding } from './columns.tsx';

const CloseDisputeDialog = lazy(() => import('./CloseDisputeDialog.tsx'));

/** A questioned charge: what was written, the invoice's replay beside it, and how it is settled. */
export default function DisputeShow() {
  return (
    <RecordPage<Dispute>
      listLabel="Questions"
      missing="Question not found"
      title={(dispute) => `${dispute.line_name} on ${dispute.invoice_number}`}
      lead={(dispute) => <DisputeStanding dispute={dispute} />}
      actions={(dispute) => (dispute.status === 'open' ? <SettleButton dispute={dispute} /> : null)}
    >
      {(dispute) => (
        <Box sx={{ display: 'grid', gap: 3 }}>
          <Card variant="outlined">
            <CardContent sx={{ p: 3 }}>
              <Facts facts={factsOf(dispute)} />
              <Divider sx={{ my: 3 }} />
              <Conversation
                messages={dispute.messages}
                names={{ dealer: dispute.company_name ?? 'Dealer', admin: 'We' }}
                mine="admin"
                showTime={showMoment}
              />
              {dispute.status === 'open' && <AnswerForm key={dispute.messages.length} dispute={dispute} />}
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
        </Box>
      )}
    </RecordPage>
  );
}

function SettleButton({ dispute }: { readonly dispute: Dispute }) {
  const openDialog = useDialogs();
  return (
    <Button
      size="small"
      variant="contained"
      onClick={() =>
        openDialog((close) => (
          <Suspense fallback={null}>
            <CloseDisputeDialog dispute={dispute} onClose={close} />
          </Suspense>
        ))
      }
    >
      Settle
    </Button>
  );
}

function factsOf(dispute: Dispute) {
  const { company_name, account_id, invoice_id, invoice_number, amount, settled_amount, reissued_as } =
    dispute;
  return [
    {
      label: 'Company',
      value: (
        <RecordLink resource="companies" id={account_id}>
          {company_name ?? 'N/A'}
        </RecordLink>
      ),
    },
    {
      label: 'Invoice',
      value: (
        <RecordLink resource="invoices" id={invoice_id}>
          {invoice_number}
        </RecordLink>
      ),
    },
    { label: 'Charge', value: `${dispute.line_name}, ${showDollars(amount)}` },
    { label: 'Asked', value: showMoment(dispute.opened_at) },
    ...(settled_amount === 0 ? [] : [{ label: 'Given back', value: showDollars(settled_amount) }]),
    ...(reissued_as === null
      ? []
      : [
          {
            label: 'Reissued as',
            value: (
              <RecordLink resource="invoices" id={reissued_as}>
                the new invoice
              </RecordLink>
            ),
          },
        ]),
  ];
}
