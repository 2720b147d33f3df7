import type { Process } from '../../kernel/process.ts';
import type { Route } from '../../platform/http/route.ts';
import { bankRoutes, matchBankLine } from './bankLines.ts';
import { closingRoutes } from './closing.ts';
import { collectionRoutes } from './collections.ts';
import { journalRoutes } from './journalRoutes.ts';
import type { BooksPorts } from './ports.ts';
import { receiptRoutes } from './receipts.ts';
import { receivableRoutes } from './receivables.ts';

export { describeBooks } from './closing.ts';

/** The books for administrators: what companies owe, what was received, the bank's files, and the journal. */
export const books = {
  routes: (ports: BooksPorts): readonly Route[] => [
    ...receivableRoutes(ports),
    ...collectionRoutes(ports),
    ...receiptRoutes(ports),
    ...bankRoutes(ports),
    ...journalRoutes(ports),
    ...closingRoutes(ports),
  ],
  processes: [matchBankLine] satisfies readonly Process[],
};
