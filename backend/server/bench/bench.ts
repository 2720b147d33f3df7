/** A table as it is printed and written into docs/performance.md. */
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

export interface BenchResult {
  readonly tables: readonly ResultTable[];
  readonly goals: readonly GoalResult[];
  /** What was proved beside the figures, and what a reader has to know. */
  readonly notes: readonly string[];
}

export interface BenchOptions {
  /** Fewer and shorter rounds, to see that a bench works; its figures are not written down. */
  readonly quick: boolean;
  /** Says what is going on. */
  say(line: string): void;
}

/** One named measurement of `npm run bench`. It throws where the run doesn't prove itself: a wrong answer has no speed. */
export interface Bench {
  readonly name: string;
  readonly title: string;
  run(options: BenchOptions): Promise<BenchResult>;
}
