import { mailDealersOnRateAnnounced } from '../modules/billing/mailDealersOnRateAnnounced.ts';
import { mailAdministratorsOnContactMessage } from '../modules/contacts/mailAdministratorsOnContactMessage.ts';
import { mailBothSidesOnDispute } from '../modules/disputes/mailBothSidesOnDispute.ts';
import { mailDealerOnAutoPayFailed } from '../modules/invoices/mailDealerOnAutoPayFailed.ts';
import { mailDealerOnInvoice } from '../modules/invoices/mailDealerOnInvoice.ts';
import { mailDealerOnInvoiceCorrected } from '../modules/invoices/mailDealerOnInvoiceCorrected.ts';
import { mailDealerOnInvoiceReminder } from '../modules/invoices/mailDealerOnInvoiceReminder.ts';
import { mailAdministratorsOnMigrationRequested } from '../modules/migrations/mailAdministratorsOnMigrationRequested.ts';
import { mailDealersOnMigration } from '../modules/migrations/mailDealersOnMigration.ts';
import { mailDealerReceiptOnOrderPaid } from '../modules/orders/mailDealerReceiptOnOrderPaid.ts';
import { mailDealersOnOrderRejected } from '../modules/orders/mailDealersOnOrderRejected.ts';
import { mailAdministratorsOnRefundFailed } from '../modules/payments/mailAdministratorsOnRefundFailed.ts';
import { mailAdministratorsOnReaderChangeRequested } from '../modules/sites/mailAdministratorsOnReaderChangeRequested.ts';
import { mailAdministratorsOnSiteRequested } from '../modules/sites/mailAdministratorsOnSiteRequested.ts';
import { mailDealerOnReaderChangeAnswered } from '../modules/sites/mailDealerOnReaderChangeAnswered.ts';
import { mailDealersOnSiteCreated } from '../modules/sites/mailDealersOnSiteCreated.ts';
import { mailDealersOnSiteStatus } from '../modules/sites/mailDealersOnSiteStatus.ts';
import { mailAdministratorsOnDealerRegistered } from '../modules/users/mailAdministratorsOnDealerRegistered.ts';
import { mailBothAddressesOnEmailChanged } from '../modules/users/mailBothAddressesOnEmailChanged.ts';
import { mailDealerOnApproval } from '../modules/users/mailDealerOnApproval.ts';
import { mailUserOnPasswordChanged } from '../modules/users/signIn/mailUserOnPasswordChanged.ts';
import { mailUserOnSecondFactorChanged } from '../modules/users/signIn/mailUserOnSecondFactorChanged.ts';
import type { Reaction } from '../platform/notifications/notification.ts';

/** Every reaction of the portal. */
export const reactions: readonly Reaction[] = [
  mailAdministratorsOnDealerRegistered,
  mailDealerOnApproval,
  mailDealersOnSiteCreated,
  mailAdministratorsOnSiteRequested,
  mailDealersOnSiteStatus,
  mailAdministratorsOnReaderChangeRequested,
  mailDealerOnReaderChangeAnswered,
  mailAdministratorsOnContactMessage,
  mailUserOnPasswordChanged,
  mailUserOnSecondFactorChanged,
  mailBothAddressesOnEmailChanged,
  mailDealerReceiptOnOrderPaid,
  mailDealersOnOrderRejected,
  mailAdministratorsOnMigrationRequested,
  mailDealersOnMigration,
  mailBothSidesOnDispute,
  mailAdministratorsOnRefundFailed,
  mailDealerOnInvoice,
  mailDealerOnInvoiceCorrected,
  mailDealerOnInvoiceReminder,
  mailDealerOnAutoPayFailed,
  mailDealersOnRateAnnounced,
];
