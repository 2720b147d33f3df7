import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const PROJECT = path.join(import.meta.dirname, '../../../..');

/** Where the generated document is written. */
export const COVERAGE_DOCUMENT = path.join(PROJECT, 'dist/docs/spec-coverage.md');

/** A requirement of docs/requirements.md that is measured instead of tested says so in its text. */
export const isMeasured = (requirement: string) => requirement.includes('measured by `npm run');

/** A test, or a group of tests, with the ids of the requirements it proves. */
export interface Proof {
  readonly file: string;
  /** Null where no test follows the comment. */
  readonly title: string | null;
  readonly ids: readonly string[];
}

export const requirementsText = () => readFileSync(path.join(PROJECT, 'docs/requirements.md'), 'utf8');

/** Id and text of each requirement, in order. */
export function requirementsIn(text: string): { readonly id: string; readonly requirement: string }[] {
  return [...text.matchAll(/^- `([^`]+)` (.+)$/gm)].map(([, id = '', requirement = '']) => ({
    id,
    requirement,
  }));
}

const PROVES = /^[ \t]*\/\/ Proves [^\n]+\n(?:[ \t]*\/\/[^\n]*\n)*/gm;
const TITLE = /^\s*(?:it|test|describe)[\w.]*\(\s*(['"`])((?:\\.|(?!\1).)*)\1/s;
/** `it.each(table)('title'`: the title begins the second pair of brackets. */
const TITLE_AFTER_TABLE =
  /^\s*(?:it|test|describe)[\w.]*\.(?:each|for|runIf|skipIf)\b.*?\)\(\s*(['"`])((?:\\.|(?!\1).)*)\1/s;

/** Every `// Proves <id>, <id>` of a spec, which stands right above a test or a describe. */
export function proofsIn(file: string, text: string): Proof[] {
  return [...text.matchAll(PROVES)].map((match) => {
    const next = text.slice(match.index + match[0].length);
    const isTable = /^\s*\w+[\w.]*\.(?:each|for|runIf|skipIf)\b/.test(next);
    const [, , title] = (isTable ? TITLE_AFTER_TABLE : TITLE).exec(next) ?? [];
    return {
      file,
      title: title?.replaceAll("\\'", "'") ?? null,
      ids: [...match[0].matchAll(/\/\/ Proves (.+)$/gm)].flatMap(([, ids = '']) => ids.split(', ')),
    };
  });
}

/** The project's files whose name matches, with their text, in order. Paths are relative to the project. */
function filesMatching(name: RegExp): { readonly file: string; readonly text: string }[] {
  return ['backend', 'projections', 'frontend', 'docs']
    .flatMap((folder) =>
      readdirSync(path.join(PROJECT, folder), { recursive: true, encoding: 'utf8' })
        .filter((found) => name.test(found) && !/node_modules|\.tsbuild|dist\//.test(found))
        .map((found) => `${folder}/${found}`),
    )
    .sort()
    .map((file) => ({ file, text: readFileSync(path.join(PROJECT, file), 'utf8') }));
}

/** The proofs of all specs of the project. */
export const proofs = (): Proof[] =>
  filesMatching(/\.spec\.tsx?$/).flatMap(({ file, text }) => proofsIn(file, text));

/** The rules of docs/decisions.md. */
export const rules = (): string[] =>
  [
    ...readFileSync(path.join(PROJECT, 'docs/decisions.md'), 'utf8').matchAll(
      /^(?:\| |- \*\*)([BTGD]\d+)\b/gm,
    ),
  ].map(([, rule = '']) => rule);

/** Every rule that code or documents cite, as in `rule B17` or `rules B9 to B12`. */
export const citedRules = (): { readonly file: string; readonly rule: string }[] =>
  filesMatching(/\.(tsx?|md)$/).flatMap(({ file, text }) =>
    [...text.matchAll(/\brules? ([BTGD]\d+(?:(?:, | to | and )[BTGD]\d+)*)/g)].flatMap(([, list = '']) =>
      list.split(/, | to | and /).map((rule) => ({ file, rule })),
    ),
  );

const INTRODUCTION = `# What proves each requirement

Written by \`npm run docs\` from docs/requirements.md and the \`// Proves <id>\` comments of the specs. Tests of \`*.deep.spec.ts\`, and those declared with \`itDeep\` or \`describeDeep\`, run in \`npm run test:deep\`, the others in
\`npm test\`.
`;

/** dist/docs/spec-coverage.md: the headings and requirements of `text`, each with the tests that prove it. */
export function coverageDocument(text: string, found: readonly Proof[]): string {
  const byId = new Map<string, Map<string, Set<string>>>();
  for (const { file, title, ids } of found) {
    for (const id of ids) {
      const files = byId.get(id) ?? new Map<string, Set<string>>();
      byId.set(id, files.set(file, (files.get(file) ?? new Set()).add(title ?? '?')));
    }
  }
  const lines = text.split('\n').flatMap((line) => {
    if (line.startsWith('## ')) return ['', line, ''];
    const id = /^- `([^`]+)` /.exec(line)?.[1];
    if (id === undefined) return [];
    const tests = [...(byId.get(id) ?? [])].map(
      ([file, titles]) => `  - \`${file}\`: ${[...titles].map((title) => `"${title}"`).join(', ')}`,
    );
    return [line, ...tests];
  });
  return `${INTRODUCTION}${lines.join('\n')}\n`;
}
