import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { prerenderLanding } from './build/prerenderLanding.ts';

/**
 * Modules that pages load together, one file per group: each is of the first that names it, along with all that it
 * imports. Left to itself the bundler makes a file for each set of pages that share a module: 110 for a page of the
 * administration. What only two pages of the administration share stays out of the file that all of them load.
 */
const groups = [
  { name: 'everywhere', test: /(preload-helper|shared[\\/]guard|storedColorMode)/ },
  // the landing page's too, once somebody writes there
  { name: 'react', test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
  { name: 'shell', test: /[\\/]node_modules[\\/]/, tags: ['$initial' as const] },
  { name: 'app', test: /[\\/]src[\\/](?!admin|landing|app[\\/]main)/, tags: ['$initial' as const] },
  { name: 'shared', test: /[\\/]src[\\/](?!admin|landing)/, minShareCount: 2 },
  { name: 'mui', test: /[\\/]node_modules[\\/]@mui[\\/]/, minShareCount: 2 },
  { name: 'admin', test: /[\\/]src[\\/]admin[\\/]/, minShareCount: 3 },
];

/**
 * Two pages: `index.html` is the landing page (no router, no MUI), `app.html` everything else; the server answers
 * `app.html` for every other page address. Files under `assets/` carry a hash of their content in their name.
 */
const pages = {
  manifest: true,
  modulePreload: { polyfill: false },
  rollupOptions: {
    input: { landing: 'index.html', app: 'app.html' },
    output: { codeSplitting: { groups } },
  },
};

/** What renders first views in the server (docs/adr/0036). */
const server = { copyPublicDir: false, rollupOptions: { output: { entryFileNames: '[name].mjs' } } };

/** Pages are left out: the server fills the company's details into them. Below 1 kB a compressed answer saves no packet. */
const compressed = compression({
  include: /\.(js|css|svg|json|webmanifest)$/,
  threshold: 1_024,
  logLevel: 'silent',
});

export default defineConfig(({ isSsrBuild = false }) => ({
  root: import.meta.dirname,
  plugins: [react(), ...(isSsrBuild ? [] : [prerenderLanding(), compressed])],
  // the server has none of the pages' packages
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
