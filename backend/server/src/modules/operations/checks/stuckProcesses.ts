import type { AlertCheck, Finding } from '../check.ts';

/** A follower of the log as its checkpoint tells it. */
export interface FollowerState {
  readonly name: string;
  /** The event it can't get past; null where it goes on. */
  readonly stuckOn: string | null;
  /** Whether some portal runs it. */
  readonly isRun: boolean;
}

/** Work that fails is tried again by itself, and mostly comes through within this. */
const AFTER_MS = 3 * 60_000;
const LOG = { path: '/system', label: 'Open System' };

/** Processes, notifications and refunds that can't get past an event, or that no portal runs. */
export function stuckProcessesCheck(followers: () => Promise<readonly FollowerState[]>): AlertCheck {
  return {
    kind: 'stuck_process',
    async look() {
      const all = await followers();
      const stuck = all.filter(({ stuckOn }) => stuckOn !== null).map(stuckFinding);
      const idle = all.filter(({ isRun }) => !isRun).map(({ name }) => name);
      return idle.length === 0 ? stuck : [...stuck, idleFinding(idle)];
    },
  };
}

function stuckFinding({ name, stuckOn }: FollowerState): Finding {
  return {
    subject: name,
    severity: 'critical',
    title: `${nameOf(name)} can't get past an event, and waits there.`,
    // what an error says may name somebody, and an alert outlives an erasure
    todo: `Event ${stuckOn} fails again and again. The server log says why; it goes on by itself once that is mended.`,
    link: LOG,
    mark: stuckOn ?? '',
    afterMs: AFTER_MS,
  };
}

function idleFinding(names: readonly string[]): Finding {
  return {
    subject: '',
    severity: 'critical',
    title: `No portal runs ${names.length === 1 ? nameOf(names[0] ?? '') : `${names.length} of the background processes`}.`,
    todo: `Start a portal whose PORTAL_ROLES name reactions. Waiting: ${names.join(', ')}.`,
    link: LOG,
    mark: names.join(' '),
    afterMs: AFTER_MS,
  };
}

/** `makeSiteOfApprovedMigration` reads 'Make site of approved migration'. */
function nameOf(name: string): string {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
