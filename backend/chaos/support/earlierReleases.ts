import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { PROJECT } from '../runSpecs.ts';

const run = promisify(execFile);

/** A release in a folder of its own. */
export interface BuiltRelease {
  readonly folder: string;
  remove(): Promise<void>;
}

/** The commit of a release, from the table in CHANGELOG.md. */
function commitOf(release: string): string {
  const table = readFileSync(path.join(PROJECT, 'CHANGELOG.md'), 'utf8');
  const row = new RegExp(`^\\| ${release.replaceAll('.', '\\.')} \\| \`([0-9a-f]+)\``, 'm').exec(table);
  if (row?.[1] === undefined) throw new Error(`CHANGELOG.md names no commit of release ${release}.`);
  return row[1];
}

/** The network can't reach the registry; other failures of npm are not this. */
const NO_REGISTRY = /E(?:AI_AGAIN|CONNREFUSED|CONNRESET|NOTFOUND|TIMEDOUT)\b/;

/**
 * Builds a release from the repository's history with its own packages.
 * @returns a reason (text) where history or registry can't be reached
 */
export async function buildRelease(release: string): Promise<BuiltRelease | string> {
  const commit = commitOf(release);
  const looked = await Promise.allSettled([
    run('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: PROJECT }),
  ]);
  if (looked[0].status === 'rejected') return `release ${release}: no git history with commit ${commit}`;
  const folder = await mkdtemp(path.join(tmpdir(), `portal-${release}-`));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await run('bash', ['-c', `set -o pipefail; git archive ${commit} | tar -x -C "$0"`, folder], {
      cwd: PROJECT,
    });
    await run('npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline'], {
      cwd: folder,
      maxBuffer: 2 ** 26,
    });
    return { folder, remove };
  } catch (error) {
    await remove();
    if (!NO_REGISTRY.test(String(error))) throw error;
    return `release ${release}: the npm registry can't be reached`;
  }
}
