import { Typography } from '@mui/material';
import { actionReason, confirmShortNotice, paths } from '@portal/contract';
import { z } from 'zod';
import { type AnnouncedRate, announcedRateText } from '../../parts/invoice/announcedRateText.ts';
import { useZodForm } from '../../shared/form/useZodForm.ts';
import { request } from '../../shared/http/http.ts';
import { FormBody } from '../dialogs/FormBody.tsx';
import { FormDialog } from '../dialogs/FormDialog.tsx';
import { ReasonField } from '../dialogs/ReasonField.tsx';
import { ShortNoticeField } from '../kit/fields.tsx';
import { useSend } from '../kit/useSend.ts';

const schema = z.object({ confirm_short_notice: confirmShortNotice, reason: actionReason() });

interface CancelAnnouncedRateDialogProps {
  readonly accountId: string;
  readonly rate: AnnouncedRate;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** Cancels a rate that was announced and is not in force yet. */
export default function CancelAnnouncedRateDialog(props: CancelAnnouncedRateDialogProps) {
  const { accountId, rate, onSaved, onClose } = props;
  const form = useZodForm(schema, { confirm_short_notice: false, reason: '' });
  const { site_id: siteId, effective_from } = rate;
  const { busy, send } = useSend(form, {
    done: 'Announced rate canceled',
    failed: 'Failed to cancel the announced rate.',
    close: onClose,
  });
  const path =
    siteId === null
      ? paths.admin.cancelAnnouncedRate(accountId)
      : paths.admin.cancelAnnouncedSiteRate(siteId);
  const submit = form.handleSubmit((values) =>
    send(async () => {
      await request('POST', path, { effective_from, ...values });
      onSaved();
    }),
  );
  return (
    <FormDialog title="Cancel this announced rate?" onClose={onClose}>
      {(frame) => (
        <FormBody
          frame={frame}
          form={form}
          busy={busy}
          busyLabel="Canceling..."
          submitLabel="Cancel the announced rate"
          onSubmit={submit}
        >
          <Typography>
            {announcedRateText(rate, 'The')} If you cancel it, the present rate stays in force. The dealer is
            told by e-mail.
          </Typography>
          <ShortNoticeField form={form} />
          <ReasonField form={form} />
        </FormBody>
      )}
    </FormDialog>
  );
}
