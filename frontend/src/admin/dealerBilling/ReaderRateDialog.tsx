import { paths, readerRateSchema } from '@portal/contract';
import { Field } from '../../shared/form/Field.tsx';
import { useZodForm } from '../../shared/form/useZodForm.ts';
import { request } from '../../shared/http/http.ts';
import { FormDialog } from '../dialogs/FormDialog.tsx';
import { rateInput } from '../kit/fields.tsx';
import { EffectiveFromField, PriceForm } from './PriceForm.tsx';

interface ReaderRateDialogProps {
  readonly userId: string;
  readonly accountId: string;
  /** Dollars; null where the account has none. */
  readonly rate: number | null;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** The account's default rate per reader and month (spec 2, sections 5 and 7; decisions B2). */
export default function ReaderRateDialog(props: ReaderRateDialogProps) {
  const { userId, accountId, rate, onSaved, onClose } = props;
  const form = useZodForm(readerRateSchema, {
    rate: rateInput(rate),
    effective_from: '',
    confirm_short_notice: false,
    reason: '',
  });
  return (
    <FormDialog title="Edit Reader Rate" onClose={onClose}>
      {(frame) => (
        <PriceForm
          frame={frame}
          form={form}
          accountId={accountId}
          effectInput={(values) => ({
            kind: 'default_rate',
            rate: values.rate,
            effective_from: values.effective_from ?? '',
          })}
          save={(values) => request('PATCH', paths.admin.readerRate(userId), values)}
          done="Reader rate updated"
          failed="Failed to update reader rate"
          onSaved={onSaved}
        >
          <Field
            form={form}
            name="rate"
            label="Default reader rate"
            placeholder="6.50"
            hint="Dollars per reader and month."
            required
          />
          <EffectiveFromField form={form} />
        </PriceForm>
      )}
    </FormDialog>
  );
}
