/** Readers of a site (rule B16): a dealer orders at least one, an administrator may set none. */
export const MIN_READERS = 1;
export const MIN_READERS_BY_ADMIN = 0;
export const MAX_READERS = 100_000;
export const DEFAULT_READERS = 1;

/** ACU panels (rule B15): each form has its own minimum; administrators' Add New Site offers 1 to 10. */
export const MIN_PANELS_NEW_SITE = 0;
export const MIN_PANELS_EDIT = 1;
export const MAX_PANELS_SELECT = 10;
/** More than this is a typing error in any form. */
export const MAX_PANELS = 1_000;
export const DEFAULT_PANELS = 1;

/** bcrypt reads no more of a password (rule D7). */
export const MAX_PASSWORD_BYTES = 72;

export const MIN_USERNAME_LENGTH = 3;

/** Rates in cents per reader per month (rule B1). */
export const NEW_ACCOUNT_READER_RATE_CENTS = 650;
/** Applies only where no rate is set. */
export const SYSTEM_READER_RATE_CENTS = 700;
/** Shown by New Site until it has loaded the rate; never calculated with. */
export const SHOWN_READER_RATE_CENTS = 500;
/** $1,000.00 per reader per month: anything above is a typing error. */
export const MAX_READER_RATE_CENTS = 100_000;

/** Notice of a price increase that the dealer agreement promises. */
export const PRICE_NOTICE_DAYS = 30;

export const DEFAULT_PROMOTIONAL_MONTHS = 24;
/** 50 years: keeps every end date within the calendar. */
export const MAX_PROMOTIONAL_MONTHS = 600;

/** Invoices are due within 15 days of their date (S2-9). */
export const INVOICE_DUE_DAYS = 15;
/** The card provider takes no less (rule B17). */
export const MIN_CARD_CHARGE_CENTS = 50;
/** $999,999.99: the provider takes no more than eight digits. */
export const MAX_CARD_CHARGE_CENTS = 99_999_999;
/** Corrections of an invoice and its reissues: one InvoiceIssued event holds them all. */
export const MAX_CORRECTIONS = 1_000;
/** One-off charges of a company that wait for an invoice. */
export const MAX_ONE_OFF_CHARGES = 100;
/** Of sales tax: 30%, in millionths. More is a mistake. */
export const MAX_TAX_RATE = 300_000;
/** Sites in one imported order: its forms have to fit one append. */
export const MAX_ORDER_SITES = 500;

/** Years that an invoice's Bill To block is kept after the invoice's year, for tax offices (docs/adr/0014). */
export const BILL_TO_RETENTION_YEARS = 7;

/** A username reserved longer than this without a registration may be taken over. */
export const ABANDONED_HOLD_MINUTES = 15;

/** Longest single-line text in characters; longer input is refused, not cut. */
export const MAX_TEXT = 200;
/** Longest note or message. */
export const MAX_NOTE = 5_000;

/** Passkeys of one user. */
export const MAX_PASSKEYS = 10;
