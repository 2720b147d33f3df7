import { spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import path from 'node:path';

const FOLDER = path.join(import.meta.dirname, 'peers');

/** Installs the peers from their lock file, if needed. */
export async function installPeers(say: (line: string) => void): Promise<void> {
  const [wanted, installed] = await Promise.all(
    ['package-lock.json', 'node_modules/.package-lock.json'].map((file) =>
      stat(path.join(FOLDER, file)).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    ),
  );
  if (wanted !== undefined && installed !== undefined && wanted <= installed) return;
  say('installing the peers (npm ci in backend/bench/peers)');
  const npm = spawn('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: FOLDER,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const code = await new Promise((resolve, reject) => {
    npm.once('error', reject);
    npm.once('exit', resolve);
  });
  if (code !== 0) throw new Error(`npm ci of the peers ended with ${code}.`);
}
