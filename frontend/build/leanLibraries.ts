import { createRequire } from 'node:module';
import path from 'node:path';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);
const routerFolder = path.join(path.dirname(require.resolve('react-router/package.json')), 'dist/production');

/** react-router's exports name its development build only; its production build lies beside it. */
const PRODUCTION: Readonly<Record<string, string>> = {
  'react-router': path.join(routerFolder, 'index.mjs'),
  'react-router/dom': path.join(routerFolder, 'dom-export.mjs'),
};

/**
 * Every zod schema carries the means to describe itself as JSON Schema, which no page does: 5 kB gzipped. Our lists have
 * no exporter of react-admin (ExportCsv asks the server): 3 kB.
 */
const NEVER_CALLED =
  /[\\/](zod[\\/]v4[\\/]core[\\/](json-schema-processors|to-json-schema)|ra-core[\\/]dist[\\/]export[\\/]defaultExporter)\.js$/;
/** What every browser has, in place of libraries for older ones. */
const NATIVE: Readonly<Record<string, string>> = {
  'object.entries': 'module.exports = Object.entries;',
  diacritic: "export const clean = (text) => text.normalize('NFD').replace(/\\p{M}/gu, '');",
};
/** What MUI has for themes in CSS variables and for engines other than emotion, with what our pages take instead. */
const NEVER_TAKEN = {
  "typeof globalCss({}) === 'function'": 'true',
  '_jsx(CssVarsProvider,': '_jsx(ThemeProviderNoVars,',
};
/** Says nowhere that it has no side effects, so that its 1.3 kB would stay with every page that shows a day. */
const PURE = /[\\/]@date-fns[\\/]tz[\\/]/;
const EXPORTED = /^export (?:const|function|class) (\w+)/gm;

/** A module with the same exports, each a function that answers itself. */
function hollow(code: string): string {
  const names = [...code.matchAll(EXPORTED)].map(([, name]) => name);
  return `const none = () => none;\nexport { ${[...names.map((name) => `none as ${name}`), 'none as process'].join(', ')} };`;
}

/** Leaves out what libraries bring along and the pages never run. */
export function leanLibraries(): Plugin {
  return {
    name: 'portal:lean-libraries',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => PRODUCTION[source] ?? (source in NATIVE ? `\0${source}` : null),
    load: (id) => NATIVE[id.slice(1)] ?? null,
    transform(code, id) {
      for (const [way, ours] of Object.entries(NEVER_TAKEN))
        if (code.includes(way)) return { code: code.replace(way, ours), map: null };
      if (PURE.test(id)) return { code, map: null, moduleSideEffects: false };
      return NEVER_CALLED.test(id) ? { code: hollow(code), map: null } : null;
    },
  };
}
