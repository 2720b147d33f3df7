import type { BillingSummary } from '@portal/contract';
import { type AnnouncedRate, ScheduledRates } from '../../parts/invoice/ScheduledRates.tsx';
import { estimateText } from '../../parts/invoice/texts.ts';
import { dateText, dollarsText } from '../../shared/text.ts';
import { Section } from '../../shared/ui/Section.tsx';
import { Figures, Note } from './Figures.tsx';

/** Announced price changes (the agreement promises 30 days' notice); nothing without any. */
export function AnnouncedRates({ rates }: { readonly rates: readonly AnnouncedRate[] }) {
  if (rates.length === 0) return null;
  return (
    <Section title="Announced Price Changes">
      <ScheduledRates rates={rates} />
    </Section>
  );
}

/** S2-2-invoicing. */
export function BillingInformation({ summary }: { readonly summary: BillingSummary }) {
  return (
    <Section title="Billing Information">
      <Figures
        figures={[
          { label: 'Balance on Account', value: dollarsText(summary.balance) },
          { label: 'Next Billing Date', value: dateText(summary.next_billing_date) },
          {
            label: 'Estimated Monthly Charge',
            value: estimateText(summary.estimated_monthly_charge),
            note: <EstimateNote summary={summary} />,
          },
        ]}
      />
    </Section>
  );
}

/** Why there is no estimate, or why it differs from the charges of the sites. */
function EstimateNote({ summary }: { readonly summary: BillingSummary }) {
  if (summary.active_charges === null) {
    return (
      <Note>We can’t calculate your next invoice at the moment. You will not be billed until we can.</Note>
    );
  }
  if (summary.adjustments.length === 0) return null;
  const lines = [
    `${dollarsText(summary.active_charges)} for active sites`,
    ...summary.adjustments.map(({ kind, invoice_number, amount }) =>
      kind === 'credit'
        ? `${dollarsText(amount)} credit of ${invoice_number}`
        : `${dollarsText(amount)} carried over from ${invoice_number}`,
    ),
  ];
  return lines.map((line) => <Note key={line}>{line}</Note>);
}
