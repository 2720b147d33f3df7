import { streamCategory } from '../kernel/stream.ts';

/** `payment-<attemptId>`: one stream an attempt to take money. */
export const paymentStreams = streamCategory('payment');

export const paymentStream = paymentStreams.streamOf;
export const paymentIdOf = paymentStreams.idOf;
