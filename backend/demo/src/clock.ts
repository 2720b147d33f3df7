export type DemoClock = ReturnType<typeof demoClock>;

/** The portal's clock while the demo is filled. */
export function demoClock(start: Date) {
  let at = start;
  return {
    now: () => new Date(at),
    /** @throws Error for an earlier time */
    moveTo(moment: Date) {
      if (moment < at) throw new Error(`The demo's clock is at ${at.toISOString()} and cannot go back.`);
      at = moment;
    },
  };
}
