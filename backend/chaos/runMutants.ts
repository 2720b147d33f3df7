import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FIXED_SEED } from '@portal/event-store/testing';
import type { Mutant } from './mutants.ts';
import type { MutantResult } from './report.ts';
import { PROJECT, runSpecs, type SpecRun } from './runSpecs.ts';

/** Not copied. */
const LEFT_OUT = new Set(['node_modules', '.git', 'dist', '.tsbuild', 'coverage', 'test-results']);

/** @throws Error unless the text occurs in the file exactly once */
export function patched(content: string, { file, text, replacement }: Mutant['patches'][number]): string {
  const parts = content.split(text);
  if (parts.length !== 2) throw new Error(`${file} has this ${parts.length - 1} times: ${text}`);
  return parts.join(replacement);
}

/**
 * Tries mutants in a copy of the tree. Each spec must first pass without them.
 * @returns names of mutants that were not tried because their spec fails without them
 * @throws Error if a mutant does not fit
 */
export async function tryMutants(
  mutants: readonly Mutant[],
  options: {
    readonly postgresUrl: string;
    readonly say: (line: string) => void;
    readonly tried: (result: MutantResult) => Promise<void>;
  },
): Promise<readonly string[]> {
  const { postgresUrl, say, tried } = options;
  const copy = await mkdtemp(path.join(tmpdir(), 'portal-mutants-'));
  try {
    await copyTree(copy);
    const run = (spec: Mutant['spec']): Promise<SpecRun> =>
      runSpecs([spec], {
        size: 'short',
        seed: FIXED_SEED,
        root: copy,
        environment: { TEST_DATABASE_URL: postgresUrl },
      });
    const healthy = new Set<string>();
    const untried: string[] = [];
    for (const { name, scenario, fault, patches, spec } of mutants) {
      const shown = `${path.basename(spec.file)} ${spec.tests ?? ''}`.trim();
      if (!healthy.has(shown)) {
        const sick = await withoutMutant(() => run(spec));
        if (sick !== null) {
          say(`${scenario} ${name}: not tried, ${shown} is red without it:\n${sick}`);
          untried.push(name);
          continue;
        }
        healthy.add(shown);
      }
      const originals = new Map<string, string>();
      for (const patch of patches) {
        const file = path.join(copy, patch.file);
        const content = await readFile(file, 'utf8');
        if (!originals.has(file)) originals.set(file, content);
        await writeFile(file, patched(content, patch));
      }
      const { failed, loaded, output } = await run(spec);
      for (const [file, content] of originals) await writeFile(file, content);
      // a spec that can't be loaded has detected nothing
      const red = loaded ? failed : [];
      say(`${scenario} ${name}: ${red.length > 0 ? `red (${red.join('; ')})` : 'STAYED GREEN'}`);
      if (red.length === 0) say(output);
      await tried({ name, scenario, fault, spec: shown, red });
    }
    return untried;
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** Output of a spec that fails twice without a mutant, as the machine may be busy; null for a green one. */
async function withoutMutant(run: () => Promise<SpecRun>): Promise<string | null> {
  let output = '';
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const ran = await run();
    if (ran.failed.length === 0 && ran.passed.length > 0) return null;
    output = ran.output;
  }
  return output;
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
