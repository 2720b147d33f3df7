import type {
  ContactRequest,
  EmailPreferences,
  NewMigrationForm,
  NewSiteForm,
  ProfileRequest,
  RegisterRequest,
} from '@portal/contract';
import type { PromotionalTerms } from '@portal/server/modules/companies/changeAccount.ts';

/** Cards of the simulator: `pm_card_refundFail` pays, and its bank returns refunds. */
export type TestCard = 'pm_card_visa' | 'pm_card_refundFail';

/** A rate in cents per reader per month, and its first day; null: at once. */
type PlannedRate = Readonly<{ rateCents: number | null; effectiveFrom: string | null }>;

/**
 * An action in the demo. `dealer`, `site`, `migration`, `message` and `question` are names of the plan; commands make the ids.
 */
export type Action = Readonly<
  | { type: 'register'; dealer: string; request: Omit<RegisterRequest, 'password'> }
  | { type: 'approve'; dealer: string }
  | { type: 'disapprove'; dealer: string; reason: string }
  | { type: 'changeProfile'; dealer: string; changes: Partial<ProfileRequest> }
  | { type: 'changeEmailPreferences'; dealer: string; preferences: EmailPreferences }
  | { type: 'changeReaderRate'; dealer: string; rate: PlannedRate; reason: string }
  | { type: 'changePromotion'; dealer: string; terms: PromotionalTerms; reason: string }
  | { type: 'order'; site: string; dealer: string; request: NewSiteForm }
  /** A site with hardware, paid by card in test mode. */
  | { type: 'orderPaid'; site: string; dealer: string; request: NewSiteForm; card: TestCard }
  /** Refunds the card. */
  | { type: 'rejectOrder'; site: string; reason: string }
  | { type: 'approveSite' | 'deactivate' | 'reactivate'; site: string }
  | { type: 'changeNotes'; site: string; notes: string }
  | { type: 'changeReaderCount'; site: string; readers: number; reason: string }
  | { type: 'changeSiteRate'; site: string; rate: PlannedRate; reason: string }
  | { type: 'requestMigration'; migration: string; dealer: string; request: NewMigrationForm }
  | { type: 'approveMigration'; migration: string }
  | { type: 'deleteMigration'; migration: string; reason: string }
  | { type: 'runBilling'; period: string }
  /** These do nothing for a dealer without a suitable invoice of the month. */
  /** `share`: what is paid of its open amount, 1 for all. */
  | {
      type: 'payInvoice';
      dealer: string;
      period: string;
      method: 'check' | 'ach';
      reference: string;
      share: number;
    }
  | { type: 'payInvoiceByCard'; dealer: string; period: string }
  /** One check for the three oldest open invoices of these months, and for more than they ask for. */
  | {
      type: 'payThreeInvoices';
      dealer: string;
      periods: readonly string[];
      reference: string;
      overCents: number;
    }
  /**
   * A bank's file of the day before: a transfer for the dealer's oldest open invoice of these months, which is taken, one
   * for the other dealer's newest, or its own, and one of an unknown sender, which are not, and interest, which is set aside.
   */
  | { type: 'importBankFile'; dealer: string; other: string; periods: readonly string[] }
  /** The cardholder's bank takes the payment by card back. */
  | { type: 'chargeBack'; dealer: string; period: string }
  | { type: 'closeMonth'; period: string }
  | { type: 'writeOffInvoice'; dealer: string; period: string; reason: string }
  /** By check, of the account credit of the invoice. */
  | { type: 'payOutCredit'; dealer: string; period: string; cents: number; reference: string; reason: string }
  /** Its last check or transfer bounced. */
  | { type: 'reversePayment'; dealer: string; period: string; reason: string }
  | { type: 'reissueInvoice'; dealer: string; period: string; reason: string }
  /** `amount`: dollars. */
  | { type: 'creditInvoice'; dealer: string; period: string; amount: string; reason: string }
  /**
   * Does nothing for a dealer without an invoice of the month; then the same holds for the rest of the question. `nth`:
   * which charge with several readers, from 0.
   */
  | { type: 'question'; question: string; dealer: string; period: string; nth: number; text: string }
  | { type: 'reply'; question: string; by: 'dealer' | 'admin'; text: string }
  /** `readerTakenOff`: why a reader is taken off the paid invoice and credited; null: the charge stays. */
  | { type: 'settleQuestion'; question: string; explanation: string; readerTakenOff: string | null }
  | { type: 'write'; message: string; request: ContactRequest }
  | { type: 'answer'; message: string }
>;

/** An action and its time. */
export interface Step {
  readonly at: Date;
  readonly action: Action;
}

/** Adds a step to the plan. @returns its time */
export type Add = (at: Date, action: Action) => Date;
