import { Button, Typography } from '@mui/material';
import {
  type CorrectionPreview,
  type InvoiceDetail,
  invoiceAmountSchema,
  reasonSchema,
  refundInvoiceSchema,
  type Site,
  updateInvoiceSiteSchema,
} from '@portal/contract';
import { centsFromDollars, dollarsFromCents, formatDollars } from '@portal/domain/values';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useLocation } from 'react-router';
import { z } from 'zod';
import { Field, ReasonField } from '../../../shared/form/Field.tsx';
import { useZodForm } from '../../../shared/form/Form.tsx';
import { dollarsText } from '../../../shared/text.ts';
import { LoadProblem, RowsSkeleton } from '../../../shared/ui/LoadProblem.tsx';
import {
  CorrectionSteps,
  entriesSchema,
  someEntriesSchema,
  useCorrections,
} from '../../corrections/parts.tsx';
import { money } from '../../dataProvider/money.ts';
import { wholeListPath } from '../../dataProvider/resourcePaths.ts';
import { CommandDialog, Consequences, ReasonDialog } from '../../kit/CommandDialog.tsx';
import {
  AmountField,
  checkSent,
  enteredSent,
  type InvoiceDialogProps,
  OfflineFields,
  sentSchema,
} from './parts.tsx';

/** Associate with Site (S2-2, S2-5; rule B28): sets the site of an invoice's items. */
export function AssociateDialog({ invoice, onClose }: InvoiceDialogProps) {
  const sites = useQuery<readonly Site[]>({
    queryKey: [
      wholeListPath('sites', { account_id: invoice.account_id }, { field: 'site_name', order: 'ASC' }),
    ],
  });
  const form = useZodForm(updateInvoiceSiteSchema, { invoiceId: invoice.id, siteId: '' });
  const chosen = form.watch('siteId') !== '';
  return (
    <CommandDialog
      title="Associate with Site"
      form={form}
      submitLabel="Update"
      busyLabel="Updating..."
      canSubmit={chosen}
      keepAs={invoice.id}
      send={money.linkInvoiceSite}
      done="Invoice updated"
      failed="Failed to update invoice site association"
      onClose={onClose}
    >
      {sites.isPending && <RowsSkeleton rows={1} />}
      {sites.isError && <LoadProblem text="Failed to fetch sites" onRetry={sites.refetch} />}
      {sites.data && (
        <Field
          name="siteId"
          label="Site"
          blank="Select a site"
          options={sites.data.map(({ id, site_name }) => ({ value: id, label: site_name }))}
          hint={chosen ? undefined : 'Please select a site'}
          required
        />
      )}
    </CommandDialog>
  );
}

type Correction = 'refund' | 'card' | 'credit';
const amountOf = ({ correctable }: InvoiceDetail, kind: Correction) => (correctable?.[kind] ?? 0).toFixed(2);
const mostOf = ({ correctable }: InvoiceDetail, kind: Correction) =>
  `At most ${dollarsText(correctable?.[kind] ?? 0)}.`;

/** Refundable dollars that were paid by check or ACH. */
function offlinePart({ correctable }: InvoiceDetail): number {
  const { refund = 0, card = 0 } = correctable ?? {};
  return dollarsFromCents(Math.max(0, centsFromDollars(refund) - centsFromDollars(card)));
}

/** The most that can be refunded. What credit settled can only be credited. */
function mostRefund(invoice: InvoiceDetail): string {
  const { refund = 0, card = 0, credit = 0 } = invoice.correctable ?? {};
  if (card > 0 && offlinePart(invoice) > 0) {
    return `${mostOf(invoice, 'card')} The rest was paid by check or ACH; refund it the same way.`;
  }
  const most = mostOf(invoice, 'refund');
  const unused = invoice.unused_credit_amount;
  const first =
    unused > 0 ? ` Account credit of ${dollarsText(unused)} that no invoice has used is paid out first.` : '';
  return credit > refund
    ? `${most} The rest was settled by account credit; credit it instead.${first}`
    : `${most}${first}`;
}

/** Credits an amount to the account (rule B26). */
export function CreditDialog({ invoice, onClose }: InvoiceDialogProps) {
  const form = useZodForm(invoiceAmountSchema, { amount: amountOf(invoice, 'credit'), reason: '' });
  return (
    <CommandDialog
      title={`Credit ${invoice.invoice_number}`}
      form={form}
      submitLabel="Credit"
      keepAs={invoice.id}
      send={(values) => money.creditInvoice(invoice.id, values)}
      done="Invoice credited"
      failed="Failed to credit invoice"
      onClose={onClose}
    >
      <AmountField hint={`Pays open invoices, then the next ones. ${mostOf(invoice, 'credit')}`} />
      <ReasonField />
    </CommandDialog>
  );
}

/** Refunds the card that paid (rule B26); the provider answers later. `onOffline` refunds a part paid by check or ACH. */
function CardRefundDialog({
  invoice,
  onClose,
  onOffline,
}: InvoiceDialogProps & { readonly onOffline: () => void }) {
  const form = useZodForm(invoiceAmountSchema, { amount: amountOf(invoice, 'card'), reason: '' });
  return (
    <CommandDialog
      title={`Refund ${invoice.invoice_number}`}
      form={form}
      submitLabel="Refund to the card"
      keepAs={invoice.id}
      send={(values) => money.refundInvoice(invoice.id, values)}
      done="Refund started"
      failed="Failed to refund invoice"
      onClose={onClose}
    >
      <AmountField hint={mostRefund(invoice)} />
      {offlinePart(invoice) > 0 && (
        <Button size="small" onClick={onOffline} sx={{ alignSelf: 'flex-start' }}>
          Refund by check or ACH
        </Button>
      )}
      <ReasonField />
    </CommandDialog>
  );
}

const offlineRefundSchema = refundInvoiceSchema.extend(sentSchema.shape);

/** Records a check or bank transfer that was sent (rule B26). */
function OfflineRefundDialog({ invoice, onClose }: InvoiceDialogProps) {
  const part = offlinePart(invoice);
  const byCardToo = (invoice.correctable?.card ?? 0) > 0;
  const form = useZodForm(offlineRefundSchema, {
    amount: part.toFixed(2),
    refunded_on: invoice.today,
    reference: '',
    reason: '',
  });
  return (
    <CommandDialog
      title={`Refund ${invoice.invoice_number}`}
      form={form}
      submitLabel="Record refund"
      keepAs={invoice.id}
      send={(values) => money.refundInvoice(invoice.id, values)}
      done="Refund recorded"
      failed="Failed to refund invoice"
      onClose={onClose}
    >
      <AmountField hint={byCardToo ? `Check or ACH paid ${dollarsText(part)}.` : mostRefund(invoice)} />
      <OfflineFields verb="Sent" day="refunded_on" />
      <ReasonField />
    </CommandDialog>
  );
}

/** Refunds a paid invoice the way it was paid; to the card first where both were used. */
export function RefundDialog(props: InvoiceDialogProps) {
  const [offline, setOffline] = useState((props.invoice.correctable?.card ?? 0) === 0);
  return offline ? (
    <OfflineRefundDialog {...props} />
  ) : (
    <CardRefundDialog {...props} onOffline={() => setOffline(true)} />
  );
}

/** Cancels an open invoice. */
export function VoidDialog({ invoice, onClose }: InvoiceDialogProps) {
  const { paid_amount: paid } = invoice;
  const form = useZodForm(reasonSchema, { reason: '' });
  return (
    <CommandDialog
      title={`Void ${invoice.invoice_number}?`}
      form={form}
      submitLabel="Void invoice"
      keepAs={invoice.id}
      send={(values) => money.voidInvoice(invoice.id, values)}
      done="Invoice voided"
      failed="Failed to void invoice"
      onClose={onClose}
    >
      <Consequences
        lines={[
          'The invoice shows as Canceled and can no longer be paid.',
          'Its number is never used again.',
          'Use Reissue to issue the month again.',
          ...(paid > 0
            ? [
                `The ${dollarsText(paid)} that was paid becomes account credit, which pays open invoices, then the next ones.`,
              ]
            : []),
        ]}
      />
      <ReasonField />
    </CommandDialog>
  );
}

/** Writes off what is open (rule B38). */
export function WriteOffDialog({ invoice, onClose }: InvoiceDialogProps) {
  const { invoice_number: number, company_name: company, open_amount: open } = invoice;
  return (
    <ReasonDialog
      title={`Write off ${dollarsText(open)} of ${number}?`}
      submitLabel="Write off"
      keepAs={invoice.id}
      send={(values) => money.writeOffInvoice(invoice.id, values)}
      done="Invoice written off"
      failed="Failed to write off invoice"
      onClose={onClose}
    >
      <Typography color="text.secondary">
        {dollarsText(open)} that {company ?? 'the company'} owes of {number} becomes bad debt.
      </Typography>
      <Consequences
        lines={[
          'The dealer sees the invoice as Canceled. Nobody is sent an email.',
          'It is no longer reminded of, charged automatically, or payable in the portal.',
          'Take the write-off back if the money comes after all.',
        ]}
      />
    </ReasonDialog>
  );
}

/** Opens what was written off again (rule B38). */
export function TakeWriteOffBackDialog({ invoice, onClose }: InvoiceDialogProps) {
  const { invoice_number: number, company_name: company, written_off_amount: written } = invoice;
  return (
    <ReasonDialog
      title={`Take the write-off of ${number} back?`}
      submitLabel="Take back"
      keepAs={invoice.id}
      send={(values) => money.takeWriteOffBack(invoice.id, values)}
      done="Write-off taken back"
      failed="Failed to take the write-off back"
      onClose={onClose}
    >
      <Typography color="text.secondary">
        {company ?? 'The company'} owes {dollarsText(written)} of {number} again. Account credit pays it at
        once, reminders go out again, and no card is charged automatically.
      </Typography>
    </ReasonDialog>
  );
}

const reissueSchema = z.object({ entries: someEntriesSchema });
const unchangedSchema = z.object({ entries: entriesSchema });

export interface CorrectDialogProps extends InvoiceDialogProps {
  /** The site whose line is corrected first. */
  readonly siteId?: string;
}

/** Voids an open invoice and reissues it corrected; a voided one can be reissued unchanged. */
export function ReissueDialog({ invoice, siteId, onClose }: CorrectDialogProps) {
  const isOpen = invoice.status === 'pending';
  const form = useZodForm(isOpen ? reissueSchema : unchangedSchema, { entries: [] });
  const corrections = useCorrections(invoice.id);
  const { shown, sent, firstStep } = corrections;
  const { pathname } = useLocation();
  /** The new invoice, on the same page as the one that it replaces. */
  const subjectOf = ({ id, invoice_number: text }: Partial<InvoiceDetail>) =>
    id === undefined || text === undefined ? undefined : { text, to: pathname.replace(invoice.id, id) };
  return (
    <CommandDialog
      title={`${isOpen ? 'Correct' : 'Reissue'} ${invoice.invoice_number}`}
      form={form}
      submitLabel={isOpen ? 'Void and reissue' : 'Reissue'}
      busyLabel="Reissuing..."
      canSubmit={corrections.isReady}
      firstStep={firstStep}
      keepAs={invoice.id}
      send={() => money.reissueInvoice(invoice.id, sent)}
      done="Invoice reissued"
      subjectOf={(answer) => subjectOf(answer as Partial<InvoiceDetail>)}
      failed="Failed to reissue invoice"
      onClose={onClose}
    >
      <Typography color="text.secondary">
        {shown === null
          ? `Only your corrections change the invoice${isOpen ? '' : ' that was voided'}. Later changes apply to later months only.`
          : 'The invoice is issued under a new number, dated today, and the dealer is sent it by email.'}
      </Typography>
      <CorrectionSteps corrections={corrections} siteId={siteId} isEntered />
    </CommandDialog>
  );
}

const settleSchema = z
  .object({ entries: someEntriesSchema, as: z.enum(['credit', 'card', 'offline']), ...enteredSent })
  .superRefine(({ as, ...sent }, context) => {
    if (as === 'offline') checkSent(sent, context);
  });

/** Corrects a paid invoice: the difference is credited or refunded. */
function CorrectPaidDialog({ invoice, siteId, onClose }: CorrectDialogProps) {
  const { card = 0 } = invoice.correctable ?? {};
  const byBoth = card > 0 && offlinePart(invoice) > 0;
  const form = useZodForm(settleSchema, {
    entries: [],
    as: 'credit',
    method: '',
    refunded_on: invoice.today,
    reference: '',
  });
  const as = useWatch({ control: form.control, name: 'as' });
  const corrections = useCorrections(invoice.id);
  const { shown, sent, firstStep } = corrections;
  return (
    <CommandDialog
      title={`Correct ${invoice.invoice_number}`}
      form={form}
      submitLabel={shown === null ? '' : `${as === 'credit' ? 'Credit' : 'Refund'} ${lowered(shown)}`}
      canSubmit={corrections.isReady}
      firstStep={firstStep}
      keepAs={invoice.id}
      send={({ method, refunded_on, reference }) =>
        money.correctInvoice(invoice.id, {
          ...sent,
          as: as === 'credit' ? 'credit' : 'refund',
          ...(as === 'offline' && { method, refunded_on, reference }),
        })
      }
      done="Invoice corrected"
      failed="Failed to correct invoice"
      onClose={onClose}
    >
      <Typography color="text.secondary">
        A paid invoice does not change. The difference goes back to the dealer.
      </Typography>
      <CorrectionSteps corrections={corrections} siteId={siteId} isEntered>
        <Field
          name="as"
          label="The difference"
          blank={null}
          options={[
            { value: 'credit', label: 'Becomes account credit' },
            ...(card > 0
              ? [
                  {
                    value: 'card',
                    label: `Goes back to the card${byBoth ? `, at most ${dollarsText(card)}` : ''}`,
                  },
                ]
              : []),
            ...(card === 0 || byBoth
              ? [{ value: 'offline', label: byBoth ? 'Is sent back by check or ACH' : 'Is sent back' }]
              : []),
          ]}
          required
        />
        {as === 'offline' && <OfflineFields verb="Sent" day="refunded_on" />}
      </CorrectionSteps>
    </CommandDialog>
  );
}

/** The difference. */
const lowered = ({ total_before, total_after }: CorrectionPreview) =>
  formatDollars(centsFromDollars(total_before) - centsFromDollars(total_after));

/** The dialog that corrects an invoice in its state; undefined where nothing can be corrected. */
export function correctDialogOf({
  status,
  written_off_amount,
  correctable,
}: InvoiceDetail): ComponentType<CorrectDialogProps> | undefined {
  if (status === 'pending') return written_off_amount === 0 ? ReissueDialog : undefined;
  return status === 'paid' && (correctable?.credit ?? 0) > 0 ? CorrectPaidDialog : undefined;
}
