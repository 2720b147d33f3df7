/**
 * A package of this folder, which TypeScript can't see: it is installed only when `npm run bench -- peers` runs. What is
 * used of it is described where it is used.
 */
export const loadPeer = (name: string): Promise<unknown> => import(name);
