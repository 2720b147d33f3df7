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
export interface PlannedRate {
  readonly rateCents: number | null;
  readonly effectiveFrom: string | null;
}

/**
 * An action in the demo. `dealer`, `site`, `migration`, `message` and `question` are names of the plan; commands make the ids.
 */
export type Action =
  | {
      readonly type: 'register';
      readonly dealer: string;
      readonly request: Omit<RegisterRequest, 'password'>;
    }
  | { readonly type: 'approve'; readonly dealer: string }
  | { readonly type: 'disapprove'; readonly dealer: string; readonly reason: string }
  | { readonly type: 'changeProfile'; readonly dealer: string; readonly changes: Partial<ProfileRequest> }
  | {
      readonly type: 'changeEmailPreferences';
      readonly dealer: string;
      readonly preferences: EmailPreferences;
    }
  | {
      readonly type: 'changeReaderRate';
      readonly dealer: string;
      readonly rate: PlannedRate;
      readonly reason: string;
    }
  | {
      readonly type: 'changePromotion';
      readonly dealer: string;
      readonly terms: PromotionalTerms;
      readonly reason: string;
    }
  | { readonly type: 'order'; readonly site: string; readonly dealer: string; readonly request: NewSiteForm }
  /** A site with hardware, paid by card in test mode. */
  | {
      readonly type: 'orderPaid';
      readonly site: string;
      readonly dealer: string;
      readonly request: NewSiteForm;
      readonly card: TestCard;
    }
  /** Refunds the card. */
  | { readonly type: 'rejectOrder'; readonly site: string; readonly reason: string }
  | { readonly type: 'approveSite'; readonly site: string }
  | { readonly type: 'deactivate'; readonly site: string }
  | { readonly type: 'reactivate'; readonly site: string }
  | { readonly type: 'changeNotes'; readonly site: string; readonly notes: string }
  | {
      readonly type: 'changeReaderCount';
      readonly site: string;
      readonly readers: number;
      readonly reason: string;
    }
  | {
      readonly type: 'changeSiteRate';
      readonly site: string;
      readonly rate: PlannedRate;
      readonly reason: string;
    }
  | {
      readonly type: 'requestMigration';
      readonly migration: string;
      readonly dealer: string;
      readonly request: NewMigrationForm;
    }
  | { readonly type: 'approveMigration'; readonly migration: string }
  | { readonly type: 'deleteMigration'; readonly migration: string; readonly reason: string }
  | { readonly type: 'runBilling'; readonly period: string }
  /** These do nothing for a dealer without a suitable invoice of the month. */
  | {
      readonly type: 'payInvoice';
      readonly dealer: string;
      readonly period: string;
      readonly method: 'check' | 'ach';
      readonly reference: string;
    }
  | {
      readonly type: 'reissueInvoice';
      readonly dealer: string;
      readonly period: string;
      readonly reason: string;
    }
  | {
      readonly type: 'creditInvoice';
      readonly dealer: string;
      readonly period: string;
      /** Dollars. */
      readonly amount: string;
      readonly reason: string;
    }
  /** Does nothing for a dealer without an invoice of the month; then the same holds for the rest of the question. */
  | {
      readonly type: 'question';
      readonly question: string;
      readonly dealer: string;
      readonly period: string;
      /** Which charge with several readers, from 0. */
      readonly nth: number;
      readonly text: string;
    }
  | {
      readonly type: 'reply';
      readonly question: string;
      readonly by: 'dealer' | 'admin';
      readonly text: string;
    }
  | {
      readonly type: 'settleQuestion';
      readonly question: string;
      readonly explanation: string;
      /** Why a reader is taken off the paid invoice and credited; null: the charge stays. */
      readonly readerTakenOff: string | null;
    }
  | { readonly type: 'write'; readonly message: string; readonly request: ContactRequest }
  | { readonly type: 'answer'; readonly message: string };

/** An action and its time. */
export interface Step {
  readonly at: Date;
  readonly action: Action;
}
