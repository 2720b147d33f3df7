import RemindIcon from '@mui/icons-material/ForwardToInboxOutlined';
import { Alert, Box, Typography } from '@mui/material';
import type { Collection, ReminderPreview } from '@portal/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { messageOf } from '../../../shared/http/http.ts';
import { counted } from '../../../shared/text.ts';
import { usePortal } from '../../dataProvider/index.ts';
import { type ActionEffectProps, type BulkAction, Refusals } from '../../kit/ActionDialog.tsx';

/** Mails a reminder of overdue invoices, beside the steps of dunning. */
export const sendReminder: BulkAction<Collection> = {
  resource: 'collections',
  name: 'remind',
  label: 'Send reminder',
  icon: RemindIcon,
  question: ({ invoice_number }) => `Send a reminder of ${invoice_number}?`,
  bulkQuestion: (count) => `Send reminders of ${count} invoices?`,
  effect: ReminderEffect,
  consequences: [
    'Everybody who gets mails about the invoice gets one.',
    'The steps of dunning go on as set: this reminder is none of them.',
  ],
  done: 'Reminder sent',
  failed: 'Failed to send the reminder.',
  run: (portal, id) => portal.sendReminder(id),
};

/** How many mails go to how many companies, and which are left out. */
function ReminderEffect({ ids, onIdle }: ActionEffectProps) {
  const portal = usePortal();
  const { data, error } = useQuery({
    queryKey: ['reminders', ids],
    queryFn: () => portal.previewReminders(ids.map(String)),
    gcTime: 0,
  });
  const sent = data?.filter(({ refusal }) => refusal === null) ?? [];
  const isIdle = data !== undefined && sent.length === 0;
  useEffect(() => onIdle(isIdle), [isIdle, onIdle]);
  if (error !== null)
    return <Alert severity="warning">{messageOf(error, 'The number of mails could not be read.')}</Alert>;
  const refused = (data ?? []).flatMap(({ invoice_number: name, refusal: cause }) =>
    cause === null ? [] : [{ name, cause }],
  );
  return (
    <Box sx={{ mb: 2 }}>
      <Typography role="status" sx={{ fontWeight: 600 }}>
        {data === undefined ? 'Counting the mails...' : mailsOf(sent)}
      </Typography>
      {refused.length > 0 && (
        <Alert severity="warning" sx={{ mt: 1 }}>
          Not sent:
          <Refusals refused={refused} />
        </Alert>
      )}
    </Box>
  );
}

function mailsOf(sent: readonly ReminderPreview[]): string {
  if (sent.length === 0) return 'Nothing can be sent now.';
  const mails = sent.reduce((sum, one) => sum + one.mails, 0);
  const companies = new Set(sent.map(({ account_id }) => account_id)).size;
  return `${counted(mails, 'mail')} to ${counted(companies, 'company', 'companies')}.`;
}
