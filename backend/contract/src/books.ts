import { z } from 'zod';
import { neededReasonSchema } from './adminUsers.ts';
import { PERIOD, periodFilter } from './reports.ts';

/** Shapes of the journal's download: all columns, or as an accounting program imports journal entries. */
export const JOURNAL_FORMATS = ['csv', 'quickbooks', 'xero'] as const;
export type JournalFormat = (typeof JOURNAL_FORMATS)[number];
/** How people call them. */
export const JOURNAL_FORMAT_NAMES: Readonly<Record<JournalFormat, string>> = {
  csv: 'CSV',
  quickbooks: 'QuickBooks',
  xero: 'Xero',
};

/** A month, by default the current one, of one mode (rule B24), by default live where anything was posted in it. */
const journalMonth = {
  month: periodFilter.optional(),
  mode: z.union([z.literal(''), z.enum(['live', 'demo'])], { error: 'mode must be live or demo' }).optional(),
};

/** GET /api/admin/journal. */
export const journalQuerySchema = z.object({
  ...journalMonth,
  /** Only the postings of this account. */
  account: z.string().max(100).optional(),
  /** The page of postings, from 1. */
  page: z.coerce
    .number('page must be a number')
    .int('page must be a whole number')
    .min(1, 'Pages count from 1')
    .max(1_000_000, 'There is no such page')
    .default(1),
});

/** GET /api/admin/journal/download. */
export const journalDownloadSchema = z.object({
  ...journalMonth,
  format: z.enum(JOURNAL_FORMATS, { error: 'format must be csv, quickbooks or xero' }),
});

export const JOURNAL_PAGE_SIZE = 25;

const dollars = z.number();
const record = z.object({ id: z.string(), name: z.string() }).nullable();

/** A change of an account; one of `debit` and `credit` is 0. */
const journalPostingSchema = z.object({
  id: z.string(),
  day: z.string(),
  account: z.string(),
  account_name: z.string(),
  debit: dollars,
  credit: dollars,
  /** What the entry is, e.g. 'Payment'. */
  text: z.string(),
  company: record,
  invoice: record,
  order: record,
  payment_id: z.string().nullable(),
  /** The event that it follows from. */
  event_id: z.string(),
});
export type JournalPosting = z.infer<typeof journalPostingSchema>;

/** An account of the trial balance. `opening` and `closing`: debits less credits. */
const accountBalanceSchema = z.object({
  account: z.string(),
  code: z.string(),
  name: z.string(),
  opening: dollars,
  debits: dollars,
  credits: dollars,
  closing: dollars,
});

export const journalSchema = z.object({
  month: z.string(),
  mode: z.enum(['live', 'demo']),
  accounts: z.array(accountBalanceSchema),
  /** Whose postings these are; null: of all accounts. */
  account: z.string().nullable(),
  /** A page. */
  postings: z.array(journalPostingSchema),
  /** Postings of all pages. */
  total: z.number(),
});
export type Journal = z.infer<typeof journalSchema>;

/** A line of the checklist before a month is closed. */
const bookCheckSchema = z.object({
  name: z.enum([
    'billing_run',
    'journal',
    'read_models',
    'log',
    'questions',
    'unclaimed_money',
    'bank_lines',
    'refunds',
  ]),
  ok: z.boolean(),
  /** Unless it is ok, the month can't be closed; of the others closing needs a confirmation. */
  blocks: z.boolean(),
  /** One sentence. */
  detail: z.string(),
  /** A page of the administration, relative. */
  link: z.object({ path: z.string(), label: z.string() }).nullable(),
});
export type BookCheck = z.infer<typeof bookCheckSchema>;

/** GET /api/admin/books: a month can be asked for where none is closed yet. */
export const booksQuerySchema = z.object({ month: periodFilter.optional() });

/** Which months are closed (rule B36). */
export const booksSchema = z.object({
  /** The last closed month; no earlier one is open. */
  closed_through: z.string().nullable(),
  /** The month to close next, with its checklist; null while it is not over. */
  next: z.object({ month: z.string(), checks: z.array(bookCheckSchema) }).nullable(),
  /** The newest first. */
  history: z.array(
    z.object({
      month: z.string(),
      what: z.enum(['closed', 'reopened']),
      /** ISO instant. */
      at: z.string(),
      by: z.string(),
      /** Lines of the checklist that did not hold when it was closed. */
      exceptions: z.array(z.string()),
      reason: z.string().nullable(),
    }),
  ),
});
export type BooksStatus = z.infer<typeof booksSchema>;

const closedPeriod = z.string('Please enter a month').regex(PERIOD, 'Please enter a month');

/** POST /api/admin/books/close. */
export const closeMonthSchema = z.object({
  period: closedPeriod,
  /** The administrator saw which lines of the checklist do not hold. */
  confirmed: z.boolean().optional(),
});

/** POST /api/admin/books/reopen. */
export const reopenMonthSchema = neededReasonSchema.extend({ period: closedPeriod });

const CODE = 'Please enter a number of up to 10 letters, digits, dots or dashes';
const NAME = 'Please enter a name of up to 80 characters';

/** An account of the journal by its id. */
const accountNameSchema = z.object({
  account: z.string(),
  code: z.string(),
  name: z.string(),
});

/** GET /api/admin/journal-accounts: what the accounts are called in open months, in the order of a trial balance. */
export const journalAccountsSchema = z.array(accountNameSchema);
export type JournalAccountNames = z.infer<typeof journalAccountsSchema>;

/** PATCH /api/admin/journal-accounts, by the accounts' ids; others stay as they are. */
export const nameAccountsSchema = z.object({
  accounts: z
    .record(
      z.string().max(50),
      z.object({
        code: z
          .string(CODE)
          .trim()
          .regex(/^[A-Za-z0-9.-]{1,10}$/, CODE),
        name: z.string(NAME).trim().min(1, NAME).max(80, NAME),
      }),
    )
    .superRefine((accounts, context) => {
      for (const [field, message] of [
        ['code', 'Another account has this number'],
        ['name', 'Another account has this name'],
      ] as const) {
        const seen = new Set<string>();
        for (const [account, facts] of Object.entries(accounts)) {
          const value = facts[field].toLowerCase();
          if (seen.has(value)) context.addIssue({ code: 'custom', message, path: [account, field] });
          seen.add(value);
        }
      }
    }),
});
