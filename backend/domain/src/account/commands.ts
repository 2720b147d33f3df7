import type { Changes } from '../kernel/changes.ts';
import type { Personal } from '../kernel/event.ts';
import type { DatedRate, DatedRates } from '../rates/datedRates.ts';
import type { PromotionSettings } from '../rates/facts.ts';
import type { Day } from '../values/days.ts';
import type { COMPANY_FIELDS } from '../values/recordFields.ts';
import type { AccountCards, CardCommand } from './cards.ts';

/** Name and address of the company (S1-3) as a command carries them. */
export type CompanyDetails = Readonly<Record<keyof typeof COMPANY_FIELDS, string>>;

export type StoredCompanyDetails = { readonly [K in keyof CompanyDetails]: Personal<string> };

/** Promotional pricing as the admin's form holds it (S2-5). */
export interface Promotion extends PromotionSettings {
  /** Licences and extra panels are free, and hardware can be chosen (rules B9 to B12). */
  readonly licensePricing: boolean;
}

export interface AccountOptions {
  readonly equipmentPurchasesEnabled: boolean;
  /** Stored and shown, without effect (rule B18). */
  readonly demoPricing: boolean;
}

/** Ids of a company's records with personal fields under the company's key. */
export interface CompanyRecords {
  readonly siteIds: readonly string[];
  readonly migrationIds: readonly string[];
  readonly orderIds: readonly string[];
  readonly disputeIds: readonly string[];
}

/** What can be asked of an account. `today` is the billing day of the command. */
export type AccountCommand =
  | {
      readonly type: 'OpenAccount';
      readonly accountId: string;
      readonly firstUserId: string | null;
      readonly company: CompanyDetails;
      /** Cents per reader and month, null for none; 650 where it is left out (rule B1). */
      readonly defaultReaderRateCents?: number | null;
    }
  | { readonly type: 'ChangeCompanyDetails'; readonly changes: Changes<CompanyDetails> }
  | {
      /** Changes the default rate. `effectiveFrom`: first day of the new rate, null for at once. */
      readonly type: 'ChangeReaderRate';
      readonly rateCents: number | null;
      readonly effectiveFrom: Day | null;
      readonly today: Day;
    }
  | {
      /** The rate announced for `effectiveFrom` shall not come into force. */
      readonly type: 'CancelAnnouncedRate';
      readonly effectiveFrom: Day;
      readonly today: Day;
    }
  | {
      readonly type: 'ChangePromotionalPricing';
      readonly active: boolean;
      readonly rateCents: number | null;
      readonly months: number;
      readonly licensePricing: boolean;
      readonly today: Day;
    }
  | { readonly type: 'GoLive' }
  | { readonly type: 'ReturnToDemo' }
  | { readonly type: 'ChangeAccountOptions'; readonly changes: Changes<AccountOptions> }
  | { readonly type: 'ChangeInvoiceRecipient'; readonly userId: string | null }
  | { readonly type: 'ChangeAccountDealerId'; readonly dealerId: string }
  | {
      /** Its key was erased: these records of it can't be read any more. */
      readonly type: 'RecordCompanyErasure';
      readonly records: CompanyRecords;
      /** Those of them that were written to since and are named once more. */
      readonly again?: readonly string[];
    }
  /** The key of a year's Bill To blocks was erased. */
  | {
      readonly type: 'RecordRetentionEnd';
      readonly retentionId: string;
      readonly invoiceIds: readonly string[];
    }
  | CardCommand;

export interface OpenAccountState {
  readonly status: 'open';
  readonly accountId: string;
  readonly company: StoredCompanyDetails;
  readonly invoiceRecipient: string | null;
  readonly dealerId: string | null;
  readonly rates: DatedRates<DatedRate>;
  readonly promotion: Promotion;
  readonly options: AccountOptions;
  readonly isDemo: boolean;
  readonly cards: AccountCards;
  /** The company's key is gone, and all that it encrypted. */
  readonly dataErased: boolean;
  /** Records that were told to be unreadable because of it. */
  readonly erasedRecords: readonly string[];
  /** Invoices whose Bill To was kept for its time and is gone. */
  readonly pastRetention: readonly string[];
}

export type AccountState = { readonly status: 'none' } | OpenAccountState;
