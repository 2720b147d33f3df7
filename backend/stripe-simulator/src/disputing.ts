import type Stripe from 'stripe';
import { invalid } from './failures.ts';
import type { Account } from './state/account.ts';
import { newId } from './state/ids.ts';

/** What Stripe charges for a dispute in the United States, in cents. */
const FEE = 1_500;

const isInquiry = ({ status }: Stripe.Dispute) => status.startsWith('warning_');

/** @throws StripeFailure 400 for a dispute or inquiry that has ended */
export function mustBeUndecided({ status }: Stripe.Dispute): void {
  if (['won', 'lost', 'warning_closed'].includes(status))
    throw invalid('This dispute is already closed.', { code: 'dispute_already_closed' });
}

/** Opens a dispute of a charge as fraudulent, or an inquiry, which moves no money. */
export function dispute(
  charged: Stripe.Charge,
  account: Account,
  { inquiry = false }: { readonly inquiry?: boolean | undefined } = {},
): Stripe.Dispute {
  const opened = {
    id: newId('dp'),
    object: 'dispute',
    amount: charged.amount,
    balance_transactions: [],
    charge: charged.id,
    created: account.now(),
    currency: charged.currency,
    is_charge_refundable: inquiry,
    livemode: false,
    payment_intent: charged.payment_intent,
    reason: 'fraudulent',
    status: inquiry ? 'warning_needs_response' : 'needs_response',
  } as unknown as Stripe.Dispute;
  account.save('charge', { ...charged, disputed: true });
  return inquiry ? saveAndEmit(opened, account, 'created') : withdrawn(opened, account, 'created');
}

/** An inquiry becomes a dispute. */
export function escalate(before: Stripe.Dispute, account: Account): Stripe.Dispute {
  mustBeUndecided(before);
  if (!isInquiry(before)) throw invalid('This dispute is no inquiry.');
  return withdrawn({ ...before, status: 'needs_response', is_charge_refundable: false }, account, 'updated');
}

/** Ends a dispute, or an inquiry, in favor of the merchant or of the cardholder. */
export function decide(before: Stripe.Dispute, merchantWins: boolean, account: Account): Stripe.Dispute {
  mustBeUndecided(before);
  if (isInquiry(before)) {
    if (merchantWins) return saveAndEmit({ ...before, status: 'warning_closed' }, account, 'closed');
    return decide(escalate(before, account), false, account);
  }
  return merchantWins ? win(before, account) : saveAndEmit({ ...before, status: 'lost' }, account, 'closed');
}

/** The bank gives the money of a lost dispute back after all. */
export function winLost(before: Stripe.Dispute, account: Account): void {
  if (before.status !== 'lost') throw invalid('This dispute was not lost.');
  win(before, account);
}

function win(before: Stripe.Dispute, account: Account): Stripe.Dispute {
  const back = moved(before, before.amount, -FEE);
  const balance_transactions = [...before.balance_transactions, back];
  const won: Stripe.Dispute = { ...before, status: 'won', is_charge_refundable: true, balance_transactions };
  saveAndEmit(won, account, 'closed');
  account.emit('charge.dispute.funds_reinstated', won);
  return won;
}

function withdrawn(opened: Stripe.Dispute, account: Account, first: 'created' | 'updated'): Stripe.Dispute {
  const balance_transactions = [moved(opened, -opened.amount, FEE)];
  const saved = saveAndEmit({ ...opened, balance_transactions }, account, first);
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
const moved = ({ id, currency }: Stripe.Dispute, amount: number, fee: number) =>
  ({
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    currency,
    fee,
    net: amount - fee,
    source: id,
    type: 'adjustment',
  }) as Stripe.BalanceTransaction;
