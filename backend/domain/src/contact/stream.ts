import { streamCategory } from '../kernel/stream.ts';

/** `contact-<id>`: one stream a message. */
export const contactStreams = streamCategory('contact');

export const contactStream = contactStreams.streamOf;
export const contactIdOf = contactStreams.idOf;
