import { z } from 'zod';
import { defineEvents, type EventsOf } from '../kernel/event.ts';
import { centsShape, countShape, dayShape } from '../kernel/shapes.ts';
import { streamCategory } from '../kernel/stream.ts';

/** The incoming lines of a booking day, by that day. */
export const bankDayStream = streamCategory('bankDay');
/** How files with one header are read, by the header's hash. */
export const bankFileStream = streamCategory('bankFile');

const line = { day: dayShape, lineId: z.string() };

/** Which columns of a bank's file hold what, counted from 0. */
const mappingShape = z.object({
  date: countShape,
  /** Amounts with a sign, or credits alone. */
  amount: countShape,
  /** Says credit or debit where amounts have no sign; null for none. */
  direction: countShape.nullable(),
  /** Joined by a space. */
  text: z.array(countShape),
  reference: countShape.nullable(),
  dateFormat: z.enum(['ymd', 'mdy', 'dmy']),
  decimal: z.enum(['.', ',']),
});

export const bankEvents = defineEvents({
  /** Incoming lines of a bank's file: records of the books, kept as the bank wrote them. */
  BankLinesImported: {
    day: dayShape,
    lines: z.array(
      z.object({
        lineId: z.string(),
        amountCents: centsShape.positive(),
        text: z.string(),
        /** Blank for none. */
        reference: z.string(),
      }),
    ),
  },
  /** A receipt is this line's money: booked from it, or recorded before. */
  BankLineMatched: { ...line, accountId: z.string(), receiptId: z.string() },
  /** It is not a dealer's payment. */
  BankLineSetAside: { ...line, reason: z.string() },
  BankLineTakenBack: line,
  /** How an administrator had a file read; the next one with its header is read alike. */
  BankFileMapped: { fileId: z.string(), columns: z.array(z.string()), mapping: mappingShape },
});

export type BankEvent = EventsOf<typeof bankEvents>;
export type BankFileEvent = Extract<BankEvent, { readonly type: 'BankFileMapped' }>;
export type BankDayEvent = Exclude<BankEvent, BankFileEvent>;
export type BankMapping = BankFileEvent['data']['mapping'];
