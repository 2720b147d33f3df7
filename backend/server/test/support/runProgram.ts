import path from 'node:path';

const PROJECT = path.resolve(import.meta.dirname, '../../../..');
/** Runs a TypeScript program from its bundle: `spawn(process.execPath, [RUN, program, ...parameters])`. */
export const RUN = path.join(PROJECT, 'backend/server/run.mjs');

/** Parameters of node that run a program of this folder's release, by its path in `backend/server`. */
export const programOf = (folder: string | undefined, program: string): readonly [string, string] => {
  const server = path.join(folder ?? PROJECT, 'backend/server');
  return [path.join(server, 'run.mjs'), path.join(server, program)];
};
