import { streamCategory } from '../kernel/stream.ts';

/** `dealerId-<KSnnnn>`: one stream a dealer id, which makes it unique for ever. */
export const dealerIdStreams = streamCategory('dealerId');

export const dealerIdStream = dealerIdStreams.streamOf;
export const dealerIdOf = dealerIdStreams.idOf;
