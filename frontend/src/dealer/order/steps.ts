export type StepStatus = 'pending' | 'loading' | 'success' | 'error';

/** A step of an order, as the progress dialog lists it. */
export interface Step {
  readonly label: string;
  readonly status: StepStatus;
  /** Why it went wrong. */
  readonly message?: string;
}
