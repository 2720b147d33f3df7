/** A table as it is printed and written into RESULTS.md. */
export interface ResultTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A goal of the design and what was measured for it. */
export interface GoalResult {
  readonly what: string;
  readonly goal: string;
  readonly measured: string;
  readonly met: boolean;
}

/** A longer text that a reader opens when it is wanted, e.g. a query's plan. */
export interface Detail {
  readonly summary: string;
  readonly text: string;
}

export interface BenchResult {
  readonly tables: readonly ResultTable[];
  readonly goals: readonly GoalResult[];
  readonly details?: readonly Detail[];
  /** What was proved beside the figures, and what a reader has to know. */
  readonly notes: readonly string[];
}

export interface BenchOptions {
  /** Fewer and shorter rounds, to see that a bench works; its figures are not written down. */
  readonly quick: boolean;
  /** Times the usual sizes: 1 unless `--scale` says otherwise. */
  readonly scale: number;
  /** Says what is going on. */
  say(line: string): void;
}

/** One named measurement of `npm run bench`. It throws where the run doesn't prove itself: a wrong answer has no speed. */
export interface Bench {
  readonly name: string;
  readonly title: string;
  /** Runs only where it is named: it installs packages that nothing else needs. */
  readonly onlyWhenNamed?: boolean;
  run(options: BenchOptions): Promise<BenchResult>;
}

/** `usual` times the scale, or the size of a quick run. */
export const sized = ({ quick, scale }: BenchOptions, usual: number, small: number): number =>
  quick ? small : Math.round(usual * scale);
