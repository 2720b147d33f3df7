import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FIXED_SEED } from '@portal/event-store/testing';
import { type Mutant, type Patch, patchesOf } from './mutants.ts';
import { type MutantResult, specText } from './report.ts';
import { PROJECT, runSpecs } from './runSpecs.ts';

/** Not copied. */
const LEFT_OUT = new Set(['node_modules', '.git', 'dist', '.tsbuild', 'coverage', 'test-results']);

/** @throws Error unless the text occurs in the file exactly once */
export function patched(content: string, { file, text, replacement }: Patch): string {
  const parts = content.split(text);
  if (parts.length !== 2) throw new Error(`${file} has this ${parts.length - 1} times: ${text}`);
  return parts.join(replacement);
}

/**
 * Tries mutants in a copy of the tree. Each spec must first pass without them, in one of two runs, as the machine may be
 * busy.
 * @returns the number of mutants that were detected
 * @throws Error if a mutant does not fit
 */
export async function tryMutants(
  mutants: readonly Mutant[],
  postgresUrl: string,
  say: (line: string) => void,
  tried: (result: MutantResult) => Promise<void> = async () => {},
): Promise<number> {
  const copy = await mkdtemp(path.join(tmpdir(), 'portal-mutants-'));
  const environment = { TEST_DATABASE_URL: postgresUrl };
  const run = ({ spec }: Mutant) =>
    runSpecs([spec], { size: 'short', seed: FIXED_SEED, root: copy, environment });
  const healthy = new Set<string>();
  let detected = 0;
  try {
    await copyTree(copy);
    for (const mutant of mutants) {
      const { scenario, name } = mutant;
      const spec = specText(mutant.spec);
      for (let attempt = 1; !healthy.has(spec) && attempt <= 2; attempt += 1) {
        const { failed, passed, output } = await run(mutant);
        if (failed.length === 0 && passed.length > 0) healthy.add(spec);
        else if (attempt === 2) say(`${scenario} ${name}: not tried, ${spec} is red without it:\n${output}`);
      }
      if (!healthy.has(spec)) continue;
      const originals = new Map<string, string>();
      for (const patch of patchesOf(mutant)) {
        const file = path.join(copy, patch.file);
        const content = await readFile(file, 'utf8');
        if (!originals.has(file)) originals.set(file, content);
        await writeFile(file, patched(content, patch));
      }
      const { failed, loaded, output } = await run(mutant);
      for (const [file, content] of originals) await writeFile(file, content);
      // a spec that can't be loaded has detected nothing
      const red = loaded ? failed : [];
      if (red.length > 0) detected += 1;
      say(`${scenario} ${name}: ${red.length > 0 ? `red (${red.join('; ')})` : `STAYED GREEN\n${output}`}`);
      await tried({ mutant, red });
    }
    return detected;
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** Copies the tree and links its dependencies; workspaces link to the copy. */
async function copyTree(copy: string): Promise<void> {
  await cp(PROJECT, copy, {
    recursive: true,
    filter: (source) => {
      const name = path.basename(source);
      return !LEFT_OUT.has(name) && !name.startsWith('.data') && !name.startsWith('dist.');
    },
  });
  const { workspaces } = JSON.parse(await readFile(path.join(PROJECT, 'package.json'), 'utf8')) as {
    readonly workspaces: readonly string[];
  };
  const installed = path.join(copy, 'node_modules');
  await mkdir(path.join(installed, '@portal'), { recursive: true });
  for (const entry of await readdir(path.join(PROJECT, 'node_modules'))) {
    if (entry === '@portal' || entry.startsWith('.')) continue;
    await symlink(path.join(PROJECT, 'node_modules', entry), path.join(installed, entry));
  }
  for (const folder of workspaces) {
    await symlink(path.join(copy, folder), path.join(installed, '@portal', path.basename(folder)));
    await symlink(path.join(PROJECT, folder, 'node_modules'), path.join(copy, folder, 'node_modules'));
  }
}
