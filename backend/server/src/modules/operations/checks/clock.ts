import type { Queryable } from '@portal/projections';
import type { MachineCheck } from '../check.ts';

const MOST_SKEW_MS = 2_000;
/** A machine that was busy for a moment is no wrong clock. */
const AFTER_MS = 90_000;

/** Our clock beside the database's: what is recorded, billed and dated comes from ours. */
export function clockCheck(db: Queryable, clock: () => Date, host: string): MachineCheck {
  return {
    kind: 'clock',
    async look() {
      const before = clock().getTime();
      const { rows } = await db.query<{ time: Date }>('SELECT clock_timestamp() AS time');
      const after = clock().getTime();
      const theirs = new Date(rows[0]?.time ?? before).getTime();
      // somewhere within the call the database looked at its clock
      const off = theirs < before ? before - theirs : Math.max(0, theirs - after);
      const subjects = [host];
      if (off < MOST_SKEW_MS) return { findings: [], subjects };
      const findings = [
        {
          subject: host,
          severity: 'warning' as const,
          title: `The portal's clock is ${Math.round(off / 1_000)} seconds off the database's.`,
          todo: `Set ${host} and the database's machine to one time server: events, invoices and sign-in codes depend on the time.`,
          link: { path: '/system', label: 'Open System' },
          afterMs: AFTER_MS,
        },
      ];
      return { findings, subjects };
    },
  };
}
