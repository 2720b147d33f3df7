import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './build/precompress.ts';
import { prerenderLanding } from './build/prerenderLanding.ts';

/**
 * Two pages: `index.html` is the landing page (no router, no MUI), `app.html` everything else; the server answers
 * `app.html` for every other page address. Files under `assets/` carry a hash of their content in their name.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), prerenderLanding(), precompress()],
  build: {
    target: 'es2022',
    manifest: true,
    sourcemap: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_500,
    rollupOptions: { input: { landing: 'index.html', app: 'app.html' } },
  },
});
