import type { AlertKind } from '@portal/contract';

/** A current problem. Texts hold no personal data, because alerts outlive erasures. */
export interface Finding {
  /** Subject within the kind; one alert per subject. '' for kinds with one subject. */
  readonly subject: string;
  readonly severity: 'critical' | 'warning';
  /** One sentence. */
  readonly title: string;
  readonly todo: string;
  /** A page of the administration, relative. */
  readonly link: { readonly path: string; readonly label: string };
  /** A change lapses acknowledgements: the problem has grown. */
  readonly mark?: string;
  /** It must last this long before it counts; default: at once. */
  readonly afterMs?: number;
  /** An event has already mailed administrators; reminders follow. */
  readonly isToldAlready?: boolean;
}

export interface Found {
  readonly kind: AlertKind;
  /** Name of the check if several share a kind. */
  readonly name: string;
  readonly findings: readonly Finding[];
  /** Subjects that were checked; undefined for all of the kind. Other portals check others. */
  readonly subjects?: readonly string[] | undefined;
}

/** A check by one portal at a time. A rejection means unknown: open alerts stay open. */
export interface AlertCheck {
  readonly kind: AlertKind;
  look(signal: AbortSignal): Promise<readonly Finding[]>;
}

export type MachineFindings = Required<Pick<Found, 'findings' | 'subjects'>>;

/** A check of every machine. A rejection means unknown, as for {@link AlertCheck}. */
export interface MachineCheck {
  readonly kind: AlertKind;
  look(): Promise<MachineFindings>;
}

export const SYSTEM = { path: '/system', label: 'Open System' };

/** A list of the administration with a filter. */
export const listLink = (list: string, filter: object, label: string): Finding['link'] => ({
  path: `/${list}?filter=${encodeURIComponent(JSON.stringify(filter))}`,
  label,
});
