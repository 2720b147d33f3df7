/** The portal's clock while the demo is filled. */
export interface DemoClock {
  now(): Date;
  /** @throws Error for an earlier time */
  moveTo(moment: Date): void;
}

export function demoClock(start: Date): DemoClock {
  let at = start;
  return {
    now: () => new Date(at),
    moveTo(moment) {
      if (moment < at) throw new Error(`The demo's clock is at ${at.toISOString()} and cannot go back.`);
      at = moment;
    },
  };
}
