import type { CopyProgress } from '../installation/copyLog.ts';
import { type Progress, progressPrinter } from '../startup/progress.ts';

type Show = (progress: CopyProgress) => void;

/** Shows how far a copy of the log has come while `work` runs, a bar for each phase, and clears the screen of them. */
export async function showPhases<Result>(work: (show: Show) => Promise<Result>): Promise<Result> {
  const bars = new Map<CopyProgress['phase'], Progress>();
  try {
    return await work(({ phase, done, total }) => {
      const bar = bars.get(phase) ?? progressPrinter(phase, 'events');
      bars.set(phase, bar);
      bar.show(Math.min(done, total), total);
    });
  } finally {
    for (const bar of bars.values()) bar.end();
  }
}
