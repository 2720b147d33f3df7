import { z } from 'zod';
import { defineEvents, type EventsOf } from '../kernel/event.ts';
import { centsShape, countShape, instantShape, periodShape } from '../kernel/shapes.ts';
import { streamCategory } from '../kernel/stream.ts';

export const booksStreams = streamCategory('books');

/** The one stream of the books: closings, and the names of accounts. */
export const BOOKS_STREAM = booksStreams('portal');

const figures = z.object({ postings: countShape, debitCents: centsShape });

export const booksEvents = defineEvents({
  /** From here on nothing is posted in the month, nor in an earlier one (rule B36). */
  MonthClosed: {
    period: periodShape,
    /** The first instant after it in BILLING_TZ. */
    endsAt: instantShape,
    /** The month's postings in the journal, by mode, when the checklist was read. */
    live: figures,
    demo: figures,
    /** Lines of the checklist that did not hold, and that the administrator confirmed. */
    exceptions: z.array(z.string()),
  },
  MonthReopened: { period: periodShape, reason: z.string() },
  /** What accounts of the journal are called from here on (rule B37): those that changed. */
  JournalAccountsNamed: {
    accounts: z.array(z.object({ account: z.string(), code: z.string(), name: z.string() })),
  },
});

export type BooksEvent = EventsOf<typeof booksEvents>;
