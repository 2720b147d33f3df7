import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const PROJECT = path.join(import.meta.dirname, '../../../..');

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
}

/** Packages that no file imports: which dependency of the same package, or which npm script, loads them. */
const LOADED_BY: Readonly<Record<string, string>> = {
  '@biomejs/biome': 'lint',
  '@emotion/styled': '@mui/material',
  helmet: 'koa-helmet',
  'react-router-dom': 'react-admin',
  typescript: 'typecheck',
};

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: PROJECT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(path.join(PROJECT, file)));
const manifests = files.filter((file) => path.basename(file) === 'package.json').map(path.dirname);

const readManifest = (folder: string) =>
  JSON.parse(readFileSync(path.join(PROJECT, folder, 'package.json'), 'utf8')) as Manifest;

/** The package that a file belongs to: the nearest folder with a package.json. */
const ownerOf = (file: string) =>
  manifests
    .filter((folder) => folder === '.' || file.startsWith(`${folder}/`))
    .reduce((nearest, folder) => (folder.length > nearest.length || nearest === '.' ? folder : nearest));

/** The code of a package in one text, at the root that of all; scripts in package.json name no modules. */
const codeOf = (folder: string) =>
  files
    .filter((file) => /\.(tsx?|mjs|css)$/.test(file) && (folder === '.' || ownerOf(file) === folder))
    .map((file) => readFileSync(path.join(PROJECT, file), 'utf8'))
    .join('\n');

const isNamedIn = (code: string, name: string) =>
  new RegExp(`['"]${name.replaceAll('.', '\\.')}(/[^'"]*)?['"]`).test(code);

// Proves I36-dependencies
it.each(manifests)('every dependency in package.json of %s is imported there', (folder) => {
  const { dependencies, devDependencies, scripts } = readManifest(folder);
  const names = Object.keys({ ...dependencies, ...devDependencies });
  const loaders = [...names, ...Object.keys(scripts ?? {})];
  const code = codeOf(folder);
  expect(
    names.filter((name) => {
      if (name.startsWith('@types/')) return false;
      const by = LOADED_BY[name];
      return by === undefined ? !isNamedIn(code, name) : !loaders.includes(by);
    }),
  ).toEqual([]);
});
