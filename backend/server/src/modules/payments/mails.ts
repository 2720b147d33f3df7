import { type PaymentEvent, unprocessable } from '@portal/domain';
import { formatDollars } from '@portal/domain/values';
import type { AccountRow, UserRow } from '@portal/projections';
import type { CommandContext } from '../../kernel/commandContext.ts';
import { button, factTable } from '../../platform/mail/letter.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { notification, replies } from '../../platform/notifications/notification.ts';
import { companyNameOf } from '../companies/module.ts';

/** Whatever the administrators' preferences. Failed refunds of invoices have a mail of their own. */
export const mailAdministratorsOnRefundFailed = notification({
  name: 'mailAdministratorsOnRefundFailed',
  types: ['PaymentRefundFailed'],
  async write({ event }, ports) {
    if (event.data.of?.kind === 'invoice') return [];
    const { attemptId, accountId, amountCents, message } = event.data;
    const company = await companyNameOf(ports, accountId);
    const amount = formatDollars(amountCents);
    const letter = {
      subject: `A refund of ${amount} failed`,
      preheader: `${company} was not refunded.`,
      title: 'A refund failed',
      blocks: [
        'A refund to a card failed. Please refund the dealer another way, or at the card provider.',
        factTable(['Company', company], ['Amount', amount], ['Provider message', message]),
        button('Open the payment', ports.page(`/admin-dashboard/payments/${attemptId}/show`)),
      ],
    };
    return replies('moneyDidNotGoBack', await ports.administrators(), null, letter);
  },
});

/** Whatever the administrators' preferences: a dispute has a date by which it must be answered (rule B43). */
export const mailAdministratorsOnDispute = notification({
  name: 'mailAdministratorsOnDispute',
  types: ['PaymentDisputed', 'PaymentDisputeClosed'],
  async write({ event }, ports) {
    const { attemptId, accountId, amountCents: disputed } = event.data;
    const returned = event.type === 'PaymentDisputeClosed' ? event.data.returnedCents : undefined;
    const company = await companyNameOf(ports, accountId);
    const amount = formatDollars(returned ?? disputed);
    const [title, text] = disputeWords(event);
    const letter = {
      subject: `${title}: ${amount} by ${company}`,
      preheader: text,
      title,
      blocks: [
        text,
        factTable(['Company', company], ['Amount', amount]),
        button('Open the payment', ports.page(`/admin-dashboard/payments/${attemptId}/show`)),
      ],
    };
    return replies('chargeback', await ports.administrators(), null, letter);
  },
});

type DisputeStep = Extract<PaymentEvent, { type: 'PaymentDisputed' | 'PaymentDisputeClosed' }>;

/** Title and text. */
function disputeWords(event: DisputeStep): readonly [string, string] {
  if (event.type === 'PaymentDisputed') return DISPUTE_BEGAN[event.data.inquiry ? 'inquiry' : 'open'];
  if (event.data.returnedCents === undefined) return DISPUTE_ENDED[event.data.outcome];
  return DISPUTE_RETURNED[event.data.outcome === 'won' ? 'won' : 'lost'];
}

const DISPUTE_BEGAN = {
  open: [
    'Payment disputed at the bank',
    'Please answer at the card provider before the date it names. Until the bank has decided, the payment can’t be refunded.',
  ],
  inquiry: [
    'Inquiry of a bank about a payment',
    'Please answer at the card provider before the date it names. No money has moved.',
  ],
} as const;
const DISPUTE_ENDED = {
  won: ['Dispute won', 'The payment stays.'],
  lost: [
    'Dispute lost',
    'The bank took the money back. What it paid is open again; it is not charged automatically.',
  ],
  inquiry_closed: ['Inquiry of a bank closed', 'The payment stays.'],
} as const;

const RETURNED_TEXT =
  'It counts as paid again. What was paid again meanwhile becomes account credit of the company.';
const DISPUTE_RETURNED = {
  won: ['Dispute won after all', `The bank gave the money back. ${RETURNED_TEXT}`],
  lost: ['Part of a lost dispute returned', `The bank gave part of the money back. ${RETURNED_TEXT}`],
} as const;

/**
 * Mails the invoice recipient, else the company's first user, a link to the payment method page (rule G11), once per
 * command.
 * @returns the recipient's address
 * @throws BusinessRefusal unprocessable for a company without users
 */
export async function askForPaymentMethod(
  ports: {
    readonly outbox: Pick<Outbox, 'post'>;
    /** The earliest first. */
    usersOfAccount(accountId: string): Promise<readonly Pick<UserRow, 'id' | 'name' | 'email'>[]>;
    page(path: string): string;
  },
  account: Pick<AccountRow, 'id' | 'first_user_id'>,
  context: CommandContext,
): Promise<string> {
  const users = await ports.usersOfAccount(account.id);
  const user = users.find(({ id }) => id === account.first_user_id) ?? users[0];
  if (user === undefined) {
    throw unprocessable('This company has no user to write to.');
  }
  await ports.outbox.post({
    cause: context.id,
    kind: 'paymentMethodWanted',
    recipient: user.email,
    userId: user.id,
    accountId: account.id,
    letter: {
      subject: 'Please update your payment method',
      preheader: 'It takes a minute on a secure page.',
      title: 'Please update your payment method',
      blocks: [
        `Hello ${user.name}, please sign in and save or update the card of your company. Card numbers go only to the card provider. We never see them and never ask for them by email or phone.`,
        button('Update payment method', ports.page('/update-payment-method')),
      ],
    },
  });
  return user.email;
}
