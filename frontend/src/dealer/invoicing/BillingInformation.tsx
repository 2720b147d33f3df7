import type { BillingSummary } from '@portal/contract';
import { dateText } from '../../shared/dateText.ts';
import { dollarsText } from '../../shared/dollarsText.ts';
import { Figures } from './Figures.tsx';
import { Section } from './Section.tsx';

/** What is owed and what comes next (spec 2, section 2, Invoicing). */
export function BillingInformation({ summary }: { readonly summary: BillingSummary }) {
  return (
    <Section title="Billing Information">
      <Figures
        figures={[
          { label: 'Balance on Account', value: dollarsText(summary.balance) },
          { label: 'Next Billing Date', value: dateText(summary.next_billing_date) },
          { label: 'Estimated Monthly Charge', value: dollarsText(summary.estimated_monthly_charge) },
        ]}
      />
    </Section>
  );
}
