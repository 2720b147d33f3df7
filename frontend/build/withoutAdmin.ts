import type { Plugin } from 'vite';

/** Leaves the administration out of the server's build: react-admin has no rendering there, and is half of the code. */
export function withoutAdmin(): Plugin {
  return {
    name: 'portal:without-admin',
    enforce: 'pre',
    load: (id) => (/[\\/]src[\\/]admin[\\/]/.test(id) ? 'export default () => null;' : null),
  };
}
