import { createRequire } from 'node:module';

// a bundle is elsewhere, and would look for packages beside itself
const load = createRequire(import.meta.url);

/**
 * Loads a package of this folder, which only `npm run bench -- peers` installs. The importing file declares its types.
 */
export const loadPeer = async (name: string): Promise<unknown> => load(name);
