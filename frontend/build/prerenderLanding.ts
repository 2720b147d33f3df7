import { createServer, type Plugin } from 'vite';

const MARK = '<!--landing-->';

/**
 * Renders the landing page to HTML while building, so that a visitor reads it before any script runs.
 * The component is loaded through a short-lived Vite server: the same resolution as the page itself.
 */
export function prerenderLanding(): Plugin {
  let root = '';
  return {
    name: 'portal:prerender-landing',
    configResolved(config) {
      root = config.root;
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        if (!html.includes(MARK)) return html;
        const server = await createServer({
          root,
          configFile: false,
          logLevel: 'error',
          appType: 'custom',
          server: { middlewareMode: true, hmr: false, ws: false, watch: null },
          optimizeDeps: { noDiscovery: true },
        });
        try {
          const module = await server.ssrLoadModule('/src/landing/Landing.tsx');
          return html.replace(MARK, () => module.prerenderLanding());
        } finally {
          await server.close();
        }
      },
    },
  };
}
