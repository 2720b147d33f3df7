import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

const { resolve } = createRequire(import.meta.url);
/** Where npm has put it. */
const swaggerUi = () => path.dirname(resolve('swagger-ui-dist/package.json'));

/** Our own policy lets no inline script run, so that even this line is a file. Changes can be looked at, not tried. */
const START = `SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#api',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  supportedSubmitMethods: ['get'],
  validatorUrl: null,
});
`;

const STYLE = `body { margin: 0; background: #fafafa; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 1rem; top: 1rem; background: #fff; padding: .5rem 1rem; z-index: 1; }
.swagger-ui .info { margin: 24px 0 16px; }
.swagger-ui .info .title small.version-stamp { background: #1b4f8a; }
.swagger-ui .scheme-container { display: none; }
.swagger-ui .opblock-tag { font-size: 20px; }
`;

/** The page at /api/docs: Swagger UI from this server, over /api/openapi.json. */
export const DOCS_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Dealer Portal API</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<link rel="stylesheet" href="/api/docs/page.css">
</head>
<body>
<a class="skip" href="/api/openapi.json">The description as JSON</a>
<main id="api"><noscript>Please switch scripts on, or read <a href="/api/openapi.json">the description as JSON</a>.</noscript></main>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`;

const OURS: Readonly<Record<string, string>> = { 'page.css': STYLE, 'start.js': START };
const STYLESHEET = 'text/css; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';
const TYPES = new Map([
  ['swagger-ui.css', STYLESHEET],
  ['swagger-ui-bundle.js', SCRIPT],
  ['page.css', STYLESHEET],
  ['start.js', SCRIPT],
]);

/** What the page loads, by the name after /api/docs/; null for anything else. */
export async function docsFile(
  name: string,
): Promise<{ readonly type: string; readonly content: Buffer } | null> {
  const type = TYPES.get(name);
  if (type === undefined) return null;
  const own = OURS[name];
  return {
    type,
    content: own === undefined ? await readFile(path.join(swaggerUi(), name)) : Buffer.from(own),
  };
}
