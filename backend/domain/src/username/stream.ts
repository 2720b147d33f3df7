import { streamCategory } from '../kernel/stream.ts';

/**
 * `username-<hmac>`: one stream a name, which makes it unique. The id is the keyed hash of the normalised
 * name (`normaliseUsername`), made outside the domain, so that the log tells nothing of the name.
 */
export const usernameStreams = streamCategory('username');

export const usernameStream = usernameStreams.streamOf;
export const usernameHashOf = usernameStreams.idOf;
