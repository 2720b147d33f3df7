import { type ChildProcess, spawn } from 'node:child_process';
import type { Settings } from '../../src/app/settings.ts';
import { programOf } from './runProgram.ts';

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

/** Environment of a command line on a test portal's installation. */
export const environmentOf = ({ databaseUrl, dataDir, keyEncryptionKey }: Settings) => ({
  DATABASE_URL: databaseUrl ?? '',
  DATA_DIR: dataDir,
  KEY_ENCRYPTION_KEY: keyEncryptionKey.toString('base64'),
});

/** Starts a command line, e.g. `events`. @param folder of an earlier release; default: this one */
export function commandLine(
  name: string,
  parameters: readonly string[],
  environment: Readonly<Record<string, string>>,
  folder?: string,
): Running {
  const program =
    folder === undefined
      ? [...programOf(folder, 'src/app/cli/main.ts'), name]
      : programOf(folder, `src/app/cli/${name}.ts`);
  const child = spawn(process.execPath, [...program, ...parameters], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, out, err })));
  return { child, ended };
}
