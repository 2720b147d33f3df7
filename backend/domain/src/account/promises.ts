import { z } from 'zod';
import { unprocessable } from '../kernel/decider.ts';
import { defineEvents, type EventsOf } from '../kernel/event.ts';
import { dayShape } from '../kernel/shapes.ts';
import { compareDays, type Day } from '../values/days.ts';

export const promiseEvents = defineEvents({
  /** The company says that it pays what is open by `promisedOn`, as an administrator noted on the billing day `recordedOn`. */
  PaymentPromised: { accountId: z.string(), promisedOn: dayShape, note: z.string(), recordedOn: dayShape },
});

export type PromiseEvent = EventsOf<typeof promiseEvents>;

/** The last promise to pay. */
export type PaymentPromise = Omit<PromiseEvent['data'], 'accountId'>;

export interface PromiseCommand {
  readonly type: 'PromisePayment';
  readonly promisedOn: Day;
  readonly note: string;
  readonly today: Day;
}

interface Promised {
  readonly accountId: string;
  readonly promise: PaymentPromise | null;
}

/** A promise takes the place of the one before; the same again is none. @throws BusinessRefusal unprocessable */
export function promisePayment(
  { accountId, promise }: Promised,
  { promisedOn, note, today }: PromiseCommand,
): readonly PromiseEvent[] {
  const text = note.trim();
  if (text === '') throw unprocessable('Please write a note', 'note');
  if (compareDays(promisedOn, today) < 0)
    throw unprocessable('Please enter today or a later day', 'promised_on');
  if (promise?.promisedOn === promisedOn && promise.note === text) return [];
  return [{ type: 'PaymentPromised', data: { accountId, promisedOn, note: text, recordedOn: today } }];
}
