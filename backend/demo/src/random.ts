import { createHash } from 'node:crypto';

/** Pseudorandom numbers that depend on the seed only. */
export interface Random {
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number;
  /** True in one of `cases` cases. */
  oneIn(cases: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  shuffled<Item>(items: readonly Item[]): Item[];
}

/** Numbers for one purpose: each name has its own sequence. */
export function randomFor(seed: number, name: string): Random {
  let asked = 0;
  const fraction = () => {
    const hash = createHash('sha256').update(`${seed}/${name}/${asked}`).digest();
    asked += 1;
    return hash.readUInt32BE(0) / 2 ** 32;
  };
  const whole = (least: number, most: number) => least + Math.floor(fraction() * (most - least + 1));
  return {
    whole,
    oneIn: (cases) => whole(1, cases) === 1,
    pick(items) {
      const item = items[whole(0, items.length - 1)];
      if (item === undefined) throw new Error('There is nothing to pick from.');
      return item;
    },
    shuffled(items) {
      const left = [...items];
      return Array.from(items, () => left.splice(whole(0, left.length - 1), 1)).flat();
    },
  };
}
