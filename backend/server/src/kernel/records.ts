import {
  accountDecider,
  accountStream,
  invoiceDecider,
  invoiceStream,
  migrationDecider,
  migrationStream,
  orderDecider,
  orderStream,
  paymentDecider,
  paymentStream,
  siteDecider,
  siteStream,
  userDecider,
  userStream,
} from '@portal/domain';

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
