import type { Day } from '@portal/domain/values';

/** What a report covers: one mode, of one company or, with null, all. Both days are included. */
export interface DaySpan {
  readonly from: Day;
  readonly to: Day;
  readonly accountId: string | null;
  readonly isDemo: boolean;
  /** BILLING_TZ. */
  readonly timeZone: string;
}
