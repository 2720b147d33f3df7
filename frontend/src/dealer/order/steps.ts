export type StepStatus = 'pending' | 'loading' | 'success' | 'error';

/** A step of an order, as the progress dialog lists it. */
export interface Step {
  readonly label: string;
  readonly status: StepStatus;
  /** Why it went wrong, or how far it has come. */
  readonly message?: string;
}

/** How far an order has come on its way. */
export interface Progress {
  readonly labels: readonly string[];
  /** Index of the step under way; their number once all are done. */
  readonly at: number;
  /** Of the step under way; `pending` while it waits for a person. */
  readonly status: Exclude<StepStatus, 'success'>;
  /** Of the step under way, of the last one once all are done. */
  readonly message?: string;
}

/** What has been done is a success, what comes later waits. */
export function stepsOf({ labels, at, status, message }: Progress): readonly Step[] {
  return labels.map((label, index) => {
    const told = index === Math.min(at, labels.length - 1) && message !== undefined ? { message } : {};
    if (index < at) return { label, status: 'success', ...told };
    return { label, status: index > at ? 'pending' : status, ...told };
  });
}

/** The line below the steps (S1-2-progress). */
export function footerOf(steps: readonly Step[]): string {
  if (steps.some(({ status }) => status === 'error')) return 'An error occurred during the process.';
  if (steps.every(({ status }) => status === 'success')) return 'All steps completed successfully!';
  return 'Processing your request...';
}
