import { spawn } from 'node:child_process';
import { programOf } from './runProgram.ts';
import { ADMIN } from './testPortal.ts';

const START_WITHIN_MS = 90_000;
/** Lines of its log that are kept. */
const MAX_LINES = 20_000;

/** A whole portal in a process of its own, that may not be ready yet. */
export interface LaunchedPortal {
  readonly pid: number;
  /** What it logged so far, of level warn and above. */
  readonly lines: readonly string[];
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
  /** True until it has ended. */
  readonly lives: boolean;
  signal(name: NodeJS.Signals): void;
  /** Ends it the hard way, stopped (SIGSTOP) or not; resolves when it is gone. */
  kill(): Promise<void>;
  /** Waits until it is ready. @returns where @throws Error when it ends before, or isn't ready within 90 s */
  ready(): Promise<string>;
}

/** One that is ready. */
export interface PortalChild extends LaunchedPortal {
  readonly url: string;
}

/** A supervisor starts a portal again that could not connect in time: on a machine busy with specs it happens. */
const MAX_STARTS = 3;

/**
 * Starts a portal as the environment says, on a free port of loopback, and waits until it is ready.
 * @param folder of an earlier release; default: this one
 * @param program path from backend/server; another one must print its address as a portal does
 * @throws Error when it ends before, or isn't ready within 90 s
 */
export async function startPortal(
  environment: Readonly<Record<string, string>>,
  folder?: string,
  program?: string,
): Promise<PortalChild> {
  for (let start = 1; ; start += 1) {
    const launched = launchPortal(environment, folder, program);
    try {
      const url = await launched.ready();
      return Object.defineProperty(launched, 'url', { value: url }) as PortalChild;
    } catch (error) {
      await launched.kill();
      if (start === MAX_STARTS || !/connection timeout/.test(String(error))) throw error;
    }
  }
}

/** Launches one and does not wait. */
export function launchPortal(
  environment: Readonly<Record<string, string>>,
  folder?: string,
  program = 'test/programs/portal.ts',
): LaunchedPortal {
  const child = spawn(process.execPath, programOf(folder, program), {
    env: {
      ...process.env,
      PORT: '0',
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
      LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  let lives = true;
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once('exit', (code, signal) => {
      lives = false;
      resolve(code ?? signal ?? -1);
    });
  });
  // a spec that breaks off leaves nothing running
  const killWithUs = () => void child.kill('SIGKILL');
  process.once('exit', killWithUs);
  void ended.then(() => process.off('exit', killWithUs));

  const said = new Promise<string>((resolve) => {
    const take = (chunk: Buffer) => {
      for (const line of chunk.toString().split('\n')) {
        if (line === '') continue;
        if (lines.length < MAX_LINES) lines.push(line);
        const found = /^ready at (http:\S+)/.exec(line);
        if (found?.[1] !== undefined) resolve(found[1]);
      }
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
  });
  return {
    pid: child.pid ?? 0,
    lines,
    ended,
    get lives() {
      return lives;
    },
    signal: (name) => void child.kill(name),
    async kill() {
      if (lives) child.kill('SIGKILL');
      await ended;
    },
    async ready() {
      let late: NodeJS.Timeout | undefined;
      const tooLate = new Promise<never>((_, reject) => {
        late = setTimeout(() => reject(new Error('The portal did not start in time.')), START_WITHIN_MS);
      });
      const early = ended.then((how) => {
        throw new Error(`The portal ended with ${how}: ${lines.join('\n')}`);
      });
      try {
        return await Promise.race([said, tooLate, early]);
      } finally {
        clearTimeout(late);
        // it may well end later on
        early.catch(() => undefined);
      }
    },
  };
}
