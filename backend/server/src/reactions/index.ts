import { mailAdministratorsOnContactMessage } from './mailAdministratorsOnContactMessage.ts';
import { mailAdministratorsOnDealerRegistered } from './mailAdministratorsOnDealerRegistered.ts';
import { mailAdministratorsOnMigrationRequested } from './mailAdministratorsOnMigrationRequested.ts';
import { mailAdministratorsOnReaderChangeRequested } from './mailAdministratorsOnReaderChangeRequested.ts';
import { mailAdministratorsOnRefundFailed } from './mailAdministratorsOnRefundFailed.ts';
import { mailAdministratorsOnSiteRequested } from './mailAdministratorsOnSiteRequested.ts';
import { mailBothAddressesOnEmailChanged } from './mailBothAddressesOnEmailChanged.ts';
import { mailBothSidesOnDispute } from './mailBothSidesOnDispute.ts';
import { mailDealerOnApproval } from './mailDealerOnApproval.ts';
import { mailDealerOnAutoPayFailed } from './mailDealerOnAutoPayFailed.ts';
import { mailDealerOnInvoice } from './mailDealerOnInvoice.ts';
import { mailDealerOnInvoiceCorrected } from './mailDealerOnInvoiceCorrected.ts';
import { mailDealerOnInvoiceReminder } from './mailDealerOnInvoiceReminder.ts';
import { mailDealerOnReaderChangeAnswered } from './mailDealerOnReaderChangeAnswered.ts';
import { mailDealerReceiptOnOrderPaid } from './mailDealerReceiptOnOrderPaid.ts';
import { mailDealersOnMigration } from './mailDealersOnMigration.ts';
import { mailDealersOnOrderRejected } from './mailDealersOnOrderRejected.ts';
import { mailDealersOnRateAnnounced } from './mailDealersOnRateAnnounced.ts';
import { mailDealersOnSiteCreated } from './mailDealersOnSiteCreated.ts';
import { mailDealersOnSiteStatus } from './mailDealersOnSiteStatus.ts';
import { mailUserOnPasswordChanged } from './mailUserOnPasswordChanged.ts';
import { mailUserOnSecondFactorChanged } from './mailUserOnSecondFactorChanged.ts';
import type { Reaction } from './reaction.ts';

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
