import { it } from 'vitest';
import { checkHistories, HISTORIES_TIMEOUT_MS } from './manyHistories.ts';

// Proves B37, I38-closing
it(
  'balances, agrees with statement, credit, payments and orders, and keeps closed months, after many histories (property)',
  () => checkHistories(0),
  HISTORIES_TIMEOUT_MS,
);
