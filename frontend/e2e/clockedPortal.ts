import { type RunningPortal, startPortal } from './portal.ts';

export interface ClockedPortal extends RunningPortal {
  /** Sets the portal's running clock to an ISO instant. */
  setClock(instant: string): Promise<void>;
  /** Simulates this free disk space. */
  setFreeDisk(percent: number): Promise<void>;
  /** Runs all jobs. */
  tick(): Promise<void>;
}

const SET_WITHIN_MS = 20_000;

/** A portal with a clock set by the spec, and without automatic jobs. */
export async function startClockedPortal(clock: string): Promise<ClockedPortal> {
  const environment = { CLOCK: clock, PORTAL_ROLES: 'api,projections,reactions' };
  const portal = await startPortal(environment, 'backend/server/test/programs/clockedPortal.ts');
  let ticks = 0;
  async function tell(line: string, answer: string): Promise<void> {
    portal.tell(line);
    const late = Date.now() + SET_WITHIN_MS;
    while (!portal.output().includes(`${answer}\n`)) {
      if (Date.now() > late) throw new Error(`'${answer}' was not printed: ${portal.output()}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  return {
    ...portal,
    setClock: (instant) => tell(instant, `clock set to ${instant}`),
    setFreeDisk: (percent) => tell(`disk ${percent}`, `disk ${percent} set`),
    tick() {
      ticks += 1;
      return tell(`tick ${ticks}`, `tick ${ticks} done`);
    },
  };
}
