import { createHash } from 'node:crypto';

export type Random = ReturnType<typeof randomFor>;

/** Pseudorandom numbers that depend on seed and name only. */
export function randomFor(seed: number, name: string) {
  let asked = 0;
  const fraction = () => {
    const hash = createHash('sha256').update(`${seed}/${name}/${asked}`).digest();
    asked += 1;
    return hash.readUInt32BE(0) / 2 ** 32;
  };
  /** A whole number from `least` to `most`, both included. */
  const whole = (least: number, most: number) => least + Math.floor(fraction() * (most - least + 1));
  return {
    whole,
    /** True in one of `cases` cases. */
    oneIn: (cases: number) => whole(1, cases) === 1,
    pick<Item>(items: readonly Item[]) {
      const item = items[whole(0, items.length - 1)];
      if (item === undefined) throw new Error('There is nothing to pick from.');
      return item;
    },
    shuffled<Item>(items: readonly Item[]) {
      const left = [...items];
      return Array.from(items, () => left.splice(whole(0, left.length - 1), 1)).flat();
    },
  };
}
