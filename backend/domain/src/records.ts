import { accountDecider } from './account/account.ts';
import { accountStream } from './account/events.ts';
import { invoiceStream } from './invoice/events.ts';
import { invoiceDecider } from './invoice/invoice.ts';
import { migrationStream } from './migration/events.ts';
import { migrationDecider } from './migration/migration.ts';
import { orderStream } from './order/events.ts';
import { orderDecider } from './order/order.ts';
import { paymentStream } from './payment/events.ts';
import { paymentDecider } from './payment/payment.ts';
import { siteStream } from './site/events.ts';
import { siteDecider } from './site/site.ts';
import { userStream } from './user/events.ts';
import { userDecider } from './user/user.ts';

// Stream and decider for the commands on a record, and the accounts that its events concern.

export const onAccount = (accountId: string) => ({
  stream: accountStream(accountId),
  decider: accountDecider,
  accounts: [accountId],
});

export const onUser = (user: { readonly userId: string; readonly accountId: string | null }) => ({
  stream: userStream(user.userId),
  decider: userDecider,
  accounts: user.accountId === null ? [] : [user.accountId],
});

export const onSite = (siteId: string, accountId: string) => ({
  stream: siteStream(siteId),
  decider: siteDecider,
  accounts: [accountId],
});

export const onOrder = (orderId: string, accountId: string) => ({
  stream: orderStream(orderId),
  decider: orderDecider,
  accounts: [accountId],
});

export const onInvoice = (invoiceId: string, accountId: string) => ({
  stream: invoiceStream(invoiceId),
  decider: invoiceDecider,
  accounts: [accountId],
});

export const onPayment = (attemptId: string, accountId: string) => ({
  stream: paymentStream(attemptId),
  decider: paymentDecider,
  accounts: [accountId],
});

export const onMigration = (migrationId: string, accountId: string) => ({
  stream: migrationStream(migrationId),
  decider: migrationDecider,
  accounts: [accountId],
});
