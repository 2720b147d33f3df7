import type { ScenarioId } from '@portal/event-store/testing';
import type { Scenario } from './scenarios.ts';

/** A fault to put into a copy of the code, and the spec that must notice it. */
export interface Mutant {
  readonly name: string;
  readonly scenario: ScenarioId;
  /** What is wrong with the code, in words. */
  readonly fault: string;
  /** File from the project's root, text that stands in it exactly once, and what stands there instead. */
  readonly patches: readonly { readonly file: string; readonly text: string; readonly replacement: string }[];
  readonly spec: Scenario['specs'][number];
}

export const MUTANTS: readonly Mutant[] = [];
