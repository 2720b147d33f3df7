import type { Route } from '../../platform/http/route.ts';
import { tagOf } from '../apiDocs/operation.ts';
import { portalRoutes } from '../compose/routeTable.ts';

const HEAD = `# API

Every route of the portal. Generated from the route table by \`npm run docs\`; a spec holds it to the code. What is sent and
answered stands in the OpenAPI 3.1 description at \`/api/openapi.json\`, which \`/api/docs\` shows; both are open to everybody,
for they tell shapes and no data. Every answer of the server's specs is held to that description.

Who may call: \`public\` anybody, \`session\` anyone signed in, \`approved\` approved dealers and administrators, \`admin\`
administrators.`;

/** The route table of a portal that was never started: to be read, not called. */
export function tableAlone(): readonly Route[] {
  const nothing: object = new Proxy(() => nothing, { get: () => nothing });
  return portalRoutes(
    nothing as Parameters<typeof portalRoutes>[0],
    nothing as Parameters<typeof portalRoutes>[1],
    nothing as Parameters<typeof portalRoutes>[2],
    [],
  );
}

/** docs/api.md. */
export function apiReference(routes: readonly Route[] = tableAlone()): string {
  const groups = new Map<string, string[]>();
  for (const { method, path, access, summary = '' } of routes) {
    const tag = tagOf(path);
    const rows = groups.get(tag) ?? [];
    rows.push(`| ${method} | \`${path}\` | ${access} | ${summary.replaceAll('|', '\\|')} |`);
    groups.set(tag, rows);
  }
  const sections = [...groups]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(
      ([tag, rows]) =>
        `## ${tag}\n\n| | Path | Who | What |\n|---|---|---|---|\n${rows.sort(byPath).join('\n')}`,
    );
  return `${[HEAD, ...sections].join('\n\n')}\n`;
}

/** Rows begin with their method; the path follows it. */
function byPath(one: string, other: string): number {
  const [left, right] = [one, other].map((row) => row.split('`')[1] ?? '');
  return left === right ? (one < other ? -1 : 1) : (left ?? '') < (right ?? '') ? -1 : 1;
}
