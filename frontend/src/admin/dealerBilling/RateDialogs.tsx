import { Button, DialogContentText, Typography } from '@mui/material';
import {
  type Account,
  actionReason,
  confirmShortNotice,
  effectiveFrom,
  promotionalPricingSchema,
  readerRateSchema,
  type Site,
  siteRateFormSchema,
} from '@portal/contract';
import { addDays, firstOfNextMonth, PRICE_NOTICE_DAYS } from '@portal/domain/values';
import { z } from 'zod';
import { type AnnouncedRate, nextRateText, rateSubject } from '../../parts/invoice/ScheduledRates.tsx';
import { CheckField, Field, FieldGrid, ReasonField } from '../../shared/form/Field.tsx';
import { useZodForm } from '../../shared/form/Form.tsx';
import { useCommand, wordsOf } from '../../shared/http/useCommand.ts';
import { useToday } from '../../shared/session/session.ts';
import { ConfirmDialog } from '../../shared/ui/ConfirmDialog.tsx';
import { usePortal } from '../dataProvider/index.ts';
import { CommandDialog } from '../kit/CommandDialog.tsx';
import { rateInput, ShortNoticeField } from '../kit/rateFields.tsx';
import { EffectiveFromField, PriceForm } from './PriceForm.tsx';

interface PriceDialogProps {
  readonly accountId: string;
  /** In place of reading the pages again. */
  readonly onDone?: (() => void) | undefined;
  readonly onClose: () => void;
}

interface ReaderRateDialogProps extends PriceDialogProps {
  readonly title?: string;
  /** Its first day by default; blank for at once. */
  readonly from?: string;
  readonly userId: string;
  /** Dollars; null where the account has none. */
  readonly rate: number | null;
}

/** The account's default rate per reader per month (S2-5, S2-7; rule B2). */
export function ReaderRateDialog(props: ReaderRateDialogProps) {
  const { title = 'Edit Reader Rate', from = '', userId, rate, ...dialog } = props;
  const portal = usePortal();
  const form = useZodForm(readerRateSchema, {
    ...NO_CHANGE,
    rate: rateInput(rate),
    effective_from: from,
  });
  return (
    <PriceForm
      {...dialog}
      title={title}
      form={form}
      effectInput={(values) => ({
        kind: 'default_rate',
        rate: values.rate,
        effective_from: values.effective_from ?? '',
      })}
      send={(values) => portal.changeReaderRate(userId, values)}
      done="Reader rate updated"
      failed="Failed to update reader rate"
    >
      <RateFields />
    </PriceForm>
  );
}

/** A default rate and its first day. */
export const RateFields = () => (
  <>
    <Field
      name="rate"
      label="Default reader rate"
      placeholder="6.50"
      hint="Dollars per reader per month."
      required
    />
    <EffectiveFromField />
  </>
);

/** The next 1st of a month, which is when invoices are issued, that leaves the promised notice. */
export const useNoticedMonth = () => firstOfNextMonth(addDays(useToday(), PRICE_NOTICE_DAYS - 1));

/** The same with that day. */
export const NewRateDialog = (props: Omit<ReaderRateDialogProps, 'from'>) => (
  <ReaderRateDialog {...props} from={useNoticedMonth()} />
);

/** Fields of every change of a rate. */
const change = z.object({
  effective_from: effectiveFrom,
  confirm_short_notice: confirmShortNotice,
  reason: actionReason(),
});
const siteRateSchema = siteRateFormSchema.extend(change.shape);
const cancellationSchema = change.omit({ effective_from: true });
export const NO_CHANGE = { effective_from: '', confirm_short_notice: false, reason: '' };

interface SiteRateDialogProps extends PriceDialogProps {
  readonly site: Pick<Site, 'id' | 'site_name' | 'custom_reader_rate'>;
  /** Opens the dialog that removes the site's own rate. */
  readonly onRemove: () => void;
}

/** A site's own rate (S2-2, S2-5), which overrides promotion and default. */
export function SiteRateDialog({ site, onRemove, ...dialog }: SiteRateDialogProps) {
  const portal = usePortal();
  const form = useZodForm(siteRateSchema, {
    ...NO_CHANGE,
    custom_reader_rate: rateInput(site.custom_reader_rate),
  });
  return (
    <PriceForm
      {...dialog}
      title={`Reader rate of ${site.site_name}`}
      form={form}
      effectInput={({ custom_reader_rate: rate, effective_from }) => ({
        kind: 'site_rate',
        site_id: site.id,
        rate,
        effective_from: effective_from ?? '',
      })}
      send={(values) => portal.changeSiteRate(site.id, values)}
      done="Site reader rate updated"
      failed="Failed to update site reader rate"
    >
      <Field
        name="custom_reader_rate"
        label="Custom reader rate"
        placeholder="6.50"
        hint="Dollars per reader per month. Overrides promotion and default rate; 0 is free."
        required
      />
      <EffectiveFromField />
      {site.custom_reader_rate !== null && (
        <Button color="inherit" variant="outlined" sx={{ alignSelf: 'start' }} onClick={onRemove}>
          Use the dealer’s rate instead
        </Button>
      )}
    </PriceForm>
  );
}

/** Removes a site's own rate: promotion and default apply again (rule B17). */
export function RemoveSiteRateDialog({ site, ...dialog }: Omit<SiteRateDialogProps, 'onRemove'>) {
  const portal = usePortal();
  const form = useZodForm(change, NO_CHANGE);
  return (
    <PriceForm
      {...dialog}
      title={`Remove the rate of ${site.site_name}?`}
      form={form}
      effectInput={({ effective_from }) => ({
        kind: 'site_rate',
        site_id: site.id,
        rate: null,
        effective_from: effective_from ?? '',
      })}
      send={(values) => portal.changeSiteRate(site.id, { custom_reader_rate: null, ...values })}
      done="Site reader rate updated"
      failed="Failed to update site reader rate"
    >
      <Typography>The site is billed at the dealer’s promotional or default rate.</Typography>
      <EffectiveFromField />
    </PriceForm>
  );
}

/** Cancels a rate that was announced and is not in force yet. */
export function CancelAnnouncedRateDialog(props: PriceDialogProps & { readonly rate: AnnouncedRate }) {
  const { accountId, rate, ...dialog } = props;
  const portal = usePortal();
  const form = useZodForm(cancellationSchema, { confirm_short_notice: false, reason: '' });
  const { site_id: siteId, effective_from } = rate;
  return (
    <CommandDialog
      {...dialog}
      title="Cancel this announced rate?"
      form={form}
      busyLabel="Canceling..."
      submitLabel="Cancel the announced rate"
      keepAs={`${siteId ?? accountId} ${effective_from}`}
      send={(values) => {
        const body = { effective_from, ...values };
        return siteId === null
          ? portal.cancelAnnouncedRate(accountId, body)
          : portal.cancelAnnouncedSiteRate(siteId, body);
      }}
      done="Announced rate canceled"
      failed="Failed to cancel the announced rate."
    >
      <Typography>
        {rateSubject(rate)}: {nextRateText(rate)}. If you cancel it, the rate before it stays in force. The
        dealer is told by email.
      </Typography>
      <ShortNoticeField />
      <ReasonField />
    </CommandDialog>
  );
}

interface PromotionDialogProps extends Omit<PriceDialogProps, 'accountId'> {
  readonly account: Account;
}

/** The account's promotional pricing (S2-5, S2-7, S2-9; rules B3, B5, B11). */
export function PromotionDialog({ account, ...dialog }: PromotionDialogProps) {
  const portal = usePortal();
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
      {...dialog}
      title="Promotional Pricing"
      form={form}
      accountId={account.id}
      effectInput={(values) => ({
        kind: 'promotion',
        promotional_reader_rate: values.promotional_reader_rate,
        promotional_months: values.promotional_months,
        promotional_pricing_active: values.promotional_pricing_active ?? false,
      })}
      send={(values) => portal.changePromotion(account.id, values)}
      done="Promotional pricing updated"
      failed="Failed to update promotional pricing"
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

interface AskForCardDialogProps {
  readonly account: Pick<Account, 'id' | 'name' | 'company_name'>;
  readonly onClose: () => void;
}

/** Update Payment Method: explains, then sends the dealer a mail with the link (rule G11). */
export function AskForCardDialog({ account, onClose }: AskForCardDialogProps) {
  const portal = usePortal();
  const company = account.company_name || account.name;
  const ask = useCommand({
    send: () => portal.askForPaymentMethod(account.id),
    done: (_, answer) => ({
      title: 'Email sent',
      description: wordsOf(answer) ?? `${company} was sent the link to the payment method page.`,
    }),
    failed: { title: 'Error', fallback: 'The email could not be sent. Please try again.' },
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title="Update Payment Method"
      action="Send email"
      pendingAction="Sending..."
      pending={ask.isPending}
      onConfirm={ask.mutate}
      onClose={onClose}
    >
      <DialogContentText>
        Only the dealer can enter a card: administrators never see its number. {company} is sent an email with
        a link to the page where the card is added or replaced.
      </DialogContentText>
    </ConfirmDialog>
  );
}
