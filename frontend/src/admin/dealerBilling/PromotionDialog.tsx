import { type Account, paths, promotionalPricingSchema } from '@portal/contract';
import { CheckField, Field, FieldGrid } from '../../shared/form/Field.tsx';
import { useZodForm } from '../../shared/form/useZodForm.ts';
import { request } from '../../shared/http/http.ts';
import { rateInput } from '../kit/fields.tsx';
import { PriceForm } from './PriceForm.tsx';

interface PromotionDialogProps {
  readonly account: Account;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** The account's promotional pricing (S2-5, S2-7, S2-9; rules B3, B5, B11). */
export default function PromotionDialog({ account, onSaved, onClose }: PromotionDialogProps) {
  const form = useZodForm(promotionalPricingSchema, {
    promotional_reader_rate: rateInput(account.promotional_reader_rate),
    promotional_months: String(account.promotional_months),
    promotional_pricing_active: account.promotional_pricing_active,
    promotional_license_pricing: account.promotional_license_pricing,
    confirm_short_notice: false,
    reason: '',
  });
  return (
    <PriceForm
      title="Promotional Pricing"
      form={form}
      accountId={account.id}
      effectInput={(values) => ({
        kind: 'promotion',
        promotional_reader_rate: values.promotional_reader_rate,
        promotional_months: values.promotional_months,
        promotional_pricing_active: values.promotional_pricing_active ?? false,
      })}
      save={(values) => request('PATCH', paths.admin.promotionalPricing(account.id), values)}
      done="Promotional pricing updated"
      failed="Failed to update promotional pricing"
      onSaved={onSaved}
      onClose={onClose}
    >
      <FieldGrid>
        <Field
          name="promotional_reader_rate"
          label="Promotional reader rate"
          hint="Dollars per reader per month."
          required
        />
        <Field
          name="promotional_months"
          label="Promotional months"
          hint="Counted for each site from the later of the promotion's start and its activation."
          required
        />
      </FieldGrid>
      <div>
        <CheckField name="promotional_pricing_active" label="Promotional pricing active" />
        <CheckField
          name="promotional_license_pricing"
          label="Promotional license pricing: setup fees are free"
        />
      </div>
    </PriceForm>
  );
}
