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
const pages = {
  manifest: true,
  modulePreload: {
    polyfill: false,
    // the names of all that every page may fetch would be part of the shell; the largest parts are worth it
    resolveDependencies: (
      _page: string,
      parts: string[],
      { hostType }: { readonly hostType: 'html' | 'js' },
    ) =>
      hostType === 'html'
        ? parts
        : parts.filter((part) => /(schemas|inputs|controls|admin-shell)-/.test(part)),
  },
  rollupOptions: {
    input: { landing: 'index.html', app: 'app.html' },
    output: {
      codeSplitting: { groups },
    },
  },
};

/** One file that renders first views in a thread of the server (docs/adr/0031). */
const server = {
  copyPublicDir: false,
  rollupOptions: { output: { codeSplitting: false, entryFileNames: '[name].mjs' } },
};

export default defineConfig(({ isSsrBuild = false }) => ({
  root: import.meta.dirname,
  plugins: [leanLibraries(), react(), ...(isSsrBuild ? [] : [prerenderLanding(), precompress()])],
  ...(isSsrBuild
    ? { ssr: { noExternal: true as const }, define: { 'process.env.NODE_ENV': '"production"' } }
    : {}),
  build: {
    target: 'es2022',
    sourcemap: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_500,
    ...(isSsrBuild ? server : pages),
  },
}));
