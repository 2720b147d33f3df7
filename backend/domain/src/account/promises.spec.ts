import { expect, it } from 'vitest';
import { type PaymentPromise, promisePayment } from './promises.ts';

const today = '2026-12-01';
const promise = (promisedOn: string, note: string, before: PaymentPromise | null = null) =>
  promisePayment(
    { accountId: 'a1', promise: before },
    { type: 'PromisePayment', promisedOn, note, today },
  ).map(({ data }) => data);

// Proves S5-company-promise
it('a promise to pay has a day that is not past and a note, and takes the place of the one before', () => {
  const data = { accountId: 'a1', promisedOn: '2026-12-05', note: 'Check is on its way', recordedOn: today };
  expect(promise('2026-12-05', ' Check is on its way ')).toEqual([data]);
  expect(promise(today, 'Today')).toHaveLength(1);
  expect(promise('2026-12-05', 'Check is on its way', data)).toEqual([]);
  expect(promise('2026-12-06', 'Check is on its way', data)).toHaveLength(1);
  expect(promise('2026-12-05', 'By ACH', data)).toHaveLength(1);
  expect(() => promise('2026-11-30', 'Late')).toThrow('Please enter today or a later day');
  expect(() => promise(today, ' ')).toThrow('Please write a note');
});
