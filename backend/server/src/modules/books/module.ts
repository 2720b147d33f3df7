import type { Route } from '../../platform/http/route.ts';
import type { ReadPorts } from '../../platform/readPorts.ts';
import { receiptRoutes } from './receipts.ts';
import { receivableRoutes } from './receivables.ts';

/** The books for administrators: what companies owe, and what was received. */
export const books = {
  routes: (ports: ReadPorts): readonly Route[] => [...receivableRoutes(ports), ...receiptRoutes(ports)],
};
