/**
 * `npm run check:node [-- VERSION …]`: installs, builds, starts and tests the working tree on each supported version
 * of Node.js. The npm package `node-<platform>-<architecture>` brings the versions.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

/** The first of the oldest supported line, and the newest of the lines with long-term support and of the current one. */
const VERSIONS = ['20.19.0', '22', '24', '26'];
const START_WITHIN_MS = 120_000;
/** Variables that tie an npm below `npm run` to the project that runs it. */
const OF_NPM_RUN = /^npm_(?!config_)|^npm_config_local_prefix$/i;
const PROJECT = dirname(import.meta.dirname);

/** @param {string} into */
function copyWorkingTree(into) {
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', listed, { cwd: PROJECT, encoding: 'utf8', maxBuffer: 2 ** 26 }).split(
    '\0',
  );
  for (const file of files) {
    if (file === '' || !existsSync(join(PROJECT, file))) continue;
    cpSync(join(PROJECT, file), join(into, file), { recursive: true });
  }
}

/**
 * Starts the portal on a data folder of its own and stops it once it says where it answers.
 * @param {string} project @param {string} folder @param {NodeJS.ProcessEnv} env @returns {Promise<void>}
 */
function startAndStop(project, folder, env) {
  return new Promise((resolve, reject) => {
    const portal = spawn('node', ['backend/server/src/app/start.mjs'], {
      cwd: project,
      env: { ...env, DATA_DIR: join(folder, 'data'), PORT: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    let ready = false;
    const late = setTimeout(() => portal.kill('SIGKILL'), START_WITHIN_MS);
    const hear = (/** @type {Buffer} */ text) => {
      said += text;
      if (ready || !/http:\/\/127\.0\.0\.1:\d+/.test(said)) return;
      ready = true;
      portal.kill('SIGTERM');
    };
    portal.stdout.on('data', hear);
    portal.stderr.on('data', hear);
    portal.once('error', reject);
    portal.once('close', (code) => {
      clearTimeout(late);
      if (ready && code === 0 && !/warning/i.test(said)) resolve();
      else reject(new Error(`the start ended with ${code}:\n${said}`));
    });
  });
}

/** @param {string} version @returns {Promise<string>} the exact version that was checked */
async function check(version) {
  const folder = mkdtempSync(join(tmpdir(), 'portal-node-'));
  try {
    // PostgreSQL, which does not run as root, passes through
    execFileSync('chmod', ['711', folder]);
    const project = join(folder, 'project');
    mkdirSync(project);
    copyWorkingTree(project);
    const npm = process.env.npm_execpath ?? '';
    const name = `node-${process.platform}-${process.arch}`;
    execFileSync(process.execPath, [npm, 'install', '--prefix', folder, `${name}@${version}`], {
      cwd: folder,
      stdio: 'ignore',
    });
    const bin = join(folder, 'node_modules', name, 'bin');
    const path = `${bin}${delimiter}${process.env.PATH}`;
    const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !OF_NPM_RUN.test(key)));
    /** @param {string[]} args */
    const node = (args) => {
      const run = spawnSync('node', args, {
        cwd: project,
        env: { ...env, PATH: path },
        encoding: 'utf8',
        maxBuffer: 2 ** 28,
      });
      const said = `${run.stdout}${run.stderr}`;
      if (run.status !== 0) throw new Error(`${args.join(' ')} ended with ${run.status}:\n${said}`);
      return said;
    };
    const exact = node(['--version']).trim();
    const installed = node([npm, 'ci', '--no-audit', '--no-fund']);
    if (installed.includes('EBADENGINE')) throw new Error(`npm ci on ${exact}:\n${installed}`);
    node(['frontend/build-if-stale.mjs', '--force']);
    await startAndStop(project, folder, { ...env, PATH: path });
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.workspace.ts'];
    node([...vitest, 'backend/contract', 'backend/domain', 'backend/server/test/thinPath']);
    return exact;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const asked = process.argv.slice(2);
for (const version of asked.length === 0 ? VERSIONS : asked) {
  console.log(`Node.js ${await check(version)}: installed without a warning, built, started, tested.`);
}
