import { streamCategory } from '../kernel/stream.ts';

/** `order-<id>`: one stream an order. */
export const orderStreams = streamCategory('order');

export const orderStream = orderStreams.streamOf;
export const orderIdOf = orderStreams.idOf;
