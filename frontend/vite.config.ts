import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { groups } from './build/chunks.ts';
import { leanLibraries } from './build/leanLibraries.ts';
import { precompress } from './build/precompress.ts';
import { prerenderLanding } from './build/prerenderLanding.ts';

/**
 * Two pages: `index.html` is the landing page (no router, no MUI), `app.html` everything else; the server answers
 * `app.html` for every other page address. Files under `assets/` carry a hash of their content in their name.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [leanLibraries(), react(), prerenderLanding(), precompress()],
  build: {
    target: 'es2022',
    manifest: true,
    modulePreload: {
      polyfill: false,
      // the names of all that every page may fetch would be part of the shell; the largest parts are worth it
      resolveDependencies: (_page, parts, { hostType }) =>
        hostType === 'html'
          ? parts
          : parts.filter((part) => /(schemas|inputs|controls|admin-shell)-/.test(part)),
    },
    sourcemap: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_500,
    rollupOptions: {
      input: { landing: 'index.html', app: 'app.html' },
      output: {
        codeSplitting: { groups },
      },
    },
  },
});
