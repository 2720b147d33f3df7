import { Box, Link, Typography } from '@mui/material';
import { type CompanyCredit, type Payout, payOutCreditSchema } from '@portal/contract';
import { useCreatePath } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { ReasonField } from '../../shared/form/Field.tsx';
import { useZodForm } from '../../shared/form/Form.tsx';
import { dateText, dollarsText, modeText } from '../../shared/text.ts';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import { Muted } from '../../shared/ui/Muted.tsx';
import { Section } from '../../shared/ui/Section.tsx';
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx';
import { money } from '../dataProvider/money.ts';
import { MoneyButton } from '../kit/ActionButton.tsx';
import { CommandDialog, ReasonDialog } from '../kit/CommandDialog.tsx';
import { PlainList } from '../kit/parts.tsx';
import { AmountField, OfflineFields } from '../resources/invoices/parts.tsx';
import { useCredit } from './queries.ts';

type Balance = CompanyCredit['balances'][number];

interface PayOutDialogProps {
  readonly accountId: string;
  readonly balance: Balance;
  readonly today: string;
  readonly onClose: () => void;
}

/** Pays the company's credit of one mode out by check or ACH (rule B41). */
function PayOutDialog({ accountId, balance, today, onClose }: PayOutDialogProps) {
  const createPath = useCreatePath();
  const form = useZodForm(payOutCreditSchema, {
    amount: balance.amount.toFixed(2),
    method: 'check',
    paid_on: today,
    reference: '',
    reason: '',
    mode: balance.is_demo ? 'demo' : 'live',
  });
  const byCard = balance.invoices.filter(({ card }) => card > 0);
  return (
    <CommandDialog
      title="Pay out credit"
      form={form}
      submitLabel="Pay out"
      keepAs={accountId}
      send={(values) => money.payOutCredit(accountId, values)}
      done="Credit paid out"
      failed="Failed to pay out credit"
      onClose={onClose}
    >
      <AmountField
        hint={`${dollarsText(balance.amount)} of ${modeText(balance.is_demo).toLowerCase()} credit is unused. It is lower by what you pay out, oldest first.`}
      />
      <OfflineFields verb="Sent" day="paid_on" days={{ first: '2000-01-01', last: today }} />
      {byCard.length > 0 && (
        <Muted>
          Back to the card that paid, on the invoice:{' '}
          {byCard.map(({ invoice_id: id, invoice_number: number, card }, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <Link component={RouterLink} to={createPath({ resource: 'invoices', type: 'show', id })}>
                {number}
              </Link>
              , at most {dollarsText(card)}
            </span>
          ))}
        </Muted>
      )}
      <ReasonField needed />
    </CommandDialog>
  );
}

const METHOD = { check: 'check', ach: 'ACH' } as const;
const nameOf = ({ amount, method, reference }: Payout) =>
  `${dollarsText(amount)} by ${METHOD[method]} ${reference}`;

/** Takes a payout back, e.g. of a stopped check. */
function TakeBackDialog({ payout, onClose }: { readonly payout: Payout; readonly onClose: () => void }) {
  return (
    <ReasonDialog
      title={`Take ${nameOf(payout)} back?`}
      submitLabel="Take back"
      keepAs={payout.id}
      send={(values) => money.reversePayout(payout.id, values)}
      done="Payout taken back"
      failed="Failed to take the payout back"
      onClose={onClose}
    >
      <Typography color="text.secondary">
        The amount is credit of the company again, which pays open invoices, then the next ones. The dealer
        gets an email with the reason.
      </Typography>
    </ReasonDialog>
  );
}

function PayoutRow({ payout }: { readonly payout: Payout }) {
  const { status, paid_on: sent, reversed_on: back, reason, reversed_because: because } = payout;
  return (
    <Box component="li" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
      <Typography component="span" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {nameOf(payout)}
      </Typography>
      <StatusBadge tone={back === null ? 'success' : 'neutral'}>
        {back === null ? `Sent on ${dateText(sent)}` : `Taken back on ${dateText(back)}`}
      </StatusBadge>
      {status === 'made' && (
        <MoneyButton
          label="Take back"
          aria-label={`Take ${nameOf(payout)} back`}
          variant="text"
          size="small"
          dialog={(close) => <TakeBackDialog payout={payout} onClose={close} />}
        />
      )}
      <Typography
        component="span"
        variant="body2"
        color="text.secondary"
        sx={{ flexBasis: '100%', overflowWrap: 'anywhere' }}
      >
        {`Credit of ${payout.shares.map(({ invoice_number: number }) => number).join(', ')}. ${because ?? reason}`}
      </Typography>
    </Box>
  );
}

/** The company's unused credit, to be paid out, and what was paid out of it; nothing without either. */
export function CompanyCreditSection({ accountId }: { readonly accountId: string }) {
  const credit = useCredit(accountId);
  if (credit.isError) return <LoadProblem text="Failed to fetch credit" onRetry={credit.refetch} />;
  if (!credit.data) return null;
  const { balances, payouts, today } = credit.data;
  if (balances.length + payouts.length === 0) return null;
  return (
    <Section title="Account credit">
      <Box sx={{ display: 'grid', gap: 2 }}>
        {balances.map((balance) => (
          <Box
            key={String(balance.is_demo)}
            sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}
          >
            <Typography>
              <strong>{dollarsText(balance.amount)}</strong> unused, {modeText(balance.is_demo).toLowerCase()}
            </Typography>
            <MoneyButton
              label="Pay out credit"
              size="small"
              dialog={(close) => (
                <PayOutDialog accountId={accountId} balance={balance} today={today} onClose={close} />
              )}
            />
          </Box>
        ))}
        {payouts.length > 0 && (
          <PlainList label="Credit that was paid out" gap={1.5}>
            {payouts.map((payout) => (
              <PayoutRow key={payout.id} payout={payout} />
            ))}
          </PlainList>
        )}
      </Box>
    </Section>
  );
}
