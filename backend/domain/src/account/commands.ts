import type { Changes } from '../kernel/changes.ts';
import type { FieldsOf, Personal } from '../kernel/event.ts';
import type { DatedRate, DatedRates } from '../rates/datedRates.ts';
import type { PromotionSettings } from '../rates/facts.ts';
import type { Day } from '../values/days.ts';
import type { COMPANY_FIELDS } from '../values/recordFields.ts';
import type { AccountCards, CardCommand } from './cards.ts';
import type { AccountEvent } from './events.ts';
import type { ExemptionCommand, ExemptionFact, TaxExemption } from './exemptions.ts';
import type { ChargeCommand, OneOffCharge } from './oneOffCharges.ts';
import type { HoldCommand, OrderHold } from './orderHolds.ts';
import type { PaymentPromise, PromiseCommand } from './promises.ts';

type Fields<Type extends AccountEvent['type']> = FieldsOf<AccountEvent, Type, 'accountId'>;

/** Name and address of the company (S1-3). */
export type CompanyDetails = Readonly<Record<keyof typeof COMPANY_FIELDS, string>>;

export type StoredCompanyDetails = { readonly [K in keyof CompanyDetails]: Personal<string> };

/** Promotional pricing in the administrators' form (S2-5). */
export interface Promotion extends PromotionSettings {
  /** Licenses and extra panels are free, and hardware can be chosen (rules B9 to B12). */
  readonly licensePricing: boolean;
}

export type AccountOptions = Fields<'AccountOptionsChanged'>;

/** Ids of a company's records with personal fields under the company's key. */
export type CompanyRecords = Fields<'CompanyDataErased'>;

/** Commands of an account. `today` is the billing day of the command. */
export type AccountCommand =
  | {
      readonly type: 'OpenAccount';
      readonly accountId: string;
      readonly firstUserId: string | null;
      /** Texts that are left out are blank. */
      readonly company: Partial<StoredCompanyDetails>;
      /** Cents per reader per month, null for none; 650 where it is left out (rule B1). */
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
  | { readonly type: 'CancelAnnouncedRate'; readonly effectiveFrom: Day; readonly today: Day }
  | ({ readonly type: 'ChangePromotionalPricing'; readonly today: Day } & Omit<Promotion, 'startDate'>)
  | { readonly type: 'GoLive' }
  | { readonly type: 'ReturnToDemo' }
  | { readonly type: 'ChangeAccountOptions'; readonly changes: Changes<AccountOptions> }
  | { readonly type: 'ChangeInvoiceRecipient'; readonly userId: string | null }
  | { readonly type: 'ChangeAccountDealerId'; readonly dealerId: string }
  | {
      /** The company's key was erased, so these records can't be read any more. */
      readonly type: 'RecordCompanyErasure';
      readonly records: CompanyRecords;
      /** Records named before that were written to since and are named again. */
      readonly again?: readonly string[];
    }
  /** The key of a year's Bill To blocks was erased. */
  | ({ readonly type: 'RecordRetentionEnd' } & Fields<'InvoiceRetentionEnded'>)
  | ChargeCommand
  | HoldCommand
  | PromiseCommand
  | ExemptionCommand
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
  /** In their order, with billed and canceled ones. */
  readonly charges: readonly OneOffCharge[];
  /** In their order, with those of invoices that are settled and released ones. */
  readonly orderHolds: readonly OrderHold[];
  /** To pay what is open: the last one; null for none. */
  readonly promise: PaymentPromise | null;
  /** From sales tax: the last one that was granted; null for none. */
  readonly exemption: TaxExemption | null;
  /** The days of all of them. */
  readonly exemptions: readonly ExemptionFact[];
  /** The company's key was erased. */
  readonly dataErased: boolean;
  /** Records that CompanyDataErased events name. */
  readonly erasedRecords: readonly string[];
  /** Invoices whose Bill To block was erased after its retention time. */
  readonly pastRetention: readonly string[];
}

export type AccountState = { readonly status: 'none' } | OpenAccountState;
