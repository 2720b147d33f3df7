import { Button } from '@mui/material';
import {
  actionReason,
  confirmShortNotice,
  effectiveFrom,
  paths,
  type Site,
  siteRateFormSchema,
} from '@portal/contract';
import { Field } from '../../shared/form/Field.tsx';
import { useZodForm } from '../../shared/form/useZodForm.ts';
import { request } from '../../shared/http/http.ts';
import { FormDialog } from '../dialogs/FormDialog.tsx';
import { rateInput } from '../kit/fields.tsx';
import { EffectiveFromField, PriceForm } from './PriceForm.tsx';

const schema = siteRateFormSchema.extend({
  effective_from: effectiveFrom,
  confirm_short_notice: confirmShortNotice,
  reason: actionReason(),
});

interface SiteRateDialogProps {
  readonly site: Pick<Site, 'id' | 'site_name' | 'custom_reader_rate'>;
  readonly accountId: string;
  readonly onSaved: () => void;
  /** Opens the question about giving the site's own rate up. */
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

/** The rate behind the pencil of a site (spec 2, sections 2 and 5); it goes before promotion and default. */
export default function SiteRateDialog({ site, accountId, onSaved, onRemove, onClose }: SiteRateDialogProps) {
  const form = useZodForm(schema, {
    custom_reader_rate: rateInput(site.custom_reader_rate),
    effective_from: '',
    confirm_short_notice: false,
    reason: '',
  });
  return (
    <FormDialog title={`Reader rate of ${site.site_name}`} onClose={onClose}>
      {(frame) => (
        <PriceForm
          frame={frame}
          form={form}
          accountId={accountId}
          effectInput={({ custom_reader_rate: rate, effective_from }) => ({
            kind: 'site_rate',
            site_id: site.id,
            rate,
            effective_from: effective_from ?? '',
          })}
          save={(values) => request('PATCH', paths.admin.site(site.id), values)}
          done="Site reader rate updated"
          failed="Failed to update site reader rate"
          onSaved={onSaved}
        >
          <Field
            form={form}
            name="custom_reader_rate"
            label="Custom reader rate"
            placeholder="6.50"
            hint="Dollars per reader and month. Goes before promotion and default rate; 0 is free."
            required
          />
          <EffectiveFromField form={form} />
          {site.custom_reader_rate !== null && (
            <Button color="inherit" variant="outlined" sx={{ alignSelf: 'start' }} onClick={onRemove}>
              Use the dealer’s rate instead
            </Button>
          )}
        </PriceForm>
      )}
    </FormDialog>
  );
}
