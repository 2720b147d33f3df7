/** The portal's Clock while the demo is filled: it stands where the history is. */
export interface DemoClock {
  now(): Date;
  /** @throws Error for a moment before the one it stands at */
  moveTo(moment: Date): void;
}

export function demoClock(start: Date): DemoClock {
  let at = start;
  return {
    now: () => new Date(at),
    moveTo(moment) {
      if (moment < at) throw new Error(`The demo's clock stands at ${at.toISOString()}; it never goes back.`);
      at = moment;
    },
  };
}
