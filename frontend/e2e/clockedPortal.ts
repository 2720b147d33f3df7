import { type RunningPortal, startPortal } from './portal.ts';

export interface ClockedPortal extends RunningPortal {
  /** Sets the portal's clock to an ISO instant, from where it runs on. */
  setClock(instant: string): Promise<void>;
  /** Leaves so many percent of its disk free. */
  setFreeDisk(percent: number): Promise<void>;
  /** Sees to every job there and then. */
  tick(): Promise<void>;
}

const SET_WITHIN_MS = 20_000;

/** A portal whose clock the spec sets, and that does nothing by itself: invoices are issued when the spec asks for it. */
export async function startClockedPortal(clock: string): Promise<ClockedPortal> {
  const environment = { CLOCK: clock, PORTAL_ROLES: 'api,projections,reactions' };
  const portal = await startPortal(environment, 'backend/server/test/programs/clockedPortal.ts');
  let ticks = 0;
  async function tell(line: string, answer: string): Promise<void> {
    portal.tell(line);
    const late = Date.now() + SET_WITHIN_MS;
    while (!portal.output().includes(`${answer}\n`)) {
      if (Date.now() > late) throw new Error(`'${answer}' was not said: ${portal.output()}`);
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
