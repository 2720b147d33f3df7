/** A release by name (`major.minor.patch`), and the oldest that may run beside it on one database and log. */
export interface Release {
  readonly name: string;
  readonly beside: string;
}

/** This release, as in package.json and CHANGELOG.md. */
export const RELEASE: Release = { name: '0.3.0', beside: '0.3.0' };

/** Says nothing of its release. */
export const FIRST_RELEASE = '0.1.0';

const PART = 1_000;

/** A release as one number, which sorts as releases do. */
export function releaseNumber(name: string): number {
  const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)$/.exec(name) ?? [];
  if (patch === undefined) throw new Error(`A release is named major.minor.patch, not ${name}.`);
  return (Number(major) * PART + Number(minor)) * PART + Number(patch);
}

/** Opposite of {@link releaseNumber}. */
export function releaseName(number: number): string {
  return [number / PART ** 2, (number / PART) % PART, number % PART].map(Math.floor).join('.');
}

export const isOlder = (one: string, other: string) => releaseNumber(one) < releaseNumber(other);
