import { streamCategory } from '../kernel/stream.ts';

/** `user-<id>`: one stream a person who signs in. */
export const userStreams = streamCategory('user');

export const userStream = userStreams.streamOf;
export const userIdOf = userStreams.idOf;
