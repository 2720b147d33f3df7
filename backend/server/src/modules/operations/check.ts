import type { AlertKind } from '@portal/contract';

/** A page of the administration that helps: below its own address, e.g. `/system`. */
export interface HelpfulPage {
  readonly path: string;
  readonly label: string;
}

/** Something that is wrong now. Texts are for administrators and hold no personal data: an alert outlives an erasure. */
export interface Finding {
  /** Subject within the kind; one alert per subject. '' for kinds with one subject. */
  readonly subject: string;
  readonly severity: 'critical' | 'warning';
  /** One sentence. */
  readonly title: string;
  readonly todo: string;
  readonly link: HelpfulPage;
  /** Changes where more of the same came: who has seen the earlier has not seen this. */
  readonly mark?: string;
  /** It counts once it was found for this long, one look after the other; at once where it is left out. */
  readonly afterMs?: number;
  /** Administrators were mailed about it by what happened itself; the reminders are the alert's. */
  readonly isToldAlready?: boolean;
}

/** Result of a check. */
export interface CheckResult {
  readonly findings: readonly Finding[];
  /** Other portals look at other things of the kind: what is not among these stays as it is. */
  readonly subjects: readonly string[];
}

/** Everything that one check found. */
export interface Found extends Pick<CheckResult, 'findings'> {
  readonly kind: AlertKind;
  /** Name of the check if several share a kind. */
  readonly name: string;
  /** Subjects checked; undefined for all of the kind. */
  readonly subjects?: readonly string[] | undefined;
}

/** Looks after a thing that each machine has of its own, in every portal. A rejection as with {@link AlertCheck}. */
export interface MachineCheck {
  readonly kind: AlertKind;
  look(): Promise<CheckResult>;
}

/** Looks after one thing, in one portal at a time. A rejection says that nothing is known: what stands open stays open. */
export interface AlertCheck {
  readonly kind: AlertKind;
  look(signal: AbortSignal): Promise<readonly Finding[]>;
}
