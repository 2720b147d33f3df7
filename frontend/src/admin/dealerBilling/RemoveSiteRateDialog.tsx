import { Typography } from '@mui/material';
import { actionReason, confirmShortNotice, effectiveFrom, paths, type Site } from '@portal/contract';
import { z } from 'zod';
import { useZodForm } from '../../shared/form/useZodForm.ts';
import { request } from '../../shared/http/http.ts';
import { FormDialog } from '../dialogs/FormDialog.tsx';
import { EffectiveFromField, PriceForm } from './PriceForm.tsx';

const schema = z.object({
  effective_from: effectiveFrom,
  confirm_short_notice: confirmShortNotice,
  reason: actionReason(),
});

interface RemoveSiteRateDialogProps {
  readonly site: Pick<Site, 'id' | 'site_name'>;
  readonly accountId: string;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** Gives a site's own rate up: promotion and default rate hold again (decisions B17, a blank custom rate). */
export default function RemoveSiteRateDialog(props: RemoveSiteRateDialogProps) {
  const { site, accountId, onSaved, onClose } = props;
  const form = useZodForm(schema, { effective_from: '', confirm_short_notice: false, reason: '' });
  return (
    <FormDialog title={`Remove the rate of ${site.site_name}?`} onClose={onClose}>
      {(frame) => (
        <PriceForm
          frame={frame}
          form={form}
          accountId={accountId}
          effectInput={({ effective_from }) => ({
            kind: 'site_rate',
            site_id: site.id,
            rate: null,
            effective_from: effective_from ?? '',
          })}
          save={(values) =>
            request('PATCH', paths.admin.site(site.id), { custom_reader_rate: null, ...values })
          }
          done="Site reader rate updated"
          failed="Failed to update site reader rate"
          onSaved={onSaved}
        >
          <Typography>The site is billed at the dealer’s promotional or default rate again.</Typography>
          <EffectiveFromField form={form} />
        </PriceForm>
      )}
    </FormDialog>
  );
}
