import { streamCategory } from '../kernel/stream.ts';

/** `account-<id>`: one stream a company. */
export const accountStreams = streamCategory('account');

export const accountStream = accountStreams.streamOf;
export const accountIdOf = accountStreams.idOf;
