import { Button } from '@mui/material';
import type { BillingSummary, Invoice } from '@portal/contract';
import { centsFromDollars, formatDollars, sumCents } from '@portal/domain/values';
import { lazy, Suspense, useState } from 'react';
import { estimateText } from '../../parts/invoice/texts.ts';
import { dateText, dollarsText } from '../../shared/text.ts';
import { Section } from '../../shared/ui/Section.tsx';
import { Figures, Note } from './Figures.tsx';

const PayDialog = lazy(() => import('./PayDialog.tsx'));

interface BillingInformationProps {
  readonly summary: BillingSummary;
  readonly invoices: readonly Invoice[];
}

/** The balance with its payment, and the next invoice (S2-2-invoicing). */
export function BillingInformation({ summary, invoices }: BillingInformationProps) {
  return (
    <Section
      title="Billing Information"
      actions={
        <PayOpen
          name="Pay balance"
          cents={centsFromDollars(summary.balance)}
          // those of the other mode are paid one by one, with a card of that mode (rule B42)
          invoices={invoices.filter(({ is_demo }) => is_demo === summary.is_demo)}
        />
      }
    >
      <Figures
        figures={[
          {
            label: 'Balance on Account',
            value: dollarsText(summary.balance),
            note: <OtherMode summary={summary} />,
          },
          ...(summary.credit === 0
            ? []
            : [
                {
                  label: 'Account Credit',
                  value: dollarsText(summary.credit),
                  note: <Note>pays your next invoices</Note>,
                },
              ]),
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

/** Invoices from before the company became live or demo, which are paid in their own mode. */
export function OtherMode({
  summary: { is_demo, other_mode_balance: other },
}: {
  readonly summary: BillingSummary;
}) {
  if (other === 0) return null;
  return (
    <Note>
      and {dollarsText(other)} on {is_demo ? 'live' : 'demo'} invoices
    </Note>
  );
}

interface PayOpenProps {
  /** Of the button, where it pays `cents`; else it names the amount. */
  readonly name: string;
  /** What is open of the invoices. */
  readonly cents: number;
  /** Their current state: a payment made elsewhere is reported. */
  readonly invoices: readonly Invoice[];
  readonly onlyOverdue?: boolean;
}

/** Pays all of these invoices that can be paid; the dialog names them and their total. Nothing if none can. */
export function PayOpen({ name, cents, invoices, onlyOverdue = false }: PayOpenProps) {
  const [paying, setPaying] = useState<readonly string[] | null>(null);
  const payable = invoices.filter(({ can_pay, is_overdue }) => can_pay && (is_overdue || !onlyOverdue));
  const payableCents = sumCents(payable.map(({ open_amount }) => centsFromDollars(open_amount)));
  return (
    <>
      {payable.length > 0 && (
        <Button
          variant="contained"
          size="small"
          aria-haspopup="dialog"
          onClick={() => setPaying(payable.map(({ id }) => id))}
        >
          {payableCents === cents ? name : `Pay ${formatDollars(payableCents)}`}
        </Button>
      )}
      <Suspense>
        {paying && (
          <PayDialog
            invoices={invoices.filter(({ id }) => paying.includes(id))}
            onClose={() => setPaying(null)}
            onPaid={() => setPaying(null)}
          />
        )}
      </Suspense>
    </>
  );
}

/** Said beside the spec's Estimated Monthly Charge and Projected Monthly Cost, which are one forecast. */
const PROJECTED = 'your projected next invoice';

/** What the estimate is, why there is none, or why it differs from the charges of the sites. */
function EstimateNote({ summary }: { readonly summary: BillingSummary }) {
  if (summary.active_charges === null) {
    return (
      <Note>We can’t calculate your next invoice at the moment. You will not be billed until we can.</Note>
    );
  }
  const { one_off: oneOff = [] } = summary;
  if (summary.adjustments.length === 0 && oneOff.length === 0) return <Note>{PROJECTED}</Note>;
  const lines = [
    PROJECTED,
    `${dollarsText(summary.active_charges)} for active sites`,
    ...oneOff.map(({ text, amount }) => `${dollarsText(amount)} for ${text}`),
    ...summary.adjustments.map(({ kind, invoice_number, amount }) =>
      kind === 'credit'
        ? `${dollarsText(amount)} credit of ${invoice_number}`
        : `${dollarsText(amount)} carried over from ${invoice_number}`,
    ),
  ];
  return lines.map((line) => <Note key={line}>{line}</Note>);
}
