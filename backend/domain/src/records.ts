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
import { payoutStream } from './payout/events.ts';
import { payoutDecider } from './payout/payout.ts';
import { receiptStream } from './receipt/events.ts';
import { receiptDecider } from './receipt/receipt.ts';
import { siteStream } from './site/events.ts';
import { siteDecider } from './site/site.ts';
import { userStream } from './user/events.ts';
import { userDecider } from './user/user.ts';

/** Stream and decider for the commands on a company's record, and the accounts that its events concern. */
const on =
  <D>(streamOf: (id: string) => string, decider: D) =>
  (id: string, accountId: string) => ({ stream: streamOf(id), decider, accounts: [accountId] });

export const onSite = on(siteStream, siteDecider);
export const onOrder = on(orderStream, orderDecider);
export const onInvoice = on(invoiceStream, invoiceDecider);
export const onReceipt = on(receiptStream, receiptDecider);
export const onPayout = on(payoutStream, payoutDecider);
export const onPayment = on(paymentStream, paymentDecider);
export const onMigration = on(migrationStream, migrationDecider);
const onOwnRecord = on(accountStream, accountDecider);
export const onAccount = (accountId: string) => onOwnRecord(accountId, accountId);

export const onUser = (user: { readonly userId: string; readonly accountId: string | null }) => ({
  stream: userStream(user.userId),
  decider: userDecider,
  accounts: user.accountId === null ? [] : [user.accountId],
});
