import type { AlertKind } from '@portal/contract';

/** A page of the administration, relative, e.g. `/system`. */
export interface HelpfulPage {
  readonly path: string;
  readonly label: string;
}

/** A current problem. Texts hold no personal data, because alerts outlive erasures. */
export interface Finding {
  /** Subject within the kind; one alert per subject. '' for kinds with one subject. */
  readonly subject: string;
  readonly severity: 'critical' | 'warning';
  /** One sentence. */
  readonly title: string;
  readonly todo: string;
  readonly link: HelpfulPage;
  /** A change lapses acknowledgements: the problem has grown. */
  readonly mark?: string;
  /** It must last this long before it counts; default: at once. */
  readonly afterMs?: number;
  /** An event has already mailed administrators; reminders follow. */
  readonly isToldAlready?: boolean;
}

/** Result of a check. */
export interface CheckResult {
  readonly findings: readonly Finding[];
  /** Subjects that were checked; other portals check others. */
  readonly subjects: readonly string[];
}

export interface Found extends Pick<CheckResult, 'findings'> {
  readonly kind: AlertKind;
  /** Name of the check if several share a kind. */
  readonly name: string;
  /** Subjects checked; undefined for all of the kind. */
  readonly subjects?: readonly string[] | undefined;
}

/** A check of every machine. A rejection means unknown, as for {@link AlertCheck}. */
export interface MachineCheck {
  readonly kind: AlertKind;
  look(): Promise<CheckResult>;
}

/** A check by one portal at a time. A rejection means unknown: open alerts stay open. */
export interface AlertCheck {
  readonly kind: AlertKind;
  look(signal: AbortSignal): Promise<readonly Finding[]>;
}
