/**
 * Imports a package of this folder, which only `npm run bench -- peers` installs. The importing file declares its types.
 */
export const loadPeer = (name: string): Promise<unknown> => import(name);
