import { expect, it } from 'vitest';
import { refundNotesOf } from './invoiceTexts.ts';

const ofCheck = {
  id: 'r1',
  amount: 60,
  status: 'refunded',
  kind: 'check',
  refunded_on: '2026-11-25',
  reference: '7',
} as const;
const ofCard = { ...ofCheck, kind: 'card', reference: null } as const;

// Proves S6-invoices-7
it.each([
  ['by check', ofCheck, '$60.00 was refunded by check, reference 7, on Nov 25, 2026.'],
  ['to the card', ofCard, '$60.00 was refunded.'],
  [
    'partly of account credit',
    { ...ofCheck, paid_out: 20 },
    '$60.00 was refunded by check, reference 7, on Nov 25, 2026, $20.00 of it account credit.',
  ],
  [
    'wholly of account credit',
    { ...ofCheck, paid_out: 60 },
    '$60.00 of account credit was paid out by check, reference 7, on Nov 25, 2026.',
  ],
  [
    'that was moved here',
    { ...ofCheck, moved_from: 'INV-202610-0002' },
    '$60.00 was refunded by check, reference 7, on Nov 25, 2026; the refund was moved here from INV-202610-0002.',
  ],
  [
    'wholly of account credit that was moved here',
    { ...ofCheck, paid_out: 60, moved_from: 'INV-202610-0002' },
    '$60.00 of account credit was paid out by check, reference 7, on Nov 25, 2026; the refund was moved here from INV-202610-0002.',
  ],
])('a refund %s is said in one sentence', (_what, refund, note) => {
  expect(refundNotesOf({ refunds: [refund] })).toEqual([note]);
});
