import { streamCategory } from '../stream.ts';

/** `order-<id>`: one stream an order. */
export const orderStreams = streamCategory('order');

export const orderStream = orderStreams.streamOf;
export const orderIdOf = orderStreams.idOf;
