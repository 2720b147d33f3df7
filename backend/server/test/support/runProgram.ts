import path from 'node:path';

/** Runs a TypeScript program from its bundle: `spawn(process.execPath, [RUN, program, ...parameters])`. */
export const RUN = path.resolve(import.meta.dirname, '../../run.mjs');
