import { MATCH_REASONS } from '@portal/domain/values';
import { z } from 'zod';
import { amountAboveZero, dollarAmount } from './invoices.ts';
import { json } from './listQuery.ts';
import { MAX_SHARES } from './recordReceipt.ts';
import { requiredText } from './texts.ts';

/** Most rows of a bank's file. */
export const MAX_BANK_ROWS = 20_000;
/** Rows of a file that a preview shows, and that are named where they can't be read. */
export const BANK_ROWS_SHOWN = 5;
export const MAX_BROKEN_BANK_ROWS = 20;

const columnNumber = z.number('Please choose a column').int().min(0).max(199);

/** Which columns of a bank's file hold what, counted from 0. */
export const bankMappingSchema = z.object({
  date: columnNumber,
  /** Amounts with a sign, or credits alone. */
  amount: columnNumber,
  /** Says credit or debit where amounts have no sign; null for none. */
  direction: columnNumber.nullable(),
  text: z.array(columnNumber).min(1, 'Please choose a column').max(5, 'Please choose at most 5 columns'),
  reference: columnNumber.nullable(),
  dateFormat: z.enum(['ymd', 'mdy', 'dmy'], { error: 'Please choose the order of day and month' }),
  decimal: z.enum(['.', ','], { error: 'Please choose point or comma' }),
});
export type BankMappingInput = z.infer<typeof bankMappingSchema>;

/**
 * POST /api/admin/bank-files/preview and /api/admin/bank-files: `mapping` is by default what is kept for the header, or
 * proposed from it.
 */
export const bankFileQuerySchema = z.object({ mapping: json('mapping').pipe(bankMappingSchema).optional() });

const dollars = z.number();

const fileLines = {
  /** Incoming lines, and their sum. */
  lines: z.number(),
  amount: dollars,
  /** Of these lines, how many were imported before. */
  known: z.number(),
  /** Lines of other amounts, e.g. paid out, which are not imported. */
  skipped: z.number(),
  first_day: z.string().nullable(),
  last_day: z.string().nullable(),
  /** Rows that can't be read: at most {@link MAX_BROKEN_BANK_ROWS} of them. */
  broken: z.number(),
  problems: z.array(z.object({ line: z.number(), message: z.string() })),
};

export const bankPreviewSchema = z.object({
  columns: z.array(z.string()),
  /** Null where a date, an amount or a text is not found. */
  mapping: bankMappingSchema.nullable(),
  /** The mapping is that of an earlier file with this header. */
  is_kept: z.boolean(),
  /** The first rows as they are, and as they are read: null where a row is not imported. */
  sample: z.array(
    z.object({
      cells: z.array(z.string()),
      read: z
        .object({ day: z.string(), amount: dollars, text: z.string(), reference: z.string() })
        .nullable(),
    }),
  ),
  ...fileLines,
});
export type BankPreview = z.infer<typeof bankPreviewSchema>;

export const importedBankFileSchema = z.object({ ...fileLines, imported: z.number() });
export type ImportedBankFile = z.infer<typeof importedBankFileSchema>;

export const BANK_LINE_STATUSES = ['unmatched', 'matched', 'set_aside'] as const;
export type BankLineStatus = (typeof BANK_LINE_STATUSES)[number];

const matchSchema = z.object({
  account_id: z.string(),
  company_name: z.string().nullable(),
  is_demo: z.boolean(),
  why: z.enum(MATCH_REASONS),
  /** It is the whole open amount of these invoices. */
  is_exact: z.boolean(),
  method: z.enum(['check', 'ach']),
  shares: z.array(z.object({ invoice_id: z.string(), invoice_number: z.string(), amount: dollars })),
  /** For which nothing is open: it becomes account credit. */
  credit: dollars,
  /** Recorded before, so that nothing is booked; null for others. */
  receipt: z.object({ id: z.string(), received_on: z.string(), reference: z.string() }).nullable(),
});
export type BankMatch = z.infer<typeof matchSchema>;

/** GET /api/admin/bank-lines: incoming lines of the bank's files. */
export const bankLineSchema = z.object({
  id: z.string(),
  day: z.string(),
  amount: dollars,
  text: z.string(),
  /** Blank for none. */
  reference: z.string(),
  status: z.enum(BANK_LINE_STATUSES),
  /** Why it is set aside. */
  reason: z.string().nullable(),
  imported_at: z.string(),
  /** Of the last match; null before the first. */
  account_id: z.string().nullable(),
  company_name: z.string().nullable(),
  receipt_id: z.string().nullable(),
  /** What the receipt paid. */
  invoices: z.array(z.object({ id: z.string(), number: z.string(), amount: dollars })),
  /** When the receipt was reversed that it was matched with, which leaves it unmatched again. */
  reversed_on: z.string().nullable(),
  reversed_because: z.string().nullable(),
  /** What an unmatched line paid, where one match is better than all others. */
  proposal: matchSchema.nullable(),
  /** Further matches, the best first. */
  candidates: z.array(matchSchema),
});
export type BankLine = z.infer<typeof bankLineSchema>;

/** GET /api/admin/bank-lines/totals: what a filter finds, by status. */
export const bankLineTotalsSchema = z.object({
  status: z.enum(BANK_LINE_STATUSES),
  lines: z.number(),
  amount: dollars,
});
export type BankLineTotals = z.infer<typeof bankLineTotalsSchema>;

/**
 * POST /api/admin/bank-lines/{id}/match: books the line's amount on invoices of a company, as a receipt, or takes one
 * that was recorded before (`receipt_id`). Dollars; the shares add up to the line's amount.
 */
export const matchBankLineSchema = z.union([
  z.object({ receipt_id: requiredText('Please choose a receipt') }),
  z.object({
    account_id: requiredText('Please select a company'),
    method: z.enum(['check', 'ach'], { error: 'Please choose check or ACH' }),
    /** None where no invoice is open: all becomes credit, on the newest invoice. */
    shares: z
      .array(z.object({ invoice_id: requiredText('Please choose an invoice'), amount: amountAboveZero }))
      .max(MAX_SHARES, `A payment can be shared by at most ${MAX_SHARES} invoices`),
    /** Of the amount, what becomes account credit; absent for none. */
    credit: dollarAmount.optional(),
    /** Whether an equal payment was recorded before and this is another one (409 `recorded_before`). */
    record_again: z.boolean().optional(),
  }),
]);
export type MatchBankLineInput = z.input<typeof matchBankLineSchema>;
