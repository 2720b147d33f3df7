import type Stripe from 'stripe';
import { invalid } from './failures.ts';
import type { Account } from './state/account.ts';
import { newId } from './state/ids.ts';

/** What Stripe charges for a dispute in the United States, in cents. */
const FEE = 1_500;

const isInquiry = ({ status }: Stripe.Dispute) => status.startsWith('warning_');
export const isClosed = ({ status }: Stripe.Dispute) =>
  status === 'won' || status === 'lost' || status === 'warning_closed';

/** Opens a dispute of a charge as fraudulent, or an inquiry, which moves no money. */
export function dispute(
  charged: Stripe.Charge,
  account: Account,
  { inquiry = false }: { readonly inquiry?: boolean | undefined } = {},
): Stripe.Dispute {
  const opened: Stripe.Dispute = {
    id: newId('dp'),
    object: 'dispute',
    amount: charged.amount,
    balance_transactions: [],
    charge: charged.id,
    created: account.now(),
    currency: charged.currency,
    enhanced_eligibility_types: [],
    // Stripe lists 27 kinds of evidence, all null here
    evidence: { enhanced_evidence: {} } as Stripe.Dispute.Evidence,
    evidence_details: {
      due_by: account.now() + 14 * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: inquiry,
    livemode: false,
    metadata: {},
    payment_intent: charged.payment_intent,
    reason: 'fraudulent',
    status: inquiry ? 'warning_needs_response' : 'needs_response',
  };
  account.save('charge', { ...charged, disputed: true });
  return inquiry ? saveAndEmit(opened, account, 'created') : withdrawn(opened, account, 'created');
}

/** An inquiry becomes a dispute. */
export function escalate(before: Stripe.Dispute, account: Account): Stripe.Dispute {
  if (!isInquiry(before) || isClosed(before)) throw invalid('This dispute is no open inquiry.');
  return withdrawn({ ...before, status: 'needs_response', is_charge_refundable: false }, account, 'updated');
}

/** Ends a dispute, or an inquiry, in favor of the merchant or of the cardholder. */
export function decide(before: Stripe.Dispute, merchantWins: boolean, account: Account): Stripe.Dispute {
  if (isClosed(before)) throw invalid('This dispute is already closed.', { code: 'dispute_already_closed' });
  if (isInquiry(before)) {
    if (merchantWins) return saveAndEmit({ ...before, status: 'warning_closed' }, account, 'closed');
    return decide(escalate(before, account), false, account);
  }
  return merchantWins ? win(before, account) : saveAndEmit({ ...before, status: 'lost' }, account, 'closed');
}

/** The bank gives the money of a lost dispute back after all. */
export function winLost(before: Stripe.Dispute, account: Account): Stripe.Dispute {
  if (before.status !== 'lost') throw invalid('This dispute was not lost.');
  return win(before, account);
}

function win(before: Stripe.Dispute, account: Account): Stripe.Dispute {
  const back = moved(before, before.amount, -FEE, account);
  const won: Stripe.Dispute = {
    ...before,
    status: 'won',
    is_charge_refundable: true,
    balance_transactions: [...before.balance_transactions, back],
  };
  saveAndEmit(won, account, 'closed');
  account.emit('charge.dispute.funds_reinstated', won);
  return won;
}

function withdrawn(opened: Stripe.Dispute, account: Account, first: 'created' | 'updated'): Stripe.Dispute {
  const out = moved(opened, -opened.amount, FEE, account);
  const saved = saveAndEmit({ ...opened, balance_transactions: [out] }, account, first);
  account.emit('charge.dispute.funds_withdrawn', saved);
  return saved;
}

function saveAndEmit(
  changed: Stripe.Dispute,
  account: Account,
  step: 'created' | 'updated' | 'closed',
): Stripe.Dispute {
  const saved = account.save('dispute', changed);
  account.emit(`charge.dispute.${step}`, saved);
  return saved;
}

/** The entry of Stripe's balance for disputed money that is withdrawn or given back. */
function moved(
  { id, currency, charge }: Stripe.Dispute,
  amount: number,
  fee: number,
  account: Account,
): Stripe.BalanceTransaction {
  const description =
    amount < 0 ? `Chargeback withdrawal for ${charge}` : `Chargeback reversal for ${charge}`;
  return {
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: account.now(),
    balance_type: 'payments',
    created: account.now(),
    currency,
    description,
    exchange_rate: null,
    fee,
    fee_details: [
      { amount: fee, application: null, currency, description: 'Dispute fee', type: 'stripe_fee' },
    ],
    net: amount - fee,
    reporting_category: amount < 0 ? 'dispute' : 'dispute_reversal',
    source: id,
    status: 'available',
    type: 'adjustment',
  };
}
