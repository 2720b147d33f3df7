import type { Route } from '../../platform/http/route.ts';
import { closingRoutes } from './closing.ts';
import { journalRoutes } from './journalRoutes.ts';
import type { BooksPorts } from './ports.ts';
import { receiptRoutes } from './receipts.ts';
import { receivableRoutes } from './receivables.ts';

export { describeBooks } from './closing.ts';

/** The books for administrators: what companies owe, what was received, and the journal. */
export const books = {
  routes: (ports: BooksPorts): readonly Route[] => [
    ...receivableRoutes(ports),
    ...receiptRoutes(ports),
    ...journalRoutes(ports),
    ...closingRoutes(ports),
  ],
};
