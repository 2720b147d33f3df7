import {
  accountDecider,
  accountStream,
  cardsIn,
  type IssuedInvoice,
  invoiceDecider,
  invoiceStream,
  stillOpenCents,
} from '@portal/domain';
import { MIN_CARD_CHARGE_CENTS } from '@portal/domain/values';
import type { Addressee, NotificationPorts } from '../../platform/notifications/notification.ts';
import type { InvoiceFacts } from './letters.ts';

type Ports = Pick<NotificationPorts, 'load' | 'page' | 'usersOfAccount'>;

/** An invoice as it stands; null where there is none. */
export async function invoiceOf(ports: Ports, invoiceId: string): Promise<IssuedInvoice | null> {
  const invoice = await ports.load(invoiceStream(invoiceId), invoiceDecider);
  return invoice.status === 'none' ? null : invoice;
}

/** What a letter tells of an invoice. */
export function invoiceFacts(ports: Ports, invoice: IssuedInvoice): InvoiceFacts {
  const { invoiceId, invoiceNumber, totalCents, invoiceDate, dueDate } = invoice;
  const invoiceUrl = ports.page(`/invoicing/${invoiceId}`);
  const openCents = invoice.status === 'open' ? stillOpenCents(invoice) : 0;
  return { invoiceNumber, totalCents, openCents, invoiceDate, dueDate, invoiceUrl };
}

/** Who gets the mail of an invoice: its recipient, else the company's first user (decisions B19); nobody in a company without users. */
export async function recipientOf(
  ports: Ports,
  { accountId, userId }: Pick<IssuedInvoice, 'accountId' | 'userId'>,
): Promise<readonly Addressee[]> {
  const users = await ports.usersOfAccount(accountId);
  const recipient = users.find(({ id }) => id === userId) ?? users[0];
  return recipient === undefined ? [] : [recipient];
}

/** The invoice itself, to go with a mail. */
export const attached = ({ invoiceId, invoiceNumber }: IssuedInvoice) =>
  [{ paper: 'invoice', id: invoiceId, filename: `${invoiceNumber}.pdf` }] as const;

/** Whether the saved card is charged for it on its due date (decisions B23): as `isAutoPayable` judges on that day. */
export async function isChargedByItself(ports: Ports, invoice: IssuedInvoice): Promise<boolean> {
  const { accountId, isDemo, totalCents } = invoice;
  const account = await ports.load(accountStream(accountId), accountDecider);
  if (account.status === 'none' || account.isDemo !== isDemo || totalCents < MIN_CARD_CHARGE_CENTS)
    return false;
  const { card, declined, autoPay } = cardsIn(account.cards, !account.isDemo);
  return card !== null && declined === null && autoPay !== null;
}
