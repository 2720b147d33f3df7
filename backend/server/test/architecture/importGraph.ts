import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/** An import of a source file by another one, both by their paths below the source folder. Types count. */
export interface Import {
  readonly from: string;
  readonly to: string;
}

export const line = ({ from, to }: Import) => `${from} imports ${to}`;

/** All imports by relative path in the TypeScript files of `folder`, but those of specs and their support. */
export function importsOf(folder: string): Import[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !/\.spec\.tsx?$/.test(name) && !name.includes('/testing/'),
  );
  return paths.flatMap((from) => {
    const text = readFileSync(join(folder, from), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
    return [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"](\.[^'"]+)['"]/g)].map(
      ([, specifier = '']) => ({
        from,
        to: relative(folder, resolve(folder, dirname(from), specifier)),
      }),
    );
  });
}

/**
 * Imports that lead up, or to a file of no level. `levels` stand lowest first; a level is a folder or several
 * that must not import each other.
 */
export function upward(
  imports: readonly Import[],
  levels: readonly (string | readonly string[])[],
): Import[] {
  const folders = levels.flatMap((level, index) => [level].flat().map((folder) => ({ folder, index })));
  const placeOf = (path: string) =>
    folders.find(({ folder }) => path === folder || path.startsWith(`${folder}/`)) ?? {
      folder: null,
      index: -1,
    };
  return imports.filter(({ from, to }) => {
    const [own, other] = [placeOf(from), placeOf(to)];
    return other.index === -1 || other.index > own.index || (other.index === own.index && other !== own);
  });
}

/** The first circle of every group of nodes that reach each other, as the names along it. */
export function circles(imports: readonly Import[], nodeOf: (path: string) => string): string[] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [one, other] = [nodeOf(from), nodeOf(to)];
    if (one !== other) next.set(one, (next.get(one) ?? new Set()).add(other));
  }
  const done = new Set<string>();
  const found: string[] = [];
  const walk = (node: string, path: readonly string[]): void => {
    const before = path.indexOf(node);
    if (before !== -1) found.push([...path.slice(before), node].join(' > '));
    if (before !== -1 || done.has(node)) return;
    for (const one of next.get(node) ?? []) walk(one, [...path, node]);
    done.add(node);
  };
  for (const node of next.keys()) walk(node, []);
  return found;
}
