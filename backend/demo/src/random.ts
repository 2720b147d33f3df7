import { createHash } from 'node:crypto';

/** Numbers that look random and depend on a seed alone: the same on every machine and in every run. */
export interface Random {
  /** From 0 up to, not including, 1. */
  fraction(): number;
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number;
  /** True in one of so many cases. */
  oneIn(cases: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  shuffled<Item>(items: readonly Item[]): Item[];
}

/** Numbers for one purpose; another name gives others, so that asking more often in one place changes nothing elsewhere. */
export function randomFor(seed: number, name: string): Random {
  let asked = 0;
  const fraction = () => {
    const hash = createHash('sha256').update(`${seed}/${name}/${asked}`).digest();
    asked += 1;
    return hash.readUInt32BE(0) / 2 ** 32;
  };
  const whole = (least: number, most: number) => least + Math.floor(fraction() * (most - least + 1));
  return {
    fraction,
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
