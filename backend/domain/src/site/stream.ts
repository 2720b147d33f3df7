import { streamCategory } from '../kernel/stream.ts';

/** `site-<id>`: one stream a site. */
export const siteStreams = streamCategory('site');

export const siteStream = siteStreams.streamOf;
export const siteIdOf = siteStreams.idOf;
