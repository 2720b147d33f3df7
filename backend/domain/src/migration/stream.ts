import { streamCategory } from '../kernel/stream.ts';

/** `migration-<id>`: one stream a requested migration. */
export const migrationStreams = streamCategory('migration');

export const migrationStream = migrationStreams.streamOf;
export const migrationIdOf = migrationStreams.idOf;
