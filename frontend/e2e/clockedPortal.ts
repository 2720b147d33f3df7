import { type RunningPortal, startPortal } from './portal.ts';

export interface ClockedPortal extends RunningPortal {
  /** Sets the portal's clock to an ISO instant, from where it runs on. */
  setClock(instant: string): Promise<void>;
}

const SET_WITHIN_MS = 20_000;

/** A portal whose clock the spec sets, and that does nothing by itself: invoices are issued when the spec asks for it. */
export async function startClockedPortal(clock: string): Promise<ClockedPortal> {
  const environment = { CLOCK: clock, PORTAL_ROLES: 'api,projections,reactions' };
  const portal = await startPortal(environment, 'backend/server/test/programs/clockedPortal.ts');
  return {
    ...portal,
    async setClock(instant) {
      portal.tell(instant);
      const late = Date.now() + SET_WITHIN_MS;
      while (!portal.output().includes(`clock set to ${instant}\n`)) {
        if (Date.now() > late) throw new Error(`The clock was not set to ${instant}: ${portal.output()}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
  };
}
